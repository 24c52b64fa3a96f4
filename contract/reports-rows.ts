import * as z from 'zod'
import { count, percent, plain, ratio } from './kit/units.ts'

/*
 * Rows of the channel side's reports. Money is plain currency with up to 4 decimals: worked out exactly on the server in
 * whole thousandths. Every figure of an account is its own players' and everybody's below it, at its own rates.
 */

/** One of the superiors of an account; RoleId '' where there is none. */
export const ReportProxy = z.object({ RoleId: z.string(), Account: z.string(), Remark: z.string() })

const whose = {
  platform_cate_id: z.int(),
  platform_id: z.int(),
  platform_name: z.string(),
  platform_remark: z.string(),
  channel_url: z.string(),
  channel_account: z.string(),
  /** Number of the account's proxy player at this platform; text, since it can pass 2^53. */
  ProxyId: z.string(),
  proxyInfo: z.object({ channel: ReportProxy, subChannel: ReportProxy, salesman: ReportProxy }),
  /** Addition: the account's id in this system. */
  account_id: z.int(),
}

const people = {
  PersonCount: count(),
  PersonDeposit: count(),
  FirstDepositPerson: count(),
  /** New depositors among the registered; 0 when nobody registered. */
  DPrate: ratio(),
  PersonRunning: count(),
}
const traffic = {
  Deposit: plain(),
  Withdraw: plain(),
  DWdiff: plain(),
  Running: plain(),
  GmUpScore: plain(),
  FirstDeposit: plain(),
  AdvOut: plain(),
}
const profit = {
  PassageFee: plain(),
  PlatformWinLose: plain(),
  ApiFee: plain(),
  RealApiFee: plain(),
  RealIncome: plain(),
  RealProfit: plain(),
  SettleAmount: plain(),
  UnSettleAmount: plain(),
}

export const ReportRow = z.object({
  ...whose,
  /** The business day, twice, as pages read either; '' in reports without one. */
  day: z.string(),
  mydate: z.string(),
  /** 'YYYY-MM' in the monthly reports, else ''. */
  month: z.string(),
  ...people,
  ...traffic,
  ...profit,
  /** Rates in percent: of the day in a daily report, else those in force now. */
  game_passage_point: percent(),
  game_withdraw_point: percent(),
  game_dividend_point: percent(),
  /** Addition: figures of earlier days were put right in this one. */
  restated: z.boolean(),
})

export const LiveRow = z.object({
  ...whose,
  Deposit: plain(),
  Withdraw: plain(),
  DWdiff: plain(),
  TodayDeposit: plain(),
  TodayWithdraw: plain(),
  TodayDWdiff: plain(),
})

export const ReportSummary = z.object({
  Deposit: plain(),
  Withdraw: plain(),
  DWdiff: plain(),
  PassageFee: plain(),
  PlatformWinLose: plain(),
  ApiFee: plain(),
  RealApiFee: plain(),
  RealIncome: plain(),
  RealProfit: plain(),
  SettleAmount: plain(),
  UnSettleAmount: plain(),
  PersonCount: count(),
  PersonDeposit: count(),
  FirstDepositPerson: count(),
  FirstDeposit: plain(),
  PersonRunning: count(),
  Running: plain(),
  GmUpScore: plain(),
  AdvOut: plain(),
})

/** Names of the figures of a row that may be sorted by. */
export const sortableFigures = [
  'PersonCount',
  'PersonDeposit',
  'FirstDepositPerson',
  'PersonRunning',
  'Deposit',
  'Withdraw',
  'DWdiff',
  'Running',
  'GmUpScore',
  'FirstDeposit',
  'AdvOut',
  'PassageFee',
  'PlatformWinLose',
  'ApiFee',
  'RealApiFee',
  'RealIncome',
  'RealProfit',
] as const
export type SortableFigure = (typeof sortableFigures)[number]

/** Figures that follow from others and can be explained. */
export const explainable = [
  'DWdiff',
  'PassageFee',
  'ApiFee',
  'RealApiFee',
  'RealIncome',
  'RealProfit',
  'UnSettleAmount',
] as const
export type Explainable = (typeof explainable)[number]
