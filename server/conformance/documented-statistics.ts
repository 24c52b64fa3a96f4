import { type Documented, paged, type Sent, sorted } from './documented.ts'
import { platformDay as told } from './plant-figures.ts'
import { cateList, platformList } from './selectors.ts'
import * as s from './shapes.ts'

const difference = s.thousandths(told.totalRecharge - told.totalWithdrawal)
/** Plain like no other figure of the statistics: recharge. */
const recharge = s.plain(told.totalRecharge)

const figures = {
  total_recharge: recharge,
  total_withdrawal: s.thousandths(told.totalWithdrawal),
  DWdiff: difference,
  total_profit: s.thousandths(told.totalProfit),
  platform_profit_and_loss: s.thousandths(told.platformProfitAndLoss),
  total_game_win: s.thousandths(told.totalGameWin),
  total_game_award: s.thousandths(told.totalGameAward),
  total_user_money: s.thousandths(told.totalUserMoney),
  first_charge_num: s.count(told.firstChargeNum),
  first_charge_amount: s.thousandths(told.firstChargeAmount),
  active_users: s.count(told.activeUsers),
  new_users: s.count(told.newUsers),
  gold_coins_historical_stock: s.thousandths(told.goldCoinsHistoricalStock),
  platform_rtp: s.ratio(0.95),
  game_rtp: s.ratio(0.9),
  tax: s.thousandths(told.tax),
  free_gold_coin_output: s.thousandths(told.freeGoldCoinOutput),
  game_gold_coin_output: s.thousandths(told.gameGoldCoinOutput),
  total_gold_consumption: s.thousandths(told.totalGoldConsumption),
  average_online_time: s.count(told.averageOnlineTime),
  totalpay: s.thousandths(told.totalpay),
  olduserpay: s.thousandths(told.olduserpay),
  totalwater: s.thousandths(told.totalwater),
  gm_send_money: s.thousandths(told.gmSendMoney),
  inner_proxy_reg_award: s.thousandths(told.innerProxyRegAward),
  inner_proxy_award: s.thousandths(told.innerProxyAward),
  yesterday_user_money: s.thousandths(told.yesterdayUserMoney),
}
const platform = {
  platform_id: s.number(),
  platform_name: s.text('Harbor Lights'),
  platform_remark: s.text('calm'),
  platform_cate_id: s.number(),
  platform_status: s.number(1),
}
const totals = {
  total_recharge: recharge,
  total_withdrawal: figures.total_withdrawal,
  total_profit: figures.total_profit,
  first_charge_num: figures.first_charge_num,
  first_charge_amount: figures.first_charge_amount,
  active_users: figures.active_users,
  new_users: figures.new_users,
}
const answer = (row: s.Fields) => ({
  list: s.rows({ ...row, ...figures }),
  count: s.count(1),
  summary: { ...totals, Dwdiff: difference },
  configs: {
    cateList,
    platformList,
    platformStatusDics: s.labels,
  },
})

const filter: Sent = {
  ...paged,
  ...sorted('total_profit'),
  platform_status: '1,3',
  platform_cate_id: (w) => String(w.category),
  platform_id: (w) => String(w.platform),
}
const range: Sent = { start: (w) => w.day(20), end: (w) => w.day() }
const thisMonth: Sent = { start: (w) => w.day().slice(0, 7), end: (w) => w.day().slice(0, 7) }
const viewer = { by: 'viewer' } as const

export const statisticsCalls: readonly Documented[] = [
  {
    ...viewer,
    call: 'GET platform/todaySummary',
    needs: { page: '1', limit: '15' },
    answers: totals,
  },
  {
    ...viewer,
    call: 'GET platform/dailyStatistics',
    needs: {},
    may: { ...filter, ...range },
    answers: answer({ day: s.day, ...platform }),
    ways: {
      'merged by platform': {
        sends: { ...filter, ...range, mergeDailyFlag: 'true' },
        answers: answer(platform),
      },
      'merged by date': {
        sends: { ...filter, ...range, mergeByDayFlag: 'true' },
        answers: answer({ day: s.day }),
      },
      'the platforms of a date': {
        sends: { ...filter, start: (w) => w.day(), end: (w) => w.day(), mergeByDayDetailFlag: 'true' },
        answers: answer({ day: s.day, ...platform }),
      },
    },
  },
  {
    ...viewer,
    call: 'GET platform/monthlyStatistics',
    needs: {},
    may: { ...filter, ...thisMonth },
    answers: answer({ month: s.month, ...platform }),
  },
]
