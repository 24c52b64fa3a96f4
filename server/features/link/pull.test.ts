import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../kit/db/test-database.ts'
import { type APlatform, aPlatform } from './fixtures.ts'
import { askOf, type Link, LinkFailure, startLink } from './index.ts'
import { purge } from './purge.ts'
import { FakePlatform, linkServices, listeningUsers, until } from './testing.ts'
import type { Absorber, LinkUsers } from './types.ts'

let database: TestDatabase
let setup: ReturnType<typeof linkServices>
let fake: FakePlatform
let platform: APlatform
let users: LinkUsers
let links: Link[] = []

const db = () => setup.services.db

beforeAll(async () => {
  database = await testDatabase()
  setup = linkServices(database.connection)
  await sql`create table mirror (platform_id int, order_no text, type text)`.execute(db())
  const absorb =
    (type: string): Absorber =>
    async (tx, platformId, events) => {
      for (const { data } of events) {
        const { orderNo = '' } = data as { orderNo?: string }
        if (orderNo === 'poison') throw new Error('poisoned')
        await sql`insert into mirror values (${platformId}, ${orderNo}, ${type})`.execute(tx)
      }
      return new Map()
    }
  const listening = await listeningUsers(db(), {
    withdrawal: absorb('withdrawal'),
    channels: absorb('channels'),
    status: absorb('status'),
  })
  users = listening.users
})
afterAll(async () => {
  await setup.close()
  await database.drop()
})
beforeEach(async () => {
  fake = new FakePlatform()
  await fake.up()
  platform = await aPlatform(db(), setup.services.vault, { apiUrl: fake.apiUrl })
  fake.secret = platform.secret
  links = []
})
afterEach(async () => {
  await Promise.all(links.map((link) => link.stop()))
  await fake.down()
  await sql`update platforms set deleted = 1`.execute(db())
})

const start = async () => {
  const link = await startLink(setup.services, users, database.connection, {
    timeoutMs: 500,
    pull: { everyMs: 200, listsEveryMs: 3_600_000, scanMs: 50 },
  })
  links.push(link)
}
const mirrored = async (type = 'withdrawal') =>
  (
    await sql<{
      order_no: string
    }>`select order_no from mirror where platform_id = ${platform.id} and type = ${type}`.execute(db())
  ).rows.map((row) => row.order_no)

/** A platform with so many orders, told page by page. */
const withOrders = (orders: readonly string[]) => (data: Record<string, unknown>) => {
  const from = Number(data['after'] || 0)
  const to = Math.min(from + Number(data['limit']), orders.length)
  return {
    items: orders.slice(from, to).map((orderNo) => ({ orderNo })),
    next: String(to),
    more: to < orders.length,
  }
}

test('what events failed to tell is pulled page by page, once, by several processes', async () => {
  const orders = Array.from({ length: 450 }, (_, i) => `W${i}`)
  fake.queries = { withdrawals: withOrders(orders) }
  await start()
  await start()
  await until(async () => (await mirrored()).length >= 450)
  orders.push('new')
  await until(async () => (await mirrored()).includes('new'))
  expect((await mirrored()).toSorted()).toEqual(orders.toSorted())
  // Each process asks for the lists when it first has its turn.
  expect((await mirrored('channels')).length).toBeLessThanOrEqual(2)
  expect((await mirrored('status')).length).toBeGreaterThanOrEqual(1)
})

test('an order that cannot be taken in is kept for people, and the pull goes on', async () => {
  fake.queries = { withdrawals: withOrders(['W1', 'poison', 'W2']) }
  await start()
  await until(async () => (await mirrored()).length === 2)
  const rows = await db()
    .selectFrom('link_inbox')
    .selectAll()
    .where('platform_id', '=', platform.id)
    .execute()
  expect(rows).toMatchObject([
    { type: 'withdrawal', state: 'rejected', reason: 'could not be taken in: poisoned' },
  ])
})

test('a broken answer moves nothing', async () => {
  fake.queries = { withdrawals: () => ({ items: [{ orderNo: 'W1' }], next: '', more: true }) }
  await start()
  await until(() => fake.heard.filter((line) => line.startsWith('withdrawals')).length >= 2)
  expect(await mirrored()).toEqual([])
})

test('asking answers the result or says what went wrong', async () => {
  const ask = askOf(setup.services)
  fake.queries = { ping: () => ({ version: 1 }) }
  expect(await ask(platform.id, 'ping', {})).toEqual({ version: 1 })
  expect(fake.unsigned).toBe(0)
  const kindOf = async (id = platform.id) =>
    ask(id, 'ping', {}).then(
      () => 'none',
      (error: unknown) => (error instanceof LinkFailure ? error.kind : 'other'),
    )
  fake.mood = () => 'not-found'
  expect(await kindOf()).toBe('http')
  fake.mood = () => 'garbage'
  expect(await kindOf()).toBe('broken')
  fake.mood = () => 'drop'
  expect(await kindOf()).toBe('timeout')
  await fake.down()
  expect(await kindOf()).toBe('unreachable')
  expect(await kindOf(987_654)).toBe('no-address')
  const plain = await aPlatform(db(), setup.services.vault, { apiUrl: 'http://127.0.0.1:1' })
  const strict = askOf({ ...setup.services, config: { ...setup.services.config, allowHttp: false } })
  await expect(strict(plain.id, 'ping', {})).rejects.toMatchObject({ kind: 'no-address' })
})

test('old nonces and the text of old events go; their ids and what needs people stay', async () => {
  await sql`insert into link_nonces values (${platform.id}, 'old', now() - interval '12 minutes'),
    (${platform.id}, 'new', now() - interval '9 minutes')`.execute(db())
  await sql`insert into link_inbox (platform_id, event_id, type, state, raw, received_at)
    select ${platform.id}, id, 't', state, 'text', now() - age::interval
    from (values ('old', 'absorbed', '31 days'), ('dead', 'rejected', '31 days'), ('new', 'absorbed', '29 days')) as e (id, state, age)`.execute(
    db(),
  )
  await purge(db(), platform.id)
  const nonces = await db()
    .selectFrom('link_nonces')
    .select('nonce')
    .where('platform_id', '=', platform.id)
    .execute()
  expect(nonces).toEqual([{ nonce: 'new' }])
  const events = await db()
    .selectFrom('link_inbox')
    .select(['event_id', 'raw'])
    .where('platform_id', '=', platform.id)
    .orderBy('event_id')
    .execute()
  expect(events).toEqual([
    { event_id: 'dead', raw: 'text' },
    { event_id: 'new', raw: 'text' },
    { event_id: 'old', raw: '' },
  ])
})
