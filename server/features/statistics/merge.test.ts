import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { reportChecks } from '../reports/index.ts'
import { daysAgo, type EventFigures, eventFigures, toldPlatform } from './testing.ts'

const { dailyStatistics, monthlyStatistics } = features.statistics
type Row = ResultOf<typeof dailyStatistics>['list'][number]

/** Enough for a whole month among them. */
const days = 70
const stocks = ['totalUserMoney', 'goldCoinsHistoricalStock'] as const
const wireOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

class RolledBack extends Error {}
interface Told {
  platform: number
  day: string
  figures: EventFigures
}
let t: TestApp
let facts: Told[] = []
let platforms: number[] = []

beforeAll(async () => {
  t = await testApp()
  const made = await Promise.all(['A', 'B', 'C'].map((name) => toldPlatform(t, name)))
  platforms = made.map(({ id }) => id)
  // A fixed seed: the days differ, the test does not.
  const figures = fc.sample(
    fc.record(
      Object.fromEntries(
        Object.keys(eventFigures).map((name) => [
          name,
          /Num$|Users$|Time$/.test(name) ? fc.nat(5000) : fc.integer({ min: -9e8, max: 9e9 }),
        ]),
      ),
    ),
    { numRuns: days * 3, seed: 20_261_121 },
  ) as EventFigures[]
  for (const [index, one] of figures.entries()) {
    const platform = made[index % 3]
    // Not every platform has every day.
    if (!platform || index % 7 === 5) continue
    const day = daysAgo(t, Math.floor(index / 3))
    await platform.tell(day, one)
    facts.push({ platform: platform.id, day, figures: one })
  }
  facts = facts.toSorted((a, b) => (a.day < b.day ? -1 : 1))
})
afterAll(() => t.close())

const ask = async (params: Record<string, unknown>) => {
  const { data, message } = await (await t.as('superAdmin'))(dailyStatistics, {
    limit: 300,
    ...params,
  })
  if (!data) throw new Error(message)
  return data
}
const big = (value: number | string) => BigInt(value)
/** Rounded half up to 4 decimals, by another way than the product's. */
const rounded = (over: bigint, under: bigint) => {
  if (over === 0n || under === 0n) return 0
  const scaled = (over * 1_000_000n) / under
  return Math.floor((Number(scaled) + 50) / 100) / 10_000
}

/** The second opinion: one row of some facts, worked out from their events. */
function mergedByHand(some: readonly Told[]): Record<string, number> {
  const row: Record<string, number> = {}
  const total = (name: keyof EventFigures) =>
    some.reduce((sum, { figures }) => sum + BigInt(figures[name]), 0n)
  for (const name of Object.keys(eventFigures) as (keyof EventFigures)[])
    row[wireOf(name)] = Number(total(name))
  for (const name of stocks) {
    const last = new Map(some.map((one) => [one.platform, one.figures[name]]))
    row[wireOf(name)] = [...last.values()].reduce((sum, one) => sum + one, 0)
  }
  const users = total('activeUsers')
  const seconds = some.reduce((sum, { figures }) => sum + figures.averageOnlineTime * figures.activeUsers, 0)
  row['average_online_time'] =
    some.length === 1 && some[0]
      ? some[0].figures.averageOnlineTime
      : users > 0n
        ? Math.round(seconds / Number(users))
        : 0
  row['total_recharge'] = Math.round(Number(total('totalRecharge')) / 10) / 100
  row['DWdiff'] = Number(total('totalRecharge') - total('totalWithdrawal'))
  row['withdrawal_rate'] = rounded(
    total('totalWithdrawal'),
    total('yesterdayUserMoney') + total('totalRecharge'),
  )
  row['game_rtp'] = rounded(total('gameGoldCoinOutput'), total('totalGoldConsumption'))
  row['platform_rtp'] = rounded(
    total('gameGoldCoinOutput') + total('freeGoldCoinOutput'),
    total('totalGoldConsumption'),
  )
  return row
}
function agree(row: Row | Omit<Row, 'day' | 'restatements'> | undefined, some: readonly Told[]): void {
  expect(row, 'a row').toBeDefined()
  for (const [name, value] of Object.entries(mergedByHand(some)))
    expect(row?.[name as keyof typeof row], name).toBeCloseTo(value, 3)
}
const between = (start: string, end: string) => facts.filter(({ day }) => day >= start && day <= end)

test.each([
  [0, 0],
  [6, 0],
  [39, 20],
  [69, 15],
  [69, 0],
])('from %i to %i days ago: rows, merges and totals are what the events say', async (from, to) => {
  const [start, end] = [daysAgo(t, from), daysAgo(t, to)]
  const some = between(start, end)
  const single = await ask({ start, end })
  expect(single.count).toBe(some.length)
  for (const fact of some)
    agree(
      single.list.find((row) => row.platform_id === fact.platform && row.day === fact.day),
      [fact],
    )
  const byPlatform = await ask({ start, end, mergeDailyFlag: true })
  const groups = Map.groupBy(some, ({ platform }) => platform)
  expect(byPlatform.count).toBe(groups.size)
  for (const [platform, own] of groups) {
    const row = byPlatform.list.find(({ platform_id }) => platform_id === platform)
    agree(row, own)
    expect(row).toMatchObject({ day: '', platforms: 1 })
  }
  const byDate = await ask({ start, end, mergeByDayFlag: true })
  const dates = Map.groupBy(some, ({ day }) => day)
  expect(byDate.list.map(({ day }) => day)).toEqual([...dates.keys()].toSorted().toReversed())
  for (const [day, own] of dates) {
    const row = byDate.list.find((one) => one.day === day)
    agree(row, own)
    expect(row).toMatchObject({ platform_id: 0, platform_name: '', platforms: own.length })
  }
  for (const { summary } of [single, byPlatform, byDate]) {
    expect(summary).toEqual(single.summary)
    const all = mergedByHand(some)
    expect(summary.total_recharge).toBeCloseTo(all['total_recharge'] ?? 0, 2)
    for (const name of ['total_withdrawal', 'total_profit', 'first_charge_num', 'active_users'] as const)
      expect(Number(summary[name]), name).toBe(all[name])
    expect(Number(summary.Dwdiff)).toBe(all['DWdiff'])
  }
})

test('merging everything is merging what was merged, whichever way the range is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(days - 1), fc.nat(days - 1), fc.nat(days - 1), async (a, b, c) => {
      const [far = 0, cut = 0, near = 0] = [a, b, c].toSorted((x, y) => y - x)
      const flag = { mergeDailyFlag: true }
      const whole = await ask({ start: daysAgo(t, far), end: daysAgo(t, near), ...flag })
      const parts = [await ask({ start: daysAgo(t, far), end: daysAgo(t, cut), ...flag })]
      if (cut > near) parts.push(await ask({ start: daysAgo(t, cut - 1), end: daysAgo(t, near), ...flag }))
      for (const row of whole.list) {
        const own = parts.flatMap(({ list }) => list.filter((one) => one.platform_id === row.platform_id))
        for (const name of [
          'total_withdrawal',
          'DWdiff',
          'tax',
          'totalwater',
          'yesterday_user_money',
        ] as const)
          expect(own.reduce((sum, one) => sum + big(one[name]), 0n)).toBe(big(row[name]))
        expect(own.at(-1)?.total_user_money).toBe(row.total_user_money)
        const spent = own.reduce((sum, one) => sum + big(one.total_gold_consumption), 0n)
        const games = own.reduce((sum, one) => sum + big(one.game_gold_coin_output), 0n)
        expect(row.game_rtp).toBeCloseTo(rounded(games, spent), 3)
      }
    }),
    { numRuns: 15, seed: 7 },
  )
})

test('months are the merged days of their platforms', async () => {
  const [first, last] = [daysAgo(t, days - 1).slice(0, 7), daysAgo(t, 0).slice(0, 7)]
  const { data } = await (await t.as('superAdmin'))(monthlyStatistics, {
    start: first,
    end: last,
    limit: 300,
  })
  const groups = Map.groupBy(facts, ({ platform, day }) => `${day.slice(0, 7)} ${platform}`)
  expect(data?.count).toBe(groups.size)
  for (const [key, own] of groups)
    agree(
      data?.list.find((row) => `${row.month} ${row.platform_id}` === key),
      own,
    )
})

test('sorted by any figure, page after page is the whole list once', async () => {
  const range = { start: daysAgo(t, days - 1), end: daysAgo(t, 0) }
  for (const orderBy of [
    'total_withdrawal',
    'total_user_money',
    'withdrawal_rate',
    'game_rtp',
    'DWdiff',
    'platform_id',
  ] as const)
    for (const merge of [{}, { mergeDailyFlag: true }, { mergeByDayFlag: true }]) {
      const { list, count } = await ask({ ...range, ...merge, orderBy, orderType: 'ascending' })
      const values = list.map((row) => Number(row[orderBy]))
      expect(values).toEqual(values.toSorted((a, b) => a - b))
      const pages = [1, 2, 3].map((page) =>
        ask({ ...range, ...merge, orderBy, orderType: 'asc', page, limit: 70 }),
      )
      const read = (await Promise.all(pages)).flatMap((page) => page.list)
      expect(read).toEqual(list)
      expect(count).toBe(list.length)
    }
  expect(platforms).toHaveLength(3)
})

test('kept months say what their days say, in any order of arrival, whatever was told again or put right', async () => {
  const { db } = t.services
  const some = [await toldPlatform(t, 'D'), await toldPlatform(t, 'E')]
  const monthly = reportChecks.find(({ name }) => name === 'months of platforms are the sums of their days')
  const told = fc.record({
    platform: fc.nat(1),
    // Few days, so that most are told again.
    ago: fc.constantFrom(0, 1, 20, 21, 35, 36, 50, days - 1),
    close: fc.nat(4).map((n) => n === 0),
    totalRecharge: fc.integer({ min: -9e8, max: 9e9 }),
    averageOnlineTime: fc.nat(5000),
    activeUsers: fc.nat(5000),
  })
  const asked = fc.record({
    far: fc.nat(days - 1),
    near: fc.nat(days - 1),
    flag: fc.constantFrom({}, { mergeDailyFlag: true }, { mergeByDayFlag: true }),
    orderBy: fc.constantFrom(undefined, 'total_recharge', 'total_user_money', 'average_online_time'),
  })
  const closed = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(told, { minLength: 1, maxLength: 12 }),
      fc.array(asked, { minLength: 3, maxLength: 3 }),
      async (events, questions) => {
        for (const { platform, ago, close, ...figures } of events) {
          const day = daysAgo(t, ago)
          await some[platform]?.tell(day, { ...figures, totalUserMoney: figures.totalRecharge })
          if (!close || closed.has(`${platform} ${day}`)) continue
          closed.add(`${platform} ${day}`)
          await some[platform]?.close(day)
        }
        expect(await monthly?.differences(db)).toEqual([])
        // What is known by today is read from the days alone: another way to the same figures.
        for (const { far, near, flag, orderBy } of questions) {
          const range = { start: daysAgo(t, Math.max(far, near)), end: daysAgo(t, Math.min(far, near)) }
          const question = { ...range, ...flag, orderBy, platform_id: some.map(({ id }) => id) }
          expect(await ask(question)).toEqual(await ask({ ...question, known_at: daysAgo(t, 0) }))
        }
        const months = { start: daysAgo(t, days - 1).slice(0, 7), end: daysAgo(t, 0).slice(0, 7), limit: 300 }
        const [kept, summed] = await Promise.all(
          [{}, { known_at: daysAgo(t, 0) }].map(async (known) =>
            (await t.as('superAdmin'))(monthlyStatistics, { ...months, ...known }),
          ),
        )
        expect(kept?.data).toEqual(summed?.data)
      },
    ),
    { numRuns: 12, seed: 11 },
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from platform_day_corrections where platform_id = any(${some.map(({ id }) => id)}::int[])`.execute(
    db,
  )
  expect(rows[0]?.n, 'days put right').toBeGreaterThan(3)
})

test('a wrong month is named', async () => {
  const monthly = reportChecks.find(({ name }) => name === 'months of platforms are the sums of their days')
  await t.services.db
    .transaction()
    .execute(async (tx) => {
      await sql`update platform_months set total_recharge = total_recharge + 1 where platform_id = ${platforms[0]}`.execute(
        tx,
      )
      const lines = await monthly?.differences(tx)
      expect(lines?.length).toBeGreaterThan(1)
      await sql`delete from platform_months where platform_id = ${platforms[1]}`.execute(tx)
      expect((await monthly?.differences(tx))?.length).toBeGreaterThan(lines?.length ?? 0)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  expect(await monthly?.differences(t.services.db)).toEqual([])
})
