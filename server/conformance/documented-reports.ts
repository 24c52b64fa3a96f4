import { type Documented, paged, type Sent, sorted } from './documented.ts'
import { sinceLaunch, today } from './plant-figures.ts'
import { terms } from './plant-people.ts'
import { settled } from './plant-settlement.ts'
import { catePlatformList, cateList, platformList } from './selectors.ts'
import * as s from './shapes.ts'

type Level = 'channel' | 'subChannel' | 'salesman'
type Figures = Record<keyof typeof today, number>

const superior = { RoleId: s.digits(), Account: s.text(), Remark: s.text() }
const nobody = { RoleId: s.anyText, Account: s.anyText, Remark: s.anyText }
const chains = {
  channel: { channel: nobody, subChannel: nobody, salesman: nobody },
  subChannel: { channel: superior, subChannel: nobody, salesman: nobody },
  salesman: { channel: nobody, subChannel: superior, salesman: nobody },
} satisfies Record<Level, object>
/** Who asks, and how far the row's account then is: a level counts from whoever looks. */
const askedBy = {
  channel: { by: 'viewer', whose: {} },
  subChannel: { by: 'channel', whose: { ParentID: '61001', accountLevel: '1' } },
  salesman: { by: 'subChannel', whose: { ParentID: '61002', accountLevel: '1' } },
} as const
const numbers = { channel: '61001', subChannel: '61002', salesman: '61003' } as const

const whose = (level: Level) => ({
  platform_cate_id: s.number(),
  platform_id: s.number(),
  platform_name: s.text('Harbor Lights'),
  platform_remark: s.text('calm'),
  channel_url: s.text(),
  channel_account: s.text(`harbor-${level}`),
  ProxyId: s.digits(numbers[level]),
  proxyInfo: chains[level],
})
const people = (figures: Figures) => ({
  PersonCount: s.count(figures.PersonCount),
  FirstDepositPerson: s.count(figures.FirstDepositPerson),
  PersonRunning: s.count(figures.PersonRunning),
})
const money = (figures: Figures) => ({
  Deposit: s.plain(figures.Deposit),
  Withdraw: s.plain(figures.Withdraw),
  DWdiff: s.plain(figures.DWdiff),
})
const traffic = (figures: Figures) => ({
  ...people(figures),
  PersonDeposit: s.count(figures.PersonDeposit),
  DPrate: s.ratio(0.5),
  ...money(figures),
  Running: s.plain(figures.Running),
  GmUpScore: s.plain(figures.GmUpScore),
  FirstDeposit: s.plain(figures.FirstDeposit),
  AdvOut: s.plain(figures.AdvOut),
})
const fees = (figures: Figures) => ({
  PassageFee: s.plain(figures.PassageFee),
  PlatformWinLose: s.plain(figures.PlatformWinLose),
  ApiFee: s.plain(figures.ApiFee),
  RealApiFee: s.plain(figures.RealApiFee),
  RealIncome: s.plain(figures.RealIncome),
  RealProfit: s.plain(figures.RealProfit),
})
/** Only the channel was paid anything. */
const books = (level: Level) =>
  level === 'channel'
    ? { SettleAmount: s.plain(settled.sum), UnSettleAmount: s.plain(settled.unsettled) }
    : { SettleAmount: s.plain(0), UnSettleAmount: s.plain(sinceLaunch.RealProfit) }
/** What is settled counts on the day it was booked, whatever day asked for it. */
const booksOfToday = (level: Level) =>
  level === 'channel'
    ? { SettleAmount: s.plain(settled.sum), UnSettleAmount: s.plain(today.RealProfit - settled.sum) }
    : { SettleAmount: s.plain(0), UnSettleAmount: s.plain(today.RealProfit) }
const points = {
  game_passage_point: s.percent(terms.passage),
  game_withdraw_point: s.percent(terms.withdraw),
  game_dividend_point: s.percent(terms.dividend),
}

const { ApiFee: _, ...summedFees } = fees(sinceLaunch)
const { DPrate: __, PersonDeposit: ___, ...summedTraffic } = traffic(sinceLaunch)
const summary = (level: Level) => ({ ...summedTraffic, ...summedFees, ...books(level) })
const selectors = {
  cateList,
  platformList,
  platformStatusDics: s.labels,
}
const answer = (level: Level, row: s.Fields, configs: s.Fields = selectors) => ({
  list: s.rows({ ...whose(level), ...row }),
  count: s.count(),
  summary: summary(level),
  configs: level === 'channel' ? configs : { ...configs, salesman_level: s.labels },
})

const filter = (level: Level): Sent => ({
  ...paged,
  ...sorted('Deposit'),
  platform_cate_id: (w) => String(w.category),
  platform_id: (w) => String(w.platform),
  channel_account: `harbor-${level}`,
  ProxyId: numbers[level],
  ...askedBy[level].whose,
})
const days = (from: string, to: string): Sent => ({ [from]: (w) => w.day(1), [to]: (w) => w.day() })
/** The months of both planted days, which a month may part. */
const months: Sent = { start: (w) => w.day(1).slice(0, 7), end: (w) => w.day().slice(0, 7) }

/** The calls every level has. Fees and profit are documented for the channel's own reports only, and in settlements. */
function reportsOf(level: Level): readonly Documented[] {
  const { by } = askedBy[level]
  const all = { by, needs: {} } as const
  const own = level === 'channel'
  const daily = { day: s.day, ...traffic(today) }
  const settleRow = { ...money(sinceLaunch), ...fees(sinceLaunch), ...books(level), ...points }
  const row: Sent = {
    platform_id: (w) => String(w.platform),
    ProxyId: numbers[level],
    channel_account: `harbor-${level}`,
  }
  return [
    {
      ...all,
      call: `GET ${level}/channelDaily`,
      may: { ...filter(level), ...days('start', 'end') },
      answers: answer(
        level,
        own ? { ...daily, mydate: s.day, ...fees(today), ...booksOfToday(level) } : daily,
      ),
    },
    ...(own
      ? []
      : [
          {
            ...all,
            call: `GET ${level}/channelMonthly`,
            may: { ...filter(level), ...months },
            answers: answer(level, { month: s.month, ...traffic(sinceLaunch) }),
          } as const,
        ]),
    {
      ...all,
      call: `GET ${level}/channelSummary`,
      may: filter(level),
      answers: answer(
        level,
        own ? { ...traffic(sinceLaunch), ...fees(sinceLaunch), ...books(level) } : traffic(sinceLaunch),
      ),
    },
    {
      ...all,
      call: `GET ${level}/settleSummary`,
      may: { ...filter(level), limit: '50', event: '', ...days('startTime', 'endTime') },
      answers: {
        ...answer(level, settleRow, { catePlatformList }),
        unSettleAmountTotal: own ? s.plain(settled.unsettled) : s.plain(sinceLaunch.RealProfit),
      },
      ways: {
        'as an export': { sends: { event: 'asyncexport' }, answers: { taskId: s.digits() } },
        'as an export by its other name': { sends: { event: 'export' }, answers: { taskId: s.digits() } },
      },
    },
    {
      ...all,
      call: `GET ${level}/channelLiveList`,
      may: filter(level),
      answers: answer(level, {
        ...money(sinceLaunch),
        TodayDeposit: s.plain(today.Deposit),
        TodayWithdraw: s.plain(today.Withdraw),
        TodayDWdiff: s.plain(today.DWdiff),
      }),
    },
    {
      by: own ? 'finance' : by,
      call: `POST ${level}/channelDailyRepair`,
      needs: row,
      answers: { taskId: s.digits(), msg: s.text() },
    },
    {
      by: own ? 'finance' : by,
      call: `POST ${level}/accountGroupLogin`,
      needs: { platformId: (w) => String(w.platform), channelAccount: `harbor-${level}` },
      answers: s.text(),
    },
  ]
}

const todayFigures = traffic(today)

export const reportCalls: readonly Documented[] = [
  {
    by: 'channel',
    call: 'GET channel/todaySummary',
    answers: {
      Deposit: todayFigures.Deposit,
      Withdraw: todayFigures.Withdraw,
      DWdiff: todayFigures.DWdiff,
      PersonCount: todayFigures.PersonCount,
      FirstDepositPerson: todayFigures.FirstDepositPerson,
      FirstDeposit: todayFigures.FirstDeposit,
      PersonRunning: todayFigures.PersonRunning,
      Running: todayFigures.Running,
      GmUpScore: todayFigures.GmUpScore,
      AdvOut: todayFigures.AdvOut,
    },
  },
  ...reportsOf('channel'),
  ...reportsOf('subChannel'),
  ...reportsOf('salesman'),
]
