import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing.ts'
import { recordFacts } from './record.ts'
import { factOf, family, rateFrom, reportPlatform } from './testing.ts'
import { reportChecks } from './verify.ts'

const today = '2026-03-20'
const closedDay = '2026-03-19'
let t: TestApp
let platformId: number
let salesId: number

beforeAll(async () => {
  t = await testApp()
  const { db } = t.services
  platformId = await reportPlatform(db, 'P')
  const { channel, sub, sales } = await family(t, 'alpha', 10_001)
  salesId = sales
  for (const id of [channel, sub, sales]) await rateFrom(db, id, '2026-01-01', [55, 20, 400])
  const record = async (day: string, version: number, deposit: bigint) => {
    const fact = await factOf(db, sales, day, version, { deposit })
    await db
      .transaction()
      .execute((tx) =>
        recordFacts(tx, { platformId, today: day > closedDay ? day : closedDay, facts: [fact] }),
      )
  }
  await record(closedDay, 1, 1_000_000n)
  await db.insertInto('closed_days').values({ platform_id: platformId, day: closedDay }).execute()
  await record(today, 1, 500_000n)
  const late = await factOf(db, sales, closedDay, 2, { deposit: 1_400_000n })
  await db.transaction().execute((tx) => recordFacts(tx, { platformId, today, facts: [late] }))
})
afterAll(() => t.close())

const lookAtAll = async () =>
  (await Promise.all(reportChecks.map((one) => one.differences(t.services.db)))).flat()
const lookLately = async (since: Date) =>
  (
    await Promise.all(reportChecks.map(async (one) => (await one.lately?.(t.services.db, since)) ?? []))
  ).flat()
const longAgo = new Date(0)

test('nothing differs, looked at whole or as far as it changed', async () => {
  expect(await lookAtAll()).toEqual([])
  expect(await lookLately(longAgo)).toEqual([])
})

test.each([
  ['a sum of a day', 'account_days', 'deposit'],
  ['the profit of a day', 'account_days', 'real_profit'],
  ['a sum of a restatement', 'account_restatements', 'deposit'],
  ['the fee of a restatement', 'account_restatements', 'passage_fee'],
  ['the profit of a restatement', 'account_restatements', 'real_profit'],
  ['a month', 'account_months', 'withdraw'],
  ['a total', 'account_totals', 'running'],
])('%s that was changed by hand is named, whole and lately', async (_, table, column) => {
  const { db } = t.services
  const change = (by: number) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
      where account_id = ${salesId}`.execute(db)
  await change(1)
  for (const found of [await lookAtAll(), await lookLately(longAgo)])
    expect(found.join('\n')).toContain(String(salesId))
  await change(-1)
  expect(await lookAtAll()).toEqual([])
})

test('what has not changed since is not looked at', async () => {
  const { db } = t.services
  await sql`update account_days set real_profit = real_profit + 1 where account_id = ${salesId}`.execute(db)
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() + interval '1 second' as at`.execute(db)
  expect(await lookLately(rows[0]?.at ?? longAgo)).toEqual([])
  expect(await lookAtAll()).not.toEqual([])
  await sql`update account_days set real_profit = real_profit - 1 where account_id = ${salesId}`.execute(db)
})
