import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TestApp } from '../../testing.ts'
import { testApp } from '../../testing.ts'
import { type Ask, LinkFailure } from '../link/index.ts'
import { closeDue } from './close.ts'
import { reportAbsorbers, reportChecks } from './index.ts'
import { pullDay } from './pull-days.ts'
import { type Family, family, reportPlatform } from './testing.ts'

let t: TestApp
let platformId: number
let one: Family

beforeAll(async () => {
  t = await testApp()
  platformId = await reportPlatform(t.services.db, 'P')
  one = await family(t, 'alpha', 10_001)
  await sql`update platforms set secret = '\\x00', api_url = 'http://127.0.0.1:1'`.execute(t.services.db)
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`truncate account_facts, fact_corrections, account_days, account_restatements, account_months, account_totals,
    closed_days, platform_days, platform_day_corrections`.execute(t.services.db)
})

const accountDay = (day: string, more: Record<string, unknown> = {}) => ({
  day,
  version: 1,
  username: 'alpha-sales',
  roleId: '10003',
  deposit: 100_000,
  withdraw: 0,
  running: 0,
  gmUpScore: 0,
  firstDeposit: 0,
  advOut: 0,
  personCount: 1,
  personDeposit: 1,
  firstDepositPerson: 0,
  personRunning: 1,
  apiWinLose: [],
  ...more,
})
const platformNames = [
  'totalRecharge',
  'totalWithdrawal',
  'totalProfit',
  'platformProfitAndLoss',
  'totalGameWin',
  'totalGameAward',
  'totalUserMoney',
  'yesterdayUserMoney',
  'firstChargeNum',
  'firstChargeAmount',
  'activeUsers',
  'newUsers',
  'goldCoinsHistoricalStock',
  'tax',
  'freeGoldCoinOutput',
  'gameGoldCoinOutput',
  'totalGoldConsumption',
  'averageOnlineTime',
  'totalpay',
  'olduserpay',
  'totalwater',
  'gmSendMoney',
  'innerProxyRegAward',
  'innerProxyAward',
]
const platformDay = (day: string, more: Record<string, unknown> = {}) => ({
  day,
  version: 1,
  ...Object.fromEntries(platformNames.map((name, index) => [name, 1000 + index])),
  ...more,
})
const dayBefore = (days: number) => {
  const { clock } = t.services
  return clock.dayOf(new Date(clock.startOf(clock.dayOf(clock.now())).getTime() - (days - 0.5) * 86_400_000))
}
const today = () => t.services.clock.dayOf(t.services.clock.now())
const absorb = (type: 'accountDay' | 'platformDay', data: unknown[]) =>
  t.services.db.transaction().execute(async (tx) => {
    const absorber = reportAbsorbers(t.services.clock)[type]
    const events = data.map((sent, index) => ({ id: `e-${index}`, at: new Date(), data: sent }))
    return absorber ? absorber(tx, platformId, events) : new Map()
  })
const depositOf = async (accountId: number, day: string) =>
  (
    await t.services.db
      .selectFrom('account_days')
      .select('deposit')
      .where('account_id', '=', accountId)
      .where('day', '=', day)
      .executeTakeFirst()
  )?.deposit
const answer = (accounts: unknown[], platform: unknown = null, more: Record<string, unknown> = {}) => ({
  accounts,
  platform,
  next: '',
  more: false,
  ...more,
})

test('an event is matched by the platform’s own number of the proxy first, then by the username', async () => {
  const { db } = t.services
  await db
    .insertInto('account_links')
    .values({ platform_id: platformId, account_id: one.sub, proxy_id: '777' })
    .execute()
  const rejected = await absorb('accountDay', [
    accountDay(today(), { username: 'ALPHA-sales' }),
    accountDay(today(), { username: 'whoever', roleId: '777', deposit: 5 }),
    accountDay(today(), { username: 'nobody', roleId: '9' }),
    accountDay('2999-01-01'),
    accountDay(today(), { deposit: 1.5 }),
    accountDay(today(), { personCount: -1 }),
    accountDay('2026-02-30'),
  ])
  expect([...rejected.keys()]).toEqual(['e-3', 'e-4', 'e-5', 'e-6', 'e-2'])
  expect(rejected.get('e-2')).toBe('data.username: no account nobody (player 9)')
  expect(rejected.get('e-3')).toBe('data.day: 2999-01-01 has not begun')
  expect(await depositOf(one.sub, today())).toBe(100_005n)
  await db.deleteFrom('account_links').execute()
})

test('at three in the morning yesterday is asked for once more and closed', async () => {
  const { clock } = t.services
  const yesterday = dayBefore(1)
  await absorb('accountDay', [accountDay(yesterday)])
  await absorb('platformDay', [platformDay(yesterday)])
  const ask = vi.fn<Ask>(async (_, name, data) => {
    expect([name, data['day']]).toEqual(['days', yesterday])
    return answer(
      [accountDay(yesterday, { version: 2, deposit: 150_000 })],
      platformDay(yesterday, { version: 2, tax: 9 }),
    )
  })
  const atHour = (hour: number) => ({
    ...t.services,
    clock: { ...clock, now: () => new Date(clock.startOf(today()).getTime() + hour * 3_600_000) },
  })
  await closeDue(atHour(2.9), ask)
  expect(ask).not.toHaveBeenCalled()
  await closeDue(atHour(3.1), ask)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(await depositOf(one.channel, yesterday)).toBe(150_000n)
  await closeDue(atHour(3.2), ask)
  expect(ask).toHaveBeenCalledTimes(1)

  await absorb('accountDay', [accountDay(yesterday, { version: 3, deposit: 160_000 })])
  await absorb('platformDay', [platformDay(yesterday, { version: 3, tax: 11 })])
  expect(await depositOf(one.channel, yesterday)).toBe(150_000n)
  expect(await depositOf(one.channel, today())).toBe(10_000n)
  const { db } = t.services
  expect(
    await db
      .selectFrom('platform_days')
      .select(['tax', 'corrections'])
      .where('day', '=', yesterday)
      .execute(),
  ).toEqual([{ tax: 11n, corrections: 1 }])
  const [correction] = await db.selectFrom('platform_day_corrections').selectAll().execute()
  expect(correction).toMatchObject({ booked_day: today(), before: { tax: 9 }, after: { tax: 11 } })
  for (const check of reportChecks) expect(await check.differences(db), check.name).toEqual([])
})

test('a platform that does not answer keeps its day open, and the others are closed all the same', async () => {
  const { db, clock } = t.services
  const second = await reportPlatform(db, 'Q')
  await sql`update platforms set secret = '\\x00', api_url = 'http://127.0.0.1:1'`.execute(db)
  const [older, yesterday] = [dayBefore(2), dayBefore(1)]
  for (const id of [platformId, second])
    await sql`insert into platform_days (platform_id, day, version) values (${id}, ${older}, 1)`.execute(db)
  const ask: Ask = async (id) => {
    if (id === platformId) throw new LinkFailure('unreachable', 'down')
    return answer([])
  }
  const late = {
    ...t.services,
    clock: { ...clock, now: () => new Date(clock.startOf(today()).getTime() + 4 * 3_600_000) },
  }
  await Promise.all([closeDue(late, ask), closeDue(late, ask)])
  const closed = await db.selectFrom('closed_days').selectAll().orderBy('day').execute()
  expect(closed.map(({ platform_id, day }) => [platform_id, day])).toEqual([
    [second, older],
    [second, yesterday],
  ])
})

test('a long day comes page by page; an answer about another day is no answer', async () => {
  const day = today()
  const pages = [
    answer([accountDay(day)], platformDay(day), { next: 'p2', more: true }),
    answer([
      accountDay(day, { username: 'alpha-sub', roleId: '10002', deposit: 7 }),
      accountDay(day, { username: 'who' }),
    ]),
  ]
  const asked: unknown[] = []
  const pulled = await pullDay(
    t.services,
    async (_, __, data) => (asked.push(data['after']), pages[asked.length - 1]),
    platformId,
    day,
  )
  expect(pulled).toEqual({ accounts: 2, unknown: ['who'] })
  expect(asked).toEqual(['', 'p2'])
  expect(await depositOf(one.channel, day)).toBe(100_007n)
  const wrong = pullDay(t.services, async () => answer([accountDay(dayBefore(1))]), platformId, day)
  await expect(wrong).rejects.toThrow(LinkFailure)
})
