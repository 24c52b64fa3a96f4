import './kit/no-eval.ts'
import type * as z from 'zod'
import { type Text, text } from './kit/language.ts'
import { count, plain, ratio, thousandths } from './kit/units.ts'

/*
 * The figures of a platform's day, month or range: one table that the server, the pages, the export and the tests read.
 * Those marked `stored` are taken as the platform delivers them; the others are computed from them.
 */

/** How rows become one row. */
export type Merge =
  /** Added up, over days as over platforms. */
  | 'sum'
  /** A stock: the last day of each platform, added up over platforms. */
  | 'last'
  /** An average per active user: weighted by active users. */
  | 'weighted'
  /** Computed anew from the merged sums, never averaged. */
  | 'computed'

interface Figure {
  /** What the wire carries. */
  unit: 'thousandths' | 'plain' | 'ratio' | 'count'
  /** Decimals shown: of the currency, of percent for a ratio. */
  decimals: 0 | 2 | 3
  merge: Merge
  stored: boolean
  title: Text
  /** What it means, for the heading of its column. */
  hint: Text
}

const figure = <const U extends Figure['unit'], const M extends Merge>(
  unit: U,
  decimals: Figure['decimals'],
  merge: M,
  title: Text,
  hint: Text,
) => ({ unit, decimals, merge, stored: merge !== 'computed', title, hint })
const sum = (title: Text, hint: Text) => figure('thousandths', 2, 'sum', title, hint)
/** Small sums, shown to the thousandth. */
const fine = (title: Text, hint: Text) => figure('thousandths', 3, 'sum', title, hint)
const stock = (title: Text, hint: Text) => figure('thousandths', 2, 'last', title, hint)
const people = (title: Text, hint: Text) => figure('count', 0, 'sum', title, hint)
const share = (title: Text, hint: Text) => figure('ratio', 2, 'computed', title, hint)

/** Every figure by its name on the wire, in the order of the columns. */
export const statisticsFigures = {
  total_recharge: figure(
    'plain',
    2,
    'sum',
    text('总充值', 'Recharge'),
    text('当日玩家充值总额', 'What players recharged on the day'),
  ),
  total_withdrawal: sum(
    text('总提现', 'Withdrawal'),
    text('当日玩家提现总额', 'What players withdrew on the day'),
  ),
  DWdiff: figure(
    'thousandths',
    2,
    'computed',
    text('充提差', 'Difference'),
    text('总充值 − 总提现', 'Recharge − withdrawal'),
  ),
  withdrawal_rate: share(
    text('提现率', 'Withdrawal rate'),
    text(
      '总提现 ÷（昨日玩家余额 + 总充值）；任一项为 0 时为 0.00%。合并行按合计重新计算',
      "Withdrawal ÷ (yesterday's player money + recharge); 0.00% when either is 0. Merged rows: from their sums",
    ),
  ),
  total_profit: sum(
    text('总利润', 'Profit'),
    text('平台上报的当日利润', 'Profit of the day as the platform reports it'),
  ),
  platform_profit_and_loss: sum(
    text('平台盈亏', 'Platform P&L'),
    text('平台上报的当日盈亏', 'Profit and loss of the day as the platform reports it'),
  ),
  total_game_win: sum(
    text('游戏总赢', 'Game win'),
    text('平台在游戏中赢得的金额，由平台上报', 'What the house won in games, as the platform reports it'),
  ),
  total_game_award: sum(
    text('游戏总派奖', 'Game award'),
    text('游戏派给玩家的金额，由平台上报', 'What games paid to players, as the platform reports it'),
  ),
  total_user_money: stock(
    text('玩家总余额', 'Player money'),
    text(
      '玩家账户余额，当日为当前值，之后为日终值。按平台合并时取最后一天',
      'Money in players’ accounts: now, or at the end of the day. Merged by platform: the last day',
    ),
  ),
  first_charge_num: people(
    text('首充人数', 'First recharges'),
    text('当日首次充值的玩家人数', 'Players who recharged for the first time'),
  ),
  first_charge_amount: sum(
    text('首充金额', 'First recharge sum'),
    text('当日首次充值的金额', 'What first recharges brought'),
  ),
  active_users: people(
    text('活跃人数', 'Active users'),
    text(
      '当日有投注的玩家人数；跨天合并为各天之和（人次）',
      'Players active on the day; over several days the days are added up',
    ),
  ),
  new_users: people(text('新增人数', 'New users'), text('当日注册的玩家人数', 'Players who registered')),
  gold_coins_historical_stock: stock(
    text('金币历史库存', 'Gold coin stock'),
    text(
      '平台金币库存，取日终值。按平台合并时取最后一天',
      'Gold coins in stock at the end of the day. Merged by platform: the last day',
    ),
  ),
  platform_rtp: share(
    text('平台RTP', 'Platform RTP'),
    text(
      '（游戏金币产出 + 免费金币产出）÷ 金币总消耗。合并行按合计重新计算',
      '(Game coin output + free coin output) ÷ coins consumed. Merged rows: from their sums',
    ),
  ),
  game_rtp: share(
    text('游戏RTP', 'Game RTP'),
    text(
      '游戏金币产出 ÷ 金币总消耗。合并行按合计重新计算',
      'Game coin output ÷ coins consumed. Merged rows: from their sums',
    ),
  ),
  tax: fine(text('税收', 'Tax'), text('平台收取的手续费与税', 'Fees and tax the platform took')),
  free_gold_coin_output: sum(
    text('免费金币产出', 'Free coin output'),
    text('活动、赠送等免费发出的金币', 'Gold coins given away: bonuses, gifts'),
  ),
  game_gold_coin_output: sum(
    text('游戏金币产出', 'Game coin output'),
    text('游戏产出给玩家的金币', 'Gold coins games paid out'),
  ),
  total_gold_consumption: sum(
    text('金币总消耗', 'Coins consumed'),
    text('玩家消耗的金币', 'Gold coins players spent'),
  ),
  average_online_time: figure(
    'count',
    0,
    'weighted',
    text('平均在线时长（秒）', 'Average online time (s)'),
    text(
      '每名活跃玩家的平均在线秒数；合并行按活跃人数加权',
      'Seconds online per active user; merged rows weigh by active users',
    ),
  ),
  totalpay: sum(
    text('支付总额', 'Total pay'),
    text('经支付渠道的充值总额', 'Recharges through payment channels'),
  ),
  olduserpay: sum(
    text('老用户充值', 'Old users’ pay'),
    text('非首充玩家的充值金额', 'Recharges of players who had recharged before'),
  ),
  totalwater: sum(text('总流水', 'Turnover'), text('玩家投注流水总额', 'All that players wagered')),
  gm_send_money: fine(
    text('GM赠送', 'GM gifts'),
    text('后台赠送给玩家的金额', 'Money staff gave to players by hand'),
  ),
  inner_proxy_reg_award: fine(
    text('内部代理注册奖励', 'Proxy sign-up award'),
    text('内部代理拉新注册的奖励', 'Awards to in-game proxies for new players'),
  ),
  inner_proxy_award: fine(
    text('内部代理奖励', 'Proxy award'),
    text('内部代理的返佣奖励', 'Commission awards to in-game proxies'),
  ),
  yesterday_user_money: sum(
    text('昨日玩家余额', 'Yesterday’s player money'),
    text(
      '当日开始时的玩家余额；跨天合并为各天之和，与提现率的分母一致',
      'Player money when the day began; over several days the days are added up, as the withdrawal rate needs it',
    ),
  ),
} as const satisfies Record<string, Figure>

export type StatisticsFigure = keyof typeof statisticsFigures
export const statisticsFigureNames = Object.keys(statisticsFigures) as StatisticsFigure[]
type Stored<M extends Merge> = {
  [K in StatisticsFigure]: (typeof statisticsFigures)[K]['merge'] extends M ? K : never
}[StatisticsFigure]
export type SummedFigure = Stored<'sum'>
export type StockFigure = Stored<'last'>
export type StoredFigure = Stored<'sum' | 'last' | 'weighted'>

const merging = <M extends Merge>(...by: M[]) =>
  statisticsFigureNames.filter((name) =>
    (by as Merge[]).includes(statisticsFigures[name].merge),
  ) as Stored<M>[]
export const summedFigures = merging('sum')
export const stockFigures = merging('last')
export const storedFigures = merging('sum', 'last', 'weighted')

/** Figures of the totals over everything filtered. The difference is called `Dwdiff` there, with a small w. */
export const totalledFigures = [
  'total_recharge',
  'total_withdrawal',
  'total_profit',
  'first_charge_num',
  'first_charge_amount',
  'active_users',
  'new_users',
] as const satisfies readonly SummedFigure[]

const shapes = { thousandths, plain, ratio, count }
type ShapeOf<K extends StatisticsFigure> = ReturnType<(typeof shapes)[(typeof statisticsFigures)[K]['unit']]>
/** The schema of some figures, each in its unit. */
export const shapeOf = <const K extends StatisticsFigure>(names: readonly K[]): { [N in K]: ShapeOf<N> } =>
  Object.fromEntries(
    names.map((name): [K, z.ZodType] => [name, shapes[statisticsFigures[name].unit]()]),
  ) as never

type Sums = Readonly<Record<SummedFigure, bigint>>

/** `over / under` in parts of 10,000 rounded half up; 0 where either is 0. Nothing is divided in floating point. */
function tenThousandths(over: bigint, under: bigint): number {
  if (over === 0n || under === 0n) return 0
  const sign = under < 0n ? -1n : 1n
  const doubled = 20_000n * over * sign + under * sign
  const by = 2n * under * sign
  const floor = doubled / by - (doubled % by < 0n ? 1n : 0n)
  return Number(floor) / 10_000
}

/** What follows from sums, of one day as of many merged: the difference in thousandths, ratios with 4 decimals. */
export function computedFigures(sums: Sums): {
  DWdiff: bigint
  withdrawal_rate: number
  platform_rtp: number
  game_rtp: number
} {
  const { total_recharge, total_withdrawal, yesterday_user_money } = sums
  const { game_gold_coin_output: games, free_gold_coin_output: free, total_gold_consumption: spent } = sums
  return {
    DWdiff: total_recharge - total_withdrawal,
    withdrawal_rate: tenThousandths(total_withdrawal, yesterday_user_money + total_recharge),
    platform_rtp: tenThousandths(games + free, spent),
    game_rtp: tenThousandths(games, spent),
  }
}

/** Thousandths as plain currency with two decimals, rounded half up. */
export function plainCents(value: bigint): number {
  const shifted = value + 5n
  const cents = shifted / 10n - (shifted % 10n < 0n ? 1n : 0n)
  return Number(cents) / 100
}
