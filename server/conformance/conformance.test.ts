import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../contract/kit/codes.ts'
import { areas } from './all.ts'
import { ask, endpointOf, parametersOf } from './ask.ts'
import { documentOf } from './document.ts'
import type { Documented, Sent } from './documented.ts'
import { type Shape, wrongIn, wrongNamesIn } from './shapes.ts'
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

/** Paths are the same however they are spelled. */
const inSmallLetters = (call: Documented['call']) =>
  call.replace(/ .*/, (path) => path.toLowerCase()) as typeof call
/** What changes something by GET may be sent by POST too. */
const byPost = (call: Documented['call']) => call.replace('GET', 'POST') as typeof call

type Asked = Parameters<typeof ask>[1]
type Judge = (shape: Shape, data: unknown) => string[]

async function conforms(
  asked: Asked,
  sent: Sent,
  answers: Shape | undefined,
  judge: Judge = wrongIn,
): Promise<void> {
  const answer = await ask(world, asked, sent)
  expect(answer, JSON.stringify(answer).slice(0, 600)).toMatchObject({ success: true, code: codes.ok })
  expect(answer.message).toEqual(expect.any(String))
  if (answers) expect(judge(answers, answer.data), JSON.stringify(answer.data).slice(0, 1500)).toEqual([])
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

    if (demanded.length > 0) {
      const refused = await ask(world, documented, {})
      expect(refused).toMatchObject({ success: false, code: codes.refused, data: null })
      expect(demanded).toContain(refused.field)
    }
    if (documented.by !== 'anybody')
      for (const call of [documented.call, inSmallLetters(documented.call)])
        expect(await ask(world, { ...documented, call }, {}, { signedIn: false })).toMatchObject({
          success: false,
          code: codes.noSession,
          data: null,
        })
    if (documented.needs || Object.keys(ways).length === 0)
      await conforms(documented, { ...needs, ...may }, answers)
    // Without filters rows turn up that are known only in part: they have every name all the same.
    if (Object.keys(may).length > 0) await conforms(documented, needs, answers, wrongNamesIn)
    if (endpoint.method === 'GET' && endpoint.writes)
      await conforms({ ...documented, call: byPost(documented.call) }, needs, answers)
    for (const { sends, files = documented.files ?? [], ...way } of Object.values(ways))
      await conforms({ ...documented, files }, sends, way.answers ?? answers)
  })
})

test('docs/conformance.md says what was asked and found', async () => {
  const text = documentOf(areas)
  if (process.env['WRITE_CONFORMANCE'] === '1') await writeFile(page, text)
  const written = await readFile(page, 'utf8').catch(() => '')
  expect(written === text ? '' : text, 'docs/conformance.md is stale: run `npm run conformance`').toBe('')
})
