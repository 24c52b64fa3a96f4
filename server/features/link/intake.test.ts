import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../kit/db/test-database.ts'
import { type APlatform, aPlatform } from './fixtures.ts'
import { registerLinkIntake } from './index.ts'
import { linkServices, listeningUsers, signedEvents } from './testing.ts'
import type { LinkedEvent } from './types.ts'

let database: TestDatabase
let setup: ReturnType<typeof linkServices>
let app: FastifyInstance
let platform: APlatform
let calls: { type: string; ids: string[] }[] = []
let collisions = 0

beforeAll(async () => {
  database = await testDatabase()
  setup = linkServices(database.connection)
  await sql`create table absorbed (platform_id int, id text, note text)`.execute(setup.services.db)
  const absorb =
    (type: string) =>
    async (tx: typeof setup.services.db, platformId: number, events: readonly LinkedEvent[]) => {
      calls.push({ type, ids: events.map(({ id }) => id) })
      if (collisions > 0) {
        collisions -= 1
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      }
      const notes = events.map(({ data }) => String((data as { note?: unknown }).note ?? ''))
      await sql`insert into absorbed select ${platformId}, * from unnest(${events.map(({ id }) => id)}::text[], ${notes}::text[])`.execute(
        tx,
      )
      if (notes.includes('poison')) throw new TypeError('poisoned')
      return new Map(
        events.filter((_, at) => notes[at] === 'wrong').map(({ id }) => [id, 'data.note: is wrong']),
      )
    }
  const { users } = await listeningUsers(setup.services.db, {
    withdrawal: absorb('withdrawal'),
    payout: absorb('payout'),
  })
  app = Fastify()
  await registerLinkIntake(app, setup.services, users)
})
afterAll(async () => {
  await app.close()
  await setup.close()
  await database.drop()
})
beforeEach(async () => {
  calls = []
  collisions = 0
  platform = await aPlatform(setup.services.db, setup.services.vault)
})

const event = (id: string, note = '', type = 'withdrawal') => ({
  id,
  type,
  at: '2026-03-01T12:00:00.000Z',
  data: { note },
})
const post = async (body: string, headers: Record<string, string> = signedEvents(platform, body)) => {
  const answer = await app.inject({ method: 'POST', url: '/link/v1/events', headers, payload: body })
  return { status: answer.statusCode, body: answer.json<unknown>() }
}
const deliver = (...events: unknown[]) => post(JSON.stringify({ events }))
const absorbed = async () =>
  (
    await sql<{ id: string }>`select id from absorbed where platform_id = ${platform.id} order by id`.execute(
      setup.services.db,
    )
  ).rows.map((row) => row.id)
const inbox = () =>
  setup.services.db
    .selectFrom('link_inbox')
    .selectAll()
    .where('platform_id', '=', platform.id)
    .orderBy('event_id')
    .execute()

test('new events are taken in, in sets, and each gets its verdict', async () => {
  const answer = await deliver(event('b'), event('a'), event('p', '', 'payout'), event('c', 'wrong'))
  expect(answer).toEqual({
    status: 200,
    body: {
      accepted: ['b', 'a', 'p'],
      duplicate: [],
      rejected: [{ id: 'c', reason: 'data.note: is wrong' }],
    },
  })
  expect(calls).toEqual([
    { type: 'withdrawal', ids: ['b', 'a', 'c'] },
    { type: 'payout', ids: ['p'] },
  ])
  const status = await setup.services.db
    .selectFrom('platform_status')
    .select('last_event_at')
    .where('platform_id', '=', platform.id)
    .executeTakeFirstOrThrow()
  expect(status.last_event_at).not.toBeNull()
})

test('the same id again changes nothing: in the same batch, later, and all at once', async () => {
  expect((await deliver(event('a'), event('a', 'other'))).body).toEqual({
    accepted: ['a'],
    duplicate: ['a'],
    rejected: [],
  })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => deliver(event('a'), event('b'), event('c'))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const accepted = answers.flatMap(({ body }) => (body as { accepted: string[] }).accepted)
  expect(accepted.toSorted()).toEqual(['b', 'c'])
  expect(await absorbed()).toEqual(['a', 'b', 'c'])
})

test('the same ids of two platforms are two events', async () => {
  await deliver(event('a'))
  platform = await aPlatform(setup.services.db, setup.services.vault)
  expect((await deliver(event('a'))).body).toMatchObject({ accepted: ['a'] })
})

test('one poisoned event costs the others nothing', async () => {
  const answer = await deliver(
    event('a'),
    event('bad', 'poison'),
    event('c', 'wrong'),
    event('d'),
    event('p', '', 'payout'),
  )
  expect(answer.body).toEqual({
    accepted: ['a', 'd', 'p'],
    duplicate: [],
    rejected: [
      { id: 'bad', reason: 'could not be taken in' },
      { id: 'c', reason: 'data.note: is wrong' },
    ],
  })
  expect(await absorbed()).toEqual(['a', 'c', 'd', 'p'])
  const bad = (await inbox()).find((row) => row.event_id === 'bad')
  expect(bad).toMatchObject({ state: 'rejected', reason: 'could not be taken in: poisoned' })
  expect((await deliver(event('bad', 'poison'))).body).toMatchObject({ duplicate: ['bad'] })
})

test('data the database cannot hold is rejected, not answered with an error', async () => {
  const answer = await post(
    `{"events":[${JSON.stringify(event('a'))},{"id":"nul","type":"withdrawal","at":"2026-03-01T12:00:00Z","data":{"note":"\\u0000"}}]}`,
  )
  expect(answer).toMatchObject({ status: 200, body: { accepted: ['a'], rejected: [{ id: 'nul' }] } })
})

test('a collision with another transaction is tried again', async () => {
  collisions = 2
  expect((await deliver(event('a'))).body).toMatchObject({ accepted: ['a'] })
  expect(await absorbed()).toEqual(['a'])
})

test('what is no event, or of no known type, is rejected and kept as it came', async () => {
  const strange =
    '{ "id":"x y",  "type":"withdrawal","at":"2026-03-01T12:00:00.000Z","data":{"a":[1,{"b":"]}"}]} }'
  const answer = await post(
    `{"other":[1,2],"events":[ ${strange} ,${JSON.stringify(event('t', '', 'nonsense'))},7, ${JSON.stringify({ ...event('late'), at: 'today' })}]}`,
  )
  expect(answer.body).toEqual({
    accepted: [],
    duplicate: [],
    rejected: [
      { id: 't', reason: 'type: nonsense is not known' },
      { id: 'x y', reason: 'id: must be 1 to 64 of A-Z a-z 0-9 _ -' },
      { id: '', reason: 'id: must be 1 to 64 of A-Z a-z 0-9 _ -' },
      { id: 'late', reason: 'at: must be a time like 2026-03-01T12:00:00.000Z' },
    ],
  })
  const rows = await inbox()
  expect(rows.map(({ state }) => state)).toEqual(Array(4).fill('rejected'))
  expect(rows.map(({ raw }) => raw)).toContain(strange)
})

test('a body that is no batch is refused as a whole', async () => {
  for (const body of [
    '',
    'nope',
    '[]',
    '{}',
    '{"events":[]}',
    `{"events":[${Array(501).fill('{}').join()}]}`,
  ])
    expect(await post(body)).toMatchObject({ status: 400, body: { error: 'bad_batch' } })
  const tooLarge = `{"events":["${'x'.repeat(4 * 1024 * 1024)}"]}`
  expect(await post(tooLarge)).toEqual({ status: 413, body: { error: 'too_large' } })
})

test('a request that does not prove itself is refused with the first reason', async () => {
  const body = JSON.stringify({ events: [event('a')] })
  const good = signedEvents(platform, body)
  const cases: [string, Record<string, string>][] = [
    ['unknown_platform', { ...good, 'x-link-platform': '999999', 'x-link-version': '9' }],
    ['unknown_platform', { ...good, 'x-link-platform': 'x' }],
    ['bad_version', { ...good, 'x-link-version': '2', 'x-link-timestamp': '1' }],
    ['stale_timestamp', { ...good, 'x-link-timestamp': '1', 'x-link-signature': 'x' }],
    ['bad_signature', { ...good, 'x-link-nonce': 'another-nonce-0001' }],
    ['bad_signature', signedEvents({ id: platform.id, secret: randomBytes(32) }, body)],
  ]
  for (const [error, headers] of cases)
    expect(await post(body, headers)).toEqual({ status: 401, body: { error } })
  expect(await inbox()).toEqual([])
  expect((await post(body, good)).status).toBe(200)
  expect(await post(body, good)).toEqual({ status: 401, body: { error: 'replayed_nonce' } })
})

test('a replay is refused also when its body is no batch, and when both arrive at once', async () => {
  const headers = signedEvents(platform, 'nope')
  expect((await post('nope', headers)).status).toBe(400)
  expect(await post('nope', headers)).toEqual({ status: 401, body: { error: 'replayed_nonce' } })
  const body = JSON.stringify({ events: [event('a')] })
  const once = signedEvents(platform, body)
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(body, once)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(7)
})

test('while a secret is rotated both count; the old one ends with its time', async () => {
  const { db, vault } = setup.services
  const old = platform.secret
  const secret = randomBytes(32)
  const rotate = (until: number) =>
    db
      .updateTable('platforms')
      .set({ secret: vault.seal(secret), old_secret: vault.seal(old), old_secret_until: new Date(until) })
      .where('id', '=', platform.id)
      .execute()
  const body = JSON.stringify({ events: [event('a')] })
  await rotate(Date.now() + 60_000)
  expect((await post(body, signedEvents({ id: platform.id, secret }, body))).status).toBe(200)
  expect((await post(body, signedEvents({ id: platform.id, secret: old }, body))).status).toBe(200)
  await rotate(Date.now() - 1)
  expect(await post(body, signedEvents({ id: platform.id, secret: old }, body))).toMatchObject({
    status: 401,
  })
})
