import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { testApp } from '../../testing.ts'
import {
  agree,
  dayOf,
  everyDay,
  expected,
  named,
  people,
  platforms,
  raise,
  rates,
  t,
} from './stage/testing.ts'

const { reports } = features

beforeAll(async () => raise(await testApp()))
afterAll(() => t.close())

const within = (from: string, to: string) => everyDay().filter((day) => day >= from && day <= to)
const levelOf = { channel: 3, subChannel: 9, salesman: 4 } as const
const admin = () => t.as('superAdmin')

describe.each(['channel', 'subChannel', 'salesman'] as const)('%s', (level) => {
  const accounts = () => people.filter((one) => one.kind === levelOf[level])

  test('daily: a row for each day with figures, exact count, sums over all of them', async () => {
    const start = dayOf(9)
    const { data } = await (await admin())(reports[`${level}Daily`], { start, end: dayOf(0), limit: 300 })
    let rows = 0
    const all = { Deposit: 0, RealProfit: 0 }
    for (const who of accounts())
      for (const platform of platforms)
        for (const day of within(start, dayOf(0))) {
          const sum = expected(who, platform, [day])
          const row = data?.list.find(
            (one) => one.account_id === who.id && one.platform_id === platform && one.day === day,
          )
          expect(row !== undefined).toBe(sum !== undefined)
          if (!row || !sum) continue
          rows += 1
          agree(row, sum, `${who.name} ${day}`)
          all.Deposit += sum.Deposit
          all.RealProfit += sum.RealProfit
          expect(row.DPrate).toBe(sum.PersonCount > 0 ? sum.FirstDepositPerson / sum.PersonCount : 0)
          expect(row).toMatchObject({ mydate: day, channel_account: who.name, ProxyId: who.proxy })
          expect(row.DWdiff).toBeCloseTo(sum.Deposit - sum.Withdraw, 3)
          expect(row.game_dividend_point / 100).toBeCloseTo(rates[who.id]?.dividend ?? 0, 6)
        }
    expect(data?.count).toBe(rows)
    expect(data?.summary.Deposit).toBeCloseTo(all.Deposit, 1)
    expect(data?.summary.RealProfit).toBeCloseTo(all.RealProfit, 0)
    const page = await (await admin())(reports[`${level}Daily`], { start, end: dayOf(0), limit: 2, page: 2 })
    expect(page.data?.list).toEqual(data?.list.slice(2, 4))
    expect(page.data?.summary).toEqual(data?.summary)
  })

  test('summary since launch and settlement of a range', async () => {
    const call = await admin()
    const since = (await call(reports[`${level}Summary`], { limit: 300 })).data
    const settle = (
      await call(reports[`${level}Settle`], { startTime: dayOf(3), endTime: dayOf(0), limit: 300 })
    ).data
    for (const who of accounts())
      for (const platform of platforms) {
        const of = (list: typeof since | undefined) =>
          (list?.list ?? []).find((row) => row.account_id === who.id && row.platform_id === platform)
        const total = expected(who, platform, everyDay())
        const row = of(since ?? undefined)
        expect(row !== undefined).toBe(total !== undefined)
        if (row && total) agree(row, total, `${who.name} total`)
        const ranged = expected(who, platform, within(dayOf(3), dayOf(0)))
        const other = settle?.list?.find((one) => one.account_id === who.id && one.platform_id === platform)
        expect(other !== undefined).toBe(ranged !== undefined)
        if (other && ranged) agree(other, ranged, `${who.name} range`)
      }
    expect(settle?.unSettleAmountTotal).toBeCloseTo(
      accounts().reduce(
        (all, who) =>
          all +
          platforms.reduce(
            (sum, platform) => sum + (expected(who, platform, everyDay())?.RealProfit ?? 0),
            0,
          ),
        0,
      ) - (level === 'channel' ? 123.45 : 0),
      0,
    )
  })

  test('live: since launch beside today, sorted by either', async () => {
    const { data } = await (await admin())(reports[`${level}Live`], {
      orderBy: 'TodayDWdiff',
      orderType: 'asc',
      limit: 300,
    })
    const today = data?.list.map((row) => row.TodayDWdiff) ?? []
    expect(today).toEqual(today.toSorted((a, b) => a - b))
    for (const row of data?.list ?? []) {
      const who = people.find((one) => one.id === row.account_id)
      const sum = who && expected(who, row.platform_id, [dayOf(0)])
      expect(row.TodayDeposit).toBeCloseTo(sum?.Deposit ?? 0, 3)
      expect(row.TodayWithdraw).toBeCloseTo(sum?.Withdraw ?? 0, 3)
    }
  })
})

test('settled amounts stand with their days, ranges and totals', async () => {
  const call = await admin()
  const of = { channel_account: 'c1', platform_id: [platforms[0] ?? 0] }
  const [total] = (await call(reports.channelSummary, of)).data?.list ?? []
  expect(total?.SettleAmount).toBe(123.45)
  expect(total?.UnSettleAmount).toBeCloseTo((total?.RealProfit ?? 0) - 123.45, 3)
  const range = async (startTime: string, endTime: string) =>
    (await call(reports.channelSettle, { ...of, startTime, endTime })).data?.list?.[0]?.SettleAmount
  expect(await range(dayOf(3), dayOf(1))).toBe(123.45)
  expect((await range(dayOf(0), dayOf(0))) ?? 0).toBe(0)
})

test('months add up to their days', async () => {
  const call = await admin()
  const month = dayOf(0).slice(0, 7)
  for (const level of ['subChannel', 'salesman'] as const) {
    const { data } = await call(reports[`${level}Monthly`], { limit: 300 })
    const days = everyDay().filter((day) => day.startsWith(month))
    for (const row of data?.list ?? []) {
      expect(row.month).toBe(month)
      const who = people.find((one) => one.id === row.account_id)
      const sum = who && expected(who, row.platform_id, days)
      if (sum) agree(row, sum, `${row.channel_account} ${month}`)
    }
    expect(data?.count).toBe(data?.list.length)
  }
})

test('filters narrow: platform, category, account, number, superior, level', async () => {
  const call = await admin()
  const names = async (params: Record<string, unknown>) =>
    [
      ...new Set(
        (await call(reports.salesmanSummary, { limit: 300, ...params })).data?.list.map(
          (row) => row.channel_account,
        ),
      ),
    ].toSorted()
  expect(await names({})).toEqual(['c1-ann', 'c1-bob', 'c2-ann', 'c2-bob'])
  expect(await names({ channel_account: 'C1' })).toEqual(['c1-ann', 'c1-bob'])
  expect(await names({ ProxyId: '20003' })).toEqual(['c2-ann'])
  expect(await names({ ParentID: '10002' })).toEqual(['c1-bob'])
  expect(await names({ accountLevel: 2 })).toEqual(['c1-ann', 'c2-ann'])
  expect(await names({ platform_cate_id: [99] })).toEqual([])
  const { data } = await call(reports.salesmanSummary, { platform_id: [platforms[1] ?? 0], limit: 300 })
  expect(new Set(data?.list.map((row) => row.platform_name))).toEqual(new Set(['Beta']))
  const [row] = (await call(reports.salesmanSummary, { channel_account: 'c1-bob' })).data?.list ?? []
  expect(row?.proxyInfo).toEqual({
    channel: { RoleId: '10000', Account: 'c1', Remark: '' },
    subChannel: { RoleId: '10002', Account: 'c1-deep', Remark: '' },
    salesman: { RoleId: '', Account: '', Remark: '' },
  })
})

test('every explained figure is what its days add up to', async () => {
  const call = await admin()
  const fields = [
    'DWdiff',
    'PassageFee',
    'ApiFee',
    'RealApiFee',
    'RealIncome',
    'RealProfit',
    'UnSettleAmount',
  ] as const
  const { data } = await call(reports.channelSettle, { startTime: dayOf(40), endTime: dayOf(0), limit: 300 })
  for (const row of data?.list ?? [])
    for (const field of fields) {
      const told = await call(reports.explain, {
        field,
        platform_id: row.platform_id,
        account_id: row.account_id,
        start: dayOf(40),
        end: dayOf(0),
      })
      expect(told.data).toMatchObject({ equal: true, kept: row[field], anew: row[field] })
    }
})

test.each([
  ['a range the wrong way round', { start: '2026-02-02', end: '2026-02-01' }, '开始日期不能晚于结束日期'],
  ['a range too long', { start: '2024-01-01', end: '2025-06-01' }, '日期范围不能超过 366 天'],
])('%s is refused in words', async (_, params, message) => {
  const { token } = named('c1')
  expect(await t.send(reports.channelDaily.path, params, { token, method: 'GET' })).toMatchObject({
    success: false,
    message,
  })
})

test('today’s figures of a channel beside yesterday’s', async () => {
  const own = named('c1')
  const { data } = await t.call(reports.today, {}, { token: own.token })
  const sum = (day: string) =>
    platforms.reduce((all, platform) => all + (expected(own, platform, [day])?.Deposit ?? 0), 0)
  expect(data?.Deposit).toBeCloseTo(sum(dayOf(0)), 3)
  expect(data?.yesterday.Deposit).toBeCloseTo(sum(dayOf(1)), 3)
})
