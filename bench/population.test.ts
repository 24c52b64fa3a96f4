import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../server/kit/db/test-database.ts'
import { populate, shares } from './population.ts'

let database: TestDatabase
let client: pg.Client
const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by indexdef`
let before: unknown[]

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  before = (await client.query(indexes)).rows
  await populate(client, {
    orders: 3000,
    platforms: 7,
    days: 20,
    zone: 'America/Sao_Paulo',
    secret: Buffer.alloc(60),
  })
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

const one = async (text: string) => (await client.query(text)).rows[0] as Record<string, unknown>

test('shares add up to all orders, the largest first', () => {
  const counts = shares(1_000_000, 200)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000_000)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
})

test('the counters equal a recount of the orders', async () => {
  expect(
    await one(`
      select count(*)::int as wrong from (
        select platform_id, day, status, check_user, pay_way, count(*)::int as n from withdrawal_orders
        group by 1, 2, 3, 4, 5) o
      full join (select platform_id, day, status, check_user, pay_way, sum(n)::int as n from withdrawal_counts
        group by 1, 2, 3, 4, 5) c using (platform_id, day, status, check_user, pay_way) where o.n is distinct from c.n`),
  ).toEqual({ wrong: 0 })
  expect(
    await one(`
      select count(*)::int as wrong from (
        select platform_id, status, count(*)::int as n from withdrawal_orders group by 1, 2) o
      full join (select platform_id, status, sum(n)::int as n from withdrawal_totals group by 1, 2) t using (platform_id, status) where o.n is distinct from t.n`),
  ).toEqual({ wrong: 0 })
})

test('orders are as the product would have stored them', async () => {
  expect(
    await one(`
      select count(*)::int as orders, count(distinct platform_id)::int as platforms,
        count(*) filter (where day <> (requested_at at time zone 'America/Sao_Paulo')::date)::int as wrong_day,
        count(*) filter (where real_pay <> amount - tax)::int as wrong_pay,
        count(*) filter (where (status = 0) <> (check_time is null))::int as wrong_check,
        count(*) filter (where not exists (select from players p
          where p.platform_id = o.platform_id and p.role_id = o.role_id))::int as without_player
      from withdrawal_orders o`),
  ).toEqual({ orders: 3000, platforms: 7, wrong_day: 0, wrong_pay: 0, wrong_check: 0, without_player: 0 })
  const { open } = await one(
    'select count(*)::int as open from withdrawal_orders where status in (0, 1, 6, 7)',
  )
  expect(open).toBeGreaterThan(0)
})

test('every index is back', async () => {
  expect((await client.query(indexes)).rows).toEqual(before)
})
