import { sql } from 'kysely'
import type * as z from 'zod'
import { kind } from '../../../contract/kit/kinds.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import type { LiveRow, ReportRow, ReportSummary } from '../../../contract/reports-rows.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Figures, Report, StoredRow } from './engine.ts'

/* How stored figures become rows for people: names of platforms and accounts, plain money, percent rates. */

type Place = Pick<StoredRow, 'platform_id' | 'account_id'>
type Row = z.output<typeof ReportRow>
export type Whose = Pick<
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

interface Points {
  game_passage_point: number
  game_withdraw_point: number
  game_dividend_point: number
}

interface Standing extends Points {
  platform_id: number
  account_id: number
  distance: number
  kind: number
  username: string
  remark: string
  proxy_id: string
}

const nobody = () => ({ RoleId: '', Account: '', Remark: '' })
const parts = {
  [kind.channel]: 'channel',
  [kind.subChannel]: 'subChannel',
  [kind.salesman]: 'salesman',
} as const

/**
 * Names what rows are about, with everybody above them that the scope reaches and the account's rates in force now, in
 * tenths of a percent: two reads, however many rows.
 */
export async function whoseRows(
  scope: Scope,
  db: Db,
  rows: readonly Place[],
): Promise<(row: Place) => { whose: Whose; now: Points | undefined }> {
  const platformIds = [...new Set(rows.map((row) => row.platform_id))]
  const visible = scope.everything
    ? sql``
    : sql`join account_tree seen on seen.account_id = t.ancestor_id and seen.ancestor_id = ${scope.accountId}`
  const [platforms, chains] = await Promise.all([
    platformIds.length === 0
      ? []
      : db
          .selectFrom('platforms')
          .select(['id', 'name', 'remark', 'cate_id', 'channel_url'])
          .where('id', 'in', platformIds)
          .execute(),
    sql<Standing>`
      select w.platform_id, w.account_id, t.distance, p.kind, p.username, p.remark,
        p.game_passage_point, p.game_withdraw_point, p.game_dividend_point,
        coalesce(l.proxy_id, p.role_id) as proxy_id
      from (select distinct * from unnest(
        ${rows.map((row) => row.platform_id)}::int[], ${rows.map((row) => row.account_id)}::int[]
      ) as w (platform_id, account_id)) w
      join account_tree t on t.account_id = w.account_id ${visible}
      join accounts p on p.id = t.ancestor_id
      left join account_links l on l.platform_id = w.platform_id and l.account_id = p.id
      order by t.distance`.execute(db),
  ])
  const byPlatform = new Map(platforms.map((platform) => [platform.id, platform]))
  const byRow = Map.groupBy(chains.rows, (one) => `${one.platform_id} ${one.account_id}`)
  return ({ platform_id, account_id }) => {
    const platform = byPlatform.get(platform_id)
    const chain = byRow.get(`${platform_id} ${account_id}`) ?? []
    const proxyInfo = { channel: nobody(), subChannel: nobody(), salesman: nobody() }
    // The nearest superior of each kind; the account itself has columns of its own.
    for (const one of chain.toReversed()) {
      const part = parts[one.kind as keyof typeof parts]
      if (one.distance > 0 && part)
        proxyInfo[part] = { RoleId: one.proxy_id, Account: one.username, Remark: one.remark }
    }
    const whose = {
      platform_cate_id: platform?.cate_id ?? 0,
      platform_id,
      platform_name: platform?.name ?? '',
      platform_remark: platform?.remark ?? '',
      channel_url: platform?.channel_url ?? '',
      channel_account: chain[0]?.username ?? '',
      ProxyId: chain[0]?.proxy_id ?? '',
      proxyInfo,
      account_id,
    }
    return { whose, now: chain[0] }
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

/** A row for people; a row that is not of one day shows the rates in force now. */
export function reportRow(row: StoredRow, whose: Whose, now: Points | undefined): Row {
  const figures = figuresOf(row)
  const isDay = row.period.length === 10
  const [passage, withdraw, dividend] = now
    ? [now.game_passage_point, now.game_withdraw_point, now.game_dividend_point]
    : [row.passage_point, row.withdraw_point, row.dividend_point]
  return {
    ...whose,
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

/** A row of the live list; `today` is what the account did on the present business day. */
export function liveRow(
  row: StoredRow,
  whose: Whose,
  today: { deposit: bigint; withdraw: bigint } | undefined,
): z.output<typeof LiveRow> {
  const { deposit = 0n, withdraw = 0n } = today ?? {}
  return {
    ...whose,
    Deposit: toPlain(row.deposit),
    Withdraw: toPlain(row.withdraw),
    DWdiff: toPlain(row.deposit - row.withdraw),
    TodayDeposit: toPlain(deposit),
    TodayWithdraw: toPlain(withdraw),
    TodayDWdiff: toPlain(deposit - withdraw),
  }
}
