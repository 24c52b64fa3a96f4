import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../contract/index.ts'
import { codes } from '../../contract/kit/codes.ts'
import { allKinds, kind } from '../../contract/kit/kinds.ts'
import { type SeedRole, seedRoles } from '../../contract/rules.ts'
import { downloadPath } from '../../contract/tasks.ts'
import { newFile } from '../features/tasks/files.ts'
import { type TestApp, testApp } from '../testing.ts'
import { documentOf, type Findings, roles } from './document.ts'
import { thingOf } from './ids.ts'
import { guarded, idQuestions, shownBy, verdict } from './matrix.ts'
import { makeWorld, type World } from './world.ts'

const page = new URL('../../docs/permissions.md', import.meta.url)
let home: string
let t: TestApp
let world: World
const found = { gate: [], ids: [], lists: [], files: [] } as {
  [K in keyof Findings]: Findings[K][number][]
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pitboss-permissions-'))
  t = await testApp({ env: { PITBOSS_HOME: home } })
  for (const role of roles) await t.as(role)
})
afterAll(async () => {
  await t.close()
  await rm(home, { recursive: true })
})

describe('every parameter that looks like an id is known to the matrix', () => {
  test.each(guarded.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
    for (const parameter of Object.keys(endpoint.params.shape)) {
      const thing = thingOf(endpoint, parameter)
      expect(
        thing,
        `"${parameter}" of ${id} looks like an id. Say in server/permissions/ids.ts what it names ('nothing' for a plain ` +
          'filter), then run `npm run permissions`.',
      ).not.toBe('unlisted')
      if (thing === 'shared')
        expect(
          endpoint.kinds,
          `"${parameter}" of ${id} is listed in server/permissions/ids.ts as shared by the whole group, yet the channel ` +
            'side may call it: say there whose it is.',
        ).toEqual([kind.staff])
    }
  })
})

describe('the gate, as a new installation grants', () => {
  test.each(guarded.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const passes = new Set<SeedRole>()
    for (const role of roles) {
      const { token } = await t.as(role)
      const answer = await t.send(endpoint.path, {}, { method: endpoint.method, token })
      expect(answer.code, `${role}: ${answer.message}`).not.toBe(codes.internal)
      if (answer.code !== codes.forbidden) passes.add(role)
      if (!endpoint.kinds.includes(seedRoles[role].type)) expect(answer.code, role).toBe(codes.forbidden)
    }
    found.gate.push({ endpoint, passes })
  })
})

describe('ids of others', () => {
  beforeAll(async () => {
    world = await makeWorld(t)
    await world.grantEverything()
  })

  test.each(
    idQuestions.map((question) => [`${question.endpoint.id} ${question.parameter}`, question] as const),
  )('%s', async (_, question) => {
    const reached = new Map()
    for (const viewer of world.viewers) {
      const answer = await verdict(world, viewer, question)
      expect((answer?.wrong ?? []).join('\n')).toBe('')
      reached.set(viewer.name, answer?.reached ?? null)
    }
    found.ids.push({ ...question, reached })
  })

  test.each(guarded.filter(({ writes }) => !writes).map((endpoint) => [endpoint.id, endpoint] as const))(
    'what %s shows',
    async (_, endpoint) => {
      const shown = new Map()
      for (const viewer of world.viewers) {
        const seen = await shownBy(world, viewer, endpoint)
        expect((seen?.wrong ?? []).join('\n')).toBe('')
        shown.set(viewer.name, seen?.places ?? null)
      }
      if ([...shown.values()].some(Boolean)) found.lists.push({ endpoint, shown })
    },
  )
})

test('the list of sessions is the own one', async () => {
  for (const viewer of world.viewers) {
    const { data } = await t.call(features.signIn.sessions, {}, { token: viewer.token })
    const { db } = t.services
    const own = await db.selectFrom('sessions').select('id').where('account_id', '=', viewer.id).execute()
    const ids = new Set(own.map(({ id }) => id))
    expect(data?.list.length).toBeGreaterThan(0)
    expect(data?.list.filter(({ id }) => !ids.has(id))).toEqual([])
  }
})

describe('the scope holds by itself: staff calls about accounts, opened to the channel side', () => {
  const opened = guarded.filter(
    ({ id, kinds }) => id.startsWith('accounts.') && !kinds.includes(kind.channel),
  )
  const before = new Map(opened.map((endpoint) => [endpoint, endpoint.kinds]))
  beforeAll(async () => {
    for (const endpoint of opened) endpoint.kinds = allKinds
    await world.grantNew(opened.map(({ rule }) => rule))
  })
  afterAll(() => {
    for (const [endpoint, kinds] of before) endpoint.kinds = kinds
  })
  const questions = idQuestions.filter(({ endpoint }) => before.has(endpoint))

  test.each(
    questions.map((question) => [`${question.endpoint.id} ${question.parameter}`, question] as const),
  )('%s', async (_, question) => {
    for (const viewer of world.viewers.filter(({ name }) => name !== 'staff')) {
      const answer = await verdict(world, viewer, question)
      // Own people of a kind that cannot stand below the viewer are not to be had.
      expect(answer?.wrong.filter((what) => !what.includes(': not reached:')) ?? []).toEqual([])
    }
  })

  test('the template of API points is nobody’s of the channel side', async () => {
    for (const { token } of world.viewers.filter(({ name }) => name !== 'staff'))
      for (const { path } of [features.accounts.getGameApiPoints, features.accounts.editGameApiPoint])
        expect(await t.send(path, { RoleID: '-1', apiData: '[]' }, { token })).toEqual(
          await t.send(path, { RoleID: '987654321', apiData: '[]' }, { token }),
        )
  })

  test('the list of staff is nobody’s of the channel side', async () => {
    for (const { token } of world.viewers.filter(({ name }) => name !== 'staff'))
      expect((await t.call(features.accounts.users, {}, { token })).data).toMatchObject({
        list: [],
        count: 0,
      })
  })

  test.each(opened.filter(({ writes }) => !writes).map((endpoint) => [endpoint.id, endpoint] as const))(
    'what %s shows',
    async (_, endpoint) => {
      for (const viewer of world.viewers)
        expect((await shownBy(world, viewer, endpoint))?.wrong ?? []).toEqual([])
    },
  )
})

describe('files', () => {
  test('a link opens the file it was made for, for a day, and no other', async () => {
    const [, channel] = world.viewers
    const [own, others] = await Promise.all(
      [channel?.id ?? 0, world.viewers[2]?.id ?? 0].map((id) => world.newTask(id)),
    )
    const { db, clock } = t.services
    for (const id of [own, others]) {
      const { stored, path } = await newFile(home)
      await writeFile(path, 'x')
      await db
        .updateTable('tasks')
        .set({ status: 'completed', file: stored, file_name: 'a.xlsx', finished_at: clock.now() })
        .where('id', '=', BigInt(id ?? 0))
        .execute()
    }
    const { data } = await t.call(
      features.tasks.progress,
      { taskIds: [own ?? '', others ?? ''] },
      { token: channel?.token ?? '' },
    )
    const link = data?.[own ?? '']?.download_link ?? ''
    expect(data?.[others ?? '']?.download_link ?? '').toBe('')
    const get = async (url: string) => (await t.app.inject({ method: 'GET', url })).statusCode
    const said = async (what: string, url: string, status: number) => {
      expect(await get(url), what).toBe(status)
      found.files.push([what, status === 200 ? 'the file' : 'not there'])
    }
    await said('an export, by the link its owner was given', link, 200)
    await said('another’s export, by that link with its number', link.replace(`/${own}-`, `/${others}-`), 404)
    await said('an export, by its number alone', `${downloadPath}${own}`, 404)
    t.moveClock(25 * 3_600_000)
    await said('an export, by a link older than a day', link, 404)
    t.moveClock(-25 * 3_600_000)
    await said('an uploaded image, by a name that was guessed', '/adminapi/serves/image/1.png', 404)
  })
})

test('docs/permissions.md says what was found', async () => {
  const text = documentOf(found)
  if (process.env['WRITE_PERMISSIONS'] === '1') await writeFile(page, text)
  const written = await readFile(page, 'utf8').catch(() => '')
  expect(written === text ? '' : text, 'docs/permissions.md is stale: run `npm run permissions`').toBe('')
})
