import type { Level } from '../../../contract/reports.ts'
import { reports } from '../../../contract/reports.ts'
import type { RowOf } from '../../kit/list/types.ts'

/** What the reports of a level are cut into. */
export type ReportGrain = 'daily' | 'monthly' | 'summary' | 'settle'

/*
 * Every report answers the same rows; the declaration that names the most parameters stands for all of them.
 */
export type ReportCall = typeof reports.salesmanDaily
export type Row = RowOf<ReportCall>
export type LiveCall = typeof reports.salesmanLive
export type LiveRowOf = RowOf<LiveCall>

const names = { daily: 'Daily', monthly: 'Monthly', summary: 'Summary', settle: 'Settle' } as const

/** The call behind a page; there is no monthly report of channels. */
export function callOf(level: Level, grain: ReportGrain): ReportCall {
  const calls = reports as unknown as Readonly<Record<string, ReportCall>>
  const found = calls[`${level}${names[grain]}`]
  if (!found) throw new Error(`no report ${level} ${grain}`)
  return found
}

/** Where each page stands. Sub-channels' pages are written small, unlike their calls; channels have no monthly report. */
export const pagePaths = {
  channel: {
    daily: '/adminapi/channel/channelDaily',
    summary: '/adminapi/channel/channelSummary',
    settle: '/adminapi/channel/settleSummary',
    live: '/adminapi/channel/channelLiveList',
  },
  subChannel: {
    daily: '/adminapi/subchannel/channelDaily',
    monthly: '/adminapi/subchannel/channelMonthly',
    summary: '/adminapi/subchannel/channelSummary',
    settle: '/adminapi/subchannel/settleSummary',
    live: '/adminapi/subchannel/channelLiveList',
  },
  salesman: {
    daily: '/adminapi/salesman/channelDaily',
    monthly: '/adminapi/salesman/channelMonthly',
    summary: '/adminapi/salesman/channelSummary',
    settle: '/adminapi/salesman/settleSummary',
    live: '/adminapi/salesman/channelLiveList',
  },
} as const satisfies Record<Level, Partial<Record<ReportGrain | 'live', string>>>

export const people = ['PersonCount', 'PersonDeposit'] as const
const traffic = [
  'Running',
  'GmUpScore',
  'DPrate',
  'FirstDepositPerson',
  'FirstDeposit',
  'PersonRunning',
  'AdvOut',
] as const
const profit = [
  'PassageFee',
  'PlatformWinLose',
  'RealApiFee',
  'RealIncome',
  'RealProfit',
  'SettleAmount',
  'UnSettleAmount',
] as const

/** Figures of a report in the order of its columns. Channels' reports show people and profit alike. */
export function figuresOf(level: Level, grain: ReportGrain) {
  if (grain === 'settle') return ['Deposit', 'Withdraw', 'DWdiff', ...profit] as const
  const all = [...people, 'Deposit', 'Withdraw', 'DWdiff', ...traffic] as const
  return level === 'channel' ? ([...all, ...profit] as const) : all
}
export type FigureName = ReturnType<typeof figuresOf>[number]

/** Names of figures that the summary has too; a rate is none. */
export const hasSum = (name: FigureName): name is Exclude<FigureName, 'DPrate'> => name !== 'DPrate'
