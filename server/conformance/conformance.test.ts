import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../contract/kit/codes.ts'
import { areas } from './all.ts'
import { ask, endpointOf, parametersOf } from './ask.ts'
import { documentOf } from './document.ts'
import type { Documented, Sent } from './documented.ts'
import { type Shape, wrongIn } from './shapes.ts'
import { makeWorld } from './make-world.ts'
import type { World } from './world.ts'

const page = join(import.meta.dirname, '../../docs/conformance.md')
let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const byCall = (calls: readonly Documented[]) =>
  calls.map((documented) => [documented.call, documented] as const)

type Asked = Parameters<typeof ask>[1]

async function conforms(asked: Asked, sent: Sent, answers: Shape | null): Promise<void> {
  const answer = await ask(world, asked, sent)
  expect(answer, JSON.stringify(answer).slice(0, 600)).toMatchObject({ success: true, code: codes.ok })
  expect(answer.message).toEqual(expect.any(String))
  if (answers) expect(wrongIn(answers, answer.data), JSON.stringify(answer.data).slice(0, 1500)).toEqual([])
}

describe.each(Object.entries(areas))('%s', (_, calls) => {
  test.each(byCall(calls))('%s', async (__, documented) => {
    const { needs = {}, may = {}, ways = {}, answers } = documented
    const endpoint = endpointOf(documented)
    expect(endpoint, 'no such call').toBeDefined()
    if (!endpoint) return
    const { all, needed } = parametersOf(documented)
    const known = new Set([...Object.keys(endpoint.params.shape), ...endpoint.files])
    expect(
      all.filter((name) => !known.has(name)),
      'parameters that are not taken',
    ).toEqual([])
    const demanded = Object.keys(endpoint.params.shape).filter(
      (name) => !endpoint.params.shape[name]?.safeParse(undefined).success,
    )
    expect(
      demanded.filter((name) => !needed.includes(name)),
      'asked for besides',
    ).toEqual([])

    if (documented.by !== 'anybody')
      expect(await ask(world, documented, {}, { signedIn: false })).toMatchObject({
        success: false,
        code: codes.noSession,
        data: null,
      })
    if (documented.needs || Object.keys(ways).length === 0)
      await conforms(documented, { ...needs, ...may }, answers ?? null)
    if (Object.keys(may).length > 0) await conforms(documented, needs, null)
    for (const { sends, files = documented.files ?? [], ...way } of Object.values(ways))
      await conforms({ ...documented, files }, sends, way.answers ?? answers ?? null)
  })
})

test('docs/conformance.md says what was asked and found', async () => {
  const text = documentOf(areas)
  if (process.env['WRITE_CONFORMANCE'] === '1') await writeFile(page, text)
  const written = await readFile(page, 'utf8').catch(() => '')
  expect(written === text ? '' : text, 'docs/conformance.md is stale: run `npm run conformance`').toBe('')
})
