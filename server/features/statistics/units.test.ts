import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { statisticsFigureNames, statisticsFigures } from '../../../contract/statistics-figures.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { daysAgo, type EventFigures, toldPlatform } from './testing.ts'

/*
 * A figure that is a thousand times too big or too small anywhere between a platform and a page turns one of these red:
 * the numbers are literal on both sides, one of its own for each field.
 */
const { dailyStatistics, monthlyStatistics, todaySummary } = features.statistics

const told: EventFigures = {
  totalRecharge: 50_001_234,
  totalWithdrawal: 12_002_345,
  totalProfit: 3_003_456,
  platformProfitAndLoss: -4_004_567,
  totalGameWin: 5_005_678,
  totalGameAward: 6_006_789,
  totalUserMoney: 7_007_891,
  yesterdayUserMoney: 8_008_912,
  firstChargeNum: 91,
  firstChargeAmount: 10_010_123,
  activeUsers: 1_101,
  newUsers: 1_202,
  goldCoinsHistoricalStock: 13_013_456,
  tax: 14_014_567,
  freeGoldCoinOutput: 1_500_000,
  gameGoldCoinOutput: 16_000_000,
  totalGoldConsumption: 17_170_000,
  averageOnlineTime: 1_819,
  totalpay: 19_019_123,
  olduserpay: 20_020_234,
  totalwater: 21_021_345,
  gmSendMoney: 22_022_456,
  innerProxyRegAward: 23_023_567,
  innerProxyAward: 24_024_678,
}

/** What the wire must carry: only total_recharge is plain currency; people, seconds and ratios are themselves. */
const wire = {
  total_recharge: 50_001.23,
  total_withdrawal: 12_002_345,
  DWdiff: 37_998_889,
  withdrawal_rate: 0.2069,
  total_profit: 3_003_456,
  platform_profit_and_loss: -4_004_567,
  total_game_win: 5_005_678,
  total_game_award: 6_006_789,
  total_user_money: 7_007_891,
  first_charge_num: 91,
  first_charge_amount: 10_010_123,
  active_users: 1_101,
  new_users: 1_202,
  gold_coins_historical_stock: 13_013_456,
  platform_rtp: 1.0192,
  game_rtp: 0.9319,
  tax: 14_014_567,
  free_gold_coin_output: 1_500_000,
  game_gold_coin_output: 16_000_000,
  total_gold_consumption: 17_170_000,
  average_online_time: 1_819,
  totalpay: 19_019_123,
  olduserpay: 20_020_234,
  totalwater: 21_021_345,
  gm_send_money: 22_022_456,
  inner_proxy_reg_award: 23_023_567,
  inner_proxy_award: 24_024_678,
  yesterday_user_money: 8_008_912,
}
const totals = {
  total_recharge: 50_001.23,
  total_withdrawal: 12_002_345,
  total_profit: 3_003_456,
  first_charge_num: 91,
  first_charge_amount: 10_010_123,
  active_users: 1_101,
  new_users: 1_202,
}

let t: TestApp
let today: string
beforeAll(async () => {
  t = await testApp()
  today = daysAgo(t, 0)
  await (await toldPlatform(t, 'P')).tell(today, told)
})
afterAll(() => t.close())

test('every figure has a number here, and no number is there for nothing', () => {
  expect(Object.keys(wire)).toEqual(statisticsFigureNames)
})

test.each([
  ['as it is', {}],
  ['merged by platform', { mergeDailyFlag: true }],
  ['merged by date', { mergeByDayFlag: true }],
  ['detail of a day', { mergeByDayDetailFlag: true }],
] as const)('daily, %s: every field in its unit', async (_, flags) => {
  const { data } = await (await t.as('superAdmin'))(dailyStatistics, { start: today, end: today, ...flags })
  expect(data?.list[0]).toMatchObject(wire)
  expect(data?.summary).toEqual({ ...totals, Dwdiff: 37_998_889 })
})

test('monthly: every field in its unit', async () => {
  const { data } = await (await t.as('superAdmin'))(monthlyStatistics, {})
  expect(data?.list[0]).toMatchObject({ month: today.slice(0, 7), ...wire })
  expect(data?.summary).toEqual({ ...totals, Dwdiff: 37_998_889 })
})

test('today: every field in its unit, yesterday beside it', async () => {
  const { data } = await (await t.as('superAdmin'))(todaySummary, { page: 1, limit: 15 })
  const zero = Object.fromEntries(Object.keys(totals).map((name) => [name, 0]))
  expect(data).toMatchObject({ ...totals, yesterday: zero })
})

test('what the table of figures says of each is what the specification says', () => {
  const of = (unit: string) =>
    statisticsFigureNames.filter((name) => statisticsFigures[name].unit === unit).toSorted()
  expect(of('plain')).toEqual(['total_recharge'])
  expect(of('ratio')).toEqual(['game_rtp', 'platform_rtp', 'withdrawal_rate'])
  expect(of('count')).toEqual(['active_users', 'average_online_time', 'first_charge_num', 'new_users'])
  const decimals = (places: number) =>
    statisticsFigureNames.filter((name) => statisticsFigures[name].decimals === places).toSorted()
  expect(decimals(3)).toEqual(['gm_send_money', 'inner_proxy_award', 'inner_proxy_reg_award', 'tax'])
  expect(decimals(0)).toEqual(of('count'))
})
