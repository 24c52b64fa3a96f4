import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '../../../contract/index.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  parameters: { name?: string; required?: boolean; schema?: Record<string, unknown> }[]
  requestBody?: {
    content: Record<
      string,
      { schema: { properties: Record<string, unknown>; required: string[] }; encoding: object }
    >
  }
  responses: { 200: { content: { 'application/json': { schema: { allOf: unknown[] } } } } }
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

let t: TestApp
let served: Document
beforeAll(async () => {
  t = await testApp()
  served = (await t.app.inject({ url: '/adminapi/docs/openapi.json' })).json()
})
afterAll(() => t.close())

const operationOf = (endpoint: (typeof allEndpoints)[number]) =>
  served.paths[endpoint.path]?.[endpoint.method.toLowerCase()]

test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s is documented with each of its parameters and what it needs of them',
  (_, endpoint) => {
    const operation = operationOf(endpoint)
    expect(operation?.operationId).toBe(endpoint.id)
    const form = Object.values(operation?.requestBody?.content ?? {})[0]?.schema
    const named = [
      ...(operation?.parameters ?? []).flatMap(({ name }) => name ?? []),
      ...Object.keys(form?.properties ?? {}),
    ]
    // A file part may stand in for the parameter of its name.
    const declared = new Set([...Object.keys(endpoint.params.shape), ...endpoint.files])
    expect(named.toSorted()).toEqual([...declared].toSorted())
    const needed = [
      ...(operation?.parameters ?? []).flatMap(({ name, required }) => (name && required ? name : [])),
      ...(form?.required ?? []),
    ]
    for (const name of needed)
      expect(endpoint.params.safeParse({}).error?.issues.map(({ path }) => path[0])).toContain(name)
  },
)

test('names of operations are unique, also where a call answers to two methods', () => {
  const ids = Object.values(served.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('lists, choices, numbers, days and units are told as such', () => {
  const text = JSON.stringify(served)
  expect(served.paths['/adminapi/serves/getMultiTaskProcess']?.['post']?.requestBody).toMatchObject({
    content: {
      'application/x-www-form-urlencoded': {
        schema: { required: ['taskIds'], properties: { taskIds: { type: 'array', maxItems: 100 } } },
        encoding: { taskIds: { style: 'form', explode: false } },
      },
    },
  })
  expect(served.paths['/adminapi/Finance/withdrawlOrderPendingList']?.['post']?.requestBody).toMatchObject({
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          properties: {
            tabIndex: { enum: [1, 2, 3], default: 1 },
            limit: { type: 'integer', minimum: 1, maximum: 300, default: 20 },
            orderType: { enum: ['asc', 'desc'] },
          },
        },
      },
    },
  })
  expect(text).toContain('"x-unit":"thousandths"')
  expect(text).not.toContain('"unit":')
})

test('every reference of the document leads somewhere', () => {
  const document = openApiDocument(allEndpoints)
  const lost = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].filter(
    ([, path = '']) =>
      path
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) ===
      undefined,
  )
  expect(lost).toEqual([])
})

test('the page is public and runs nothing inline', async () => {
  const page = await t.app.inject({ url: '/adminapi/docs', headers: { accept: 'text/html' } })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toMatch('text/html')
  expect(page.headers['content-security-policy']).toMatch("script-src 'self'")
  expect(page.body).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|style=/)
  for (const [path, type] of [
    ['/adminapi/docs/page.js', 'text/javascript'],
    ['/adminapi/docs/page.css', 'text/css'],
    ['/adminapi/docs/openapi.json', 'application/json'],
  ] as const) {
    const asset = await t.app.inject({ url: path })
    expect(asset.statusCode).toBe(200)
    expect(asset.headers['content-type']).toMatch(type)
  }
})
