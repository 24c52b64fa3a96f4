import type * as z from 'zod'
import { kind } from '../../../contract/kit/kinds.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import type { LiveRow, ReportRow, ReportSummary } from '../../../contract/reports-rows.ts'
import type { About } from './about.ts'
import type { Figures, Report, ShownRow, StoredRow } from './engine.ts'

/* How stored figures become rows for people: names of platforms and accounts, plain money, percent rates. */

type Place = Pick<StoredRow, 'platform_id' | 'account_id'>
type Row = z.output<typeof ReportRow>
type Whose = Pick<
  Row,
  | 'platform_cate_id'
  | 'platform_id'
  | 'platform_name'
  | 'platform_remark'
  | 'channel_url'
  | 'channel_account'
  | 'ProxyId'
  | 'proxyInfo'
  | 'account_id'
>

const nobody = () => ({ RoleId: '', Account: '', Remark: '' })
const parts = {
  [kind.channel]: 'channel',
  [kind.subChannel]: 'subChannel',
  [kind.salesman]: 'salesman',
} as const

/** Names a row: its platform, its account, and the nearest superior of each kind. */
export function whoseRow({ platform_id, account_id, about }: Place & { about: About }): Whose {
  const { chain } = about
  const proxyInfo = { channel: nobody(), subChannel: nobody(), salesman: nobody() }
  // The account itself has columns of its own.
  for (const one of chain.toReversed()) {
    const part = parts[one.kind as keyof typeof parts]
    if (one.distance > 0 && part)
      proxyInfo[part] = { RoleId: one.proxy_id, Account: one.username, Remark: one.remark }
  }
  return {
    platform_cate_id: about.cate_id,
    platform_id,
    platform_name: about.name,
    platform_remark: about.remark,
    channel_url: about.channel_url,
    channel_account: chain[0]?.username ?? '',
    ProxyId: chain[0]?.proxy_id ?? '',
    proxyInfo,
    account_id,
  }
}

const figuresOf = (row: Figures & { settled: bigint }) => ({
  PersonCount: Number(row.person_count),
  PersonDeposit: Number(row.person_deposit),
  FirstDepositPerson: Number(row.first_deposit_person),
  PersonRunning: Number(row.person_running),
  Deposit: toPlain(row.deposit),
  Withdraw: toPlain(row.withdraw),
  DWdiff: toPlain(row.deposit - row.withdraw),
  Running: toPlain(row.running),
  GmUpScore: toPlain(row.gm_up_score),
  FirstDeposit: toPlain(row.first_deposit),
  AdvOut: toPlain(row.adv_out),
  PassageFee: toPlain(row.passage_fee),
  PlatformWinLose: toPlain(row.platform_win_lose),
  ApiFee: toPlain(row.api_fee),
  RealApiFee: toPlain(row.real_api_fee),
  RealIncome: toPlain(row.real_income),
  RealProfit: toPlain(row.real_profit),
  SettleAmount: toPlain(row.settled),
  UnSettleAmount: toPlain(row.real_profit - row.settled),
})

/** Sums over everything the filter leaves. */
export const summaryRow = (summary: Report['summary']): z.output<typeof ReportSummary> => figuresOf(summary)

/** A row for people, with the rates of its day, or those in force now. */
export function reportRow(row: StoredRow & { about: About }, rates: 'of its day' | 'of now'): Row {
  const figures = figuresOf(row)
  const isDay = row.period.length === 10
  const now = rates === 'of now' ? row.about.chain[0] : undefined
  const [passage, withdraw, dividend] = now
    ? [now.game_passage_point, now.game_withdraw_point, now.game_dividend_point]
    : [row.passage_point, row.withdraw_point, row.dividend_point]
  return {
    ...whoseRow(row),
    day: isDay ? row.period : '',
    mydate: isDay ? row.period : '',
    month: row.period.length === 7 ? row.period : '',
    ...figures,
    DPrate: figures.PersonCount > 0 ? figures.FirstDepositPerson / figures.PersonCount : 0,
    game_passage_point: passage / 10,
    game_withdraw_point: withdraw / 10,
    game_dividend_point: dividend / 10,
    restated: row.restated,
  }
}

/** A row of the live list: since launch, and what the account did on the day beside it, which is today. */
export function liveRow(row: ShownRow): z.output<typeof LiveRow> {
  const { beside_deposit: deposit, beside_withdraw: withdraw } = row
  return {
    ...whoseRow(row),
    Deposit: toPlain(row.deposit),
    Withdraw: toPlain(row.withdraw),
    DWdiff: toPlain(row.deposit - row.withdraw),
    TodayDeposit: toPlain(deposit),
    TodayWithdraw: toPlain(withdraw),
    TodayDWdiff: toPlain(deposit - withdraw),
  }
}
