import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { daysAgo, toldPlatform } from './testing.ts'

const { dailyStatistics, monthlyStatistics, todaySummary } = features.statistics

let t: TestApp
const day = (ago: number) => daysAgo(t, ago)
const admin = () => t.as('superAdmin')
let running: Awaited<ReturnType<typeof toldPlatform>>
let ended: typeof running
let unseen: typeof running

beforeAll(async () => {
  t = await testApp()
  running = await toldPlatform(t, 'Runs', { category: 'first' })
  ended = await toldPlatform(t, 'Ended', { status: 2, category: 'second' })
  unseen = await toldPlatform(t, 'Soon', { status: 0 })
  for (const platform of [running, ended, unseen])
    for (const ago of [0, 1, 20, 21, 70])
      await platform.tell(day(ago), { totalRecharge: 1_000_000, activeUsers: 10 + ago })
})
afterAll(() => t.close())

describe('what is listed', () => {
  test('20 days back and today unless asked otherwise; platforms not started are in none', async () => {
    const { data } = await (await admin())(dailyStatistics, {})
    expect(data?.list.map((row) => [row.day, row.platform_name])).toEqual([
      [day(0), 'Runs'],
      [day(0), 'Ended'],
      [day(1), 'Runs'],
      [day(1), 'Ended'],
      [day(20), 'Runs'],
      [day(20), 'Ended'],
    ])
    expect(data?.count).toBe(6)
    expect(data?.summary.total_recharge).toBe(6000)
    expect(data?.list[0]).toMatchObject({
      platform_remark: 'about Runs',
      platform_cate_id: running.cate_id,
      platform_status: 1,
      corrections: 0,
      restatements: [],
    })
    expect(data?.updated_at).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    expect(data?.configs.platformStatusDics).toHaveProperty('3')
  })

  test('this month unless asked otherwise', async () => {
    const { data } = await (await admin())(monthlyStatistics, {})
    expect(new Set(data?.list.map(({ month }) => month))).toEqual(new Set([day(0).slice(0, 7)]))
  })

  test.each([
    ['status', () => ({ platform_status: [2] }), ['Ended']],
    ['category', () => ({ platform_cate_id: [running.cate_id] }), ['Runs']],
    ['platform', () => ({ platform_id: [ended.id, unseen.id] }), ['Ended']],
    ['a status and a platform apart', () => ({ platform_status: [1], platform_id: [ended.id] }), []],
  ])('narrowed by %s', async (_, filter, names) => {
    const { data } = await (await admin())(dailyStatistics, { ...filter(), mergeDailyFlag: true })
    expect(data?.list.map((row) => row.platform_name)).toEqual(names)
    expect(data?.count).toBe(names.length)
    expect(data?.summary.total_recharge).toBe(names.length * 3000)
  })

  test('the detail of a date: its platforms, one of the two dates is enough', async () => {
    const { data } = await (await admin())(dailyStatistics, { start: day(1), mergeByDayDetailFlag: true })
    expect(data?.list.map((row) => [row.day, row.platform_name])).toEqual([
      [day(1), 'Runs'],
      [day(1), 'Ended'],
    ])
  })

  test('an unknown column sorts as ever; the direction as tables call it', async () => {
    const ask = async (orderBy: string, orderType?: 'asc') =>
      (await (await admin())(dailyStatistics, { orderBy, orderType })).data?.list.map((row) => row.day)
    expect(await ask("day'; drop table platforms")).toEqual(await ask('day'))
    expect(await ask('day', 'asc')).toEqual((await ask('day'))?.toReversed())
  })

  test('today beside yesterday, of every platform that shows', async () => {
    const { data } = await (await admin())(todaySummary, {})
    expect(data).toMatchObject({
      total_recharge: 2000,
      active_users: 20,
      yesterday: { total_recharge: 2000, active_users: 22 },
    })
  })
})

describe('what is refused', () => {
  test.each([
    [
      'both merges',
      { mergeDailyFlag: 'true', mergeByDayFlag: 'true' },
      'mergeByDayFlag',
      '按平台合并和按日期合并不能同时选择',
    ],
    [
      'an end before the start',
      { start: '2026-03-02', end: '2026-03-01' },
      'start',
      '开始日期不能晚于结束日期',
    ],
    ['more than three years', { start: '2020-01-01', end: '2026-01-01' }, 'end', '日期范围不能超过 1096 天'],
    ['no day', { start: '2026-02-30' }, 'start', '开始日期（start）格式不正确'],
    ['no status', { platform_status: '9' }, 'platform_status', '平台状态（platform_status）不能大于3'],
    ['more rows than a file has', { limit: '5001' }, 'limit', '每页条数（limit）不能大于5000'],
    [
      'a word for a flag',
      { mergeDailyFlag: 'maybe' },
      'mergeDailyFlag',
      '按平台合并（mergeDailyFlag）格式不正确',
    ],
  ])('%s', async (_, sent, field, message) => {
    const { token } = await admin()
    const answer = await t.send(dailyStatistics.path, sent, { method: 'GET', token })
    expect(answer).toMatchObject({ success: false, code: codes.refused, field, message })
  })

  test('an end before the start of months', async () => {
    const { token } = await admin()
    const sent = { start: '2026-05', end: '2026-04' }
    expect(await t.send(monthlyStatistics.path, sent, { method: 'GET', token })).toMatchObject({
      code: codes.refused,
      field: 'start',
    })
  })

  test('everybody who does not hold the rule, and the channel side in any case', async () => {
    for (const role of ['channel', 'subChannel', 'salesman'] as const)
      for (const endpoint of [dailyStatistics, monthlyStatistics, todaySummary])
        expect((await (await t.as(role))(endpoint, {})).code, `${role} ${endpoint.id}`).toBe(codes.forbidden)
    for (const role of ['finance', 'operator', 'viewer'] as const)
      expect((await (await t.as(role))(todaySummary, {})).code, role).toBe(codes.ok)
  })
})

describe('a day put right after it was closed', () => {
  test('shows its correction, counts it in merges, and can be read as it was known', async () => {
    const platform = await toldPlatform(t, 'Corrected')
    const closed = day(3)
    await platform.tell(closed, { totalRecharge: 5_000_000, activeUsers: 7, totalUserMoney: 100 })
    await platform.close(closed)
    await platform.tell(closed, { totalRecharge: 5_000_000, activeUsers: 7, totalUserMoney: 100 })
    const only = { platform_id: [platform.id], start: day(5), end: day(0) }
    const before = (await (await admin())(dailyStatistics, only)).data
    expect(before?.list[0]).toMatchObject({ total_recharge: 5000, corrections: 0, restatements: [] })

    await platform.tell(closed, { totalRecharge: 5_500_000, activeUsers: 8, totalUserMoney: 100 })
    const after = (await (await admin())(dailyStatistics, only)).data
    expect(after?.list[0]).toMatchObject({
      total_recharge: 5500,
      corrections: 1,
      restatements: [
        {
          day: closed,
          booked_day: day(0),
          changes: [
            { field: 'total_recharge', before: 5_000_000, after: 5_500_000 },
            { field: 'active_users', before: 7, after: 8 },
          ],
        },
      ],
    })
    for (const merge of [{ mergeDailyFlag: true }, { mergeByDayFlag: true }]) {
      const { data } = await (await admin())(dailyStatistics, { ...only, ...merge })
      expect(data?.list[0]).toMatchObject({ total_recharge: 5500, corrections: 1, restatements: [] })
    }
    const known = (await (await admin())(dailyStatistics, { ...only, known_at: day(1) })).data
    expect(known?.list[0]).toMatchObject({ total_recharge: 5000, corrections: 0, restatements: [] })
    expect(known?.summary).toMatchObject({ total_recharge: 5000, active_users: 7 })
    const merged = (
      await (
        await admin()
      )(dailyStatistics, { ...only, known_at: day(1), mergeDailyFlag: true })
    ).data
    expect(merged?.list[0]).toMatchObject({ total_recharge: 5000, total_user_money: 100 })
  })
})

test('figures as large as a platform may send are added up without loss', async () => {
  const platform = await toldPlatform(t, 'Huge')
  for (const ago of [0, 1, 2, 3])
    await platform.tell(day(ago), {
      totalWithdrawal: 8_999_999_999_999_999,
      totalwater: 8_999_999_999_999_999,
      averageOnlineTime: 8_000_000_000_000_000,
      activeUsers: 1,
    })
  const { data } = await (await admin())(dailyStatistics, {
    platform_id: [platform.id],
    mergeDailyFlag: true,
  })
  expect(data?.list[0]).toMatchObject({
    total_withdrawal: '35999999999999996',
    totalwater: '35999999999999996',
    DWdiff: '-35999999999999996',
    average_online_time: 8_000_000_000_000_000,
  })
})
