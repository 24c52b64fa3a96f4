import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../contract/kit/kinds.ts'
import type { SortableFigure } from '../../../contract/reports-rows.ts'
import type { Scope } from '../../kit/caller.ts'
import { columns, figureNames, sumOf } from './figures-sql.ts'

/** What rows of a report are: days, months, a range taken together, or everything since launch. */
export type Grain = 'day' | 'month' | 'range' | 'total'

export interface ReportFilter {
  platform_cate_id?: readonly number[] | undefined
  platform_id?: readonly number[] | undefined
  channel_account?: string | undefined
  ProxyId?: string | undefined
  ParentID?: string | undefined
  accountLevel?: number | undefined
}

export const filterNames = [
  'platform_cate_id',
  'platform_id',
  'channel_account',
  'ProxyId',
  'ParentID',
  'accountLevel',
] as const satisfies readonly (keyof ReportFilter)[]

export interface ReportQuery {
  kind: Kind
  grain: Grain
  /** Business days, both included; months are cut from them. Without meaning for `total`. */
  from: string
  to: string
  filter: ReportFilter
  /** Only what was known at the end of this day, corrections by the day they are about. */
  knownAt?: string | undefined
  /** Platforms that are over are no live business; the channel side sees live only what is shown to it. */
  live?: boolean
  /** Each row of a page has what its account did on this day beside it. */
  beside?: string
  /** Whether the page tells what of the profit since launch is not settled. */
  unsettled?: boolean
  /** With the totals, the figures of this day to sort by: TodayDeposit, TodayWithdraw, TodayDWdiff. */
  todayFirst?: string
}

const within = (column: string, text: string) =>
  sql`position(lower(${text}) in lower(${sql.ref(column)})) > 0`
const proxyIs = (account: string, proxyId: string) => sql`(
  ${sql.ref(`${account}.role_id`)} = ${proxyId}
  or exists (select 1 from account_links l where l.account_id = ${sql.ref(`${account}.id`)} and l.proxy_id = ${proxyId}))`

/** `who (id)`: the accounts of the level that the scope and the filter leave. */
export function whoCte(scope: Scope, { kind, filter }: ReportQuery): RawBuilder<unknown> {
  const { channel_account: name, ProxyId, ParentID, accountLevel } = filter
  const all = [sql`a.kind = ${sql.lit(kind)}`]
  if (name) all.push(within('a.username', name))
  if (ProxyId) all.push(proxyIs('a', ProxyId))
  if (ParentID)
    all.push(
      sql`exists (select 1 from accounts parent where parent.id = a.parent_id and ${proxyIs('parent', ParentID)})`,
    )
  if (accountLevel && kind !== 3)
    // To somebody below a channel levels count from himself, and his own figures stand with the first.
    all.push(
      scope.everything
        ? sql`a.level = ${accountLevel}`
        : sql`(mine.distance = ${accountLevel} or (${accountLevel}::int = 1 and mine.distance = 0))`,
    )
  const mine = scope.everything
    ? sql``
    : sql`join account_tree mine on mine.account_id = a.id and mine.ancestor_id = ${scope.accountId}`
  return sql`who as materialized (select a.id from accounts a ${mine} where ${sql.join(all, sql` and `)})`
}

/**
 * `place (id)`: the platforms that reports show, as filtered. Looked up row by row where a page is cut from an index:
 * held as a list it would be gone through for each row.
 */
export function placeCte(scope: Scope, { filter, live = false }: ReportQuery): RawBuilder<unknown> {
  const all = [sql`p.deleted = 0`, live ? sql`p.status in (1, 3)` : sql`p.status <> 0`]
  if (live && !scope.everything) all.push(sql`p.channel_live_show = 1`)
  if (filter.platform_cate_id) all.push(sql`p.cate_id = any(${filter.platform_cate_id}::int[])`)
  if (filter.platform_id) all.push(sql`p.id = any(${filter.platform_id}::int[])`)
  return sql`place as not materialized (select p.id from platforms p where ${sql.join(all, sql` and `)})`
}

/** Whether the filter or the scope leaves out any account of the level; if not, the kind of a row says enough. */
const someOnly = (
  scope: Scope,
  { filter: { channel_account, ProxyId, ParentID, accountLevel } }: ReportQuery,
) => !scope.everything || Boolean(channel_account || ProxyId || ParentID || accountLevel)
const monthOf = (day: string) => `${day.slice(0, 7)}-01`

/** Corrections taken out of the days they were booked on and put to the days they are about, as far as known by then. */
const asKnown = ({ from, to }: ReportQuery, knownAt: string) => sql`(
  select platform_id, account_id, day, ${sumOf(figureNames)}, false as restated from (
    select platform_id, account_id, day, ${columns(figureNames)} from account_days
    where day between ${from}::date and least(${to}::date, ${knownAt}::date)
    union all
    select platform_id, account_id, booked_day, ${sql.join(figureNames.map((name) => sql`-${sql.ref(name)}`))}
    from account_restatements where booked_day between ${from}::date and least(${to}::date, ${knownAt}::date)
    union all
    select platform_id, account_id, origin_day, ${columns(figureNames)}
    from account_restatements where origin_day between ${from}::date and ${to}::date and booked_day <= ${knownAt}::date
  ) every group by 1, 2, 3)`

/** The rows of the grain with every figure, before the page is cut; they need `who` and `place`. The scope goes first. */
export function rowsOf(scope: Scope, query: ReportQuery): RawBuilder<unknown> {
  const { grain, kind, from, to, knownAt } = query
  const everybody = !knownAt && !someOnly(scope, query)
  const narrowed = sql`join place on place.id = d.platform_id ${everybody ? sql`` : sql`join who on who.id = d.account_id`}`
  const days = knownAt ? asKnown(query, knownAt) : sql`account_days`
  const points = sql`0 as passage_point, 0 as withdraw_point, 0 as dividend_point`
  switch (grain) {
    case 'day':
      return sql`
        select d.platform_id, d.account_id, d.day as cut, d.day::text as period, d.restated, ${columns(figureNames, 'd')},
          ${knownAt ? points : sql`d.passage_point, d.withdraw_point, d.dividend_point`}
        from ${days} d ${narrowed}
        where ${knownAt ? sql`true` : sql`d.kind = ${sql.lit(kind)} and d.day between ${from}::date and ${to}::date`}`
    case 'month':
      return sql`
        select d.platform_id, d.account_id, d.month as cut, left(d.month::text, 7) as period, false as restated,
          ${columns(figureNames, 'd')}, ${points}
        from account_months d ${narrowed}
        where d.kind = ${sql.lit(kind)} and d.month between ${monthOf(from)}::date and ${monthOf(to)}::date`
    case 'range':
      return sql`
        select d.platform_id, d.account_id, '' as period, bool_or(d.restated) as restated, ${sumOf(figureNames, 'd')},
          ${points}
        from ${days} d ${narrowed}
        where ${knownAt ? sql`true` : sql`d.kind = ${sql.lit(kind)} and d.day between ${from}::date and ${to}::date`}
        group by d.platform_id, d.account_id`
    case 'total':
      return sql`
        select d.platform_id, d.account_id, '' as period, false as restated, ${columns(figureNames, 'd')}, ${points}
          ${query.todayFirst ? sql`, coalesce(n.deposit, 0) as today_deposit, coalesce(n.withdraw, 0) as today_withdraw` : sql``}
        from account_totals d ${narrowed}
        ${
          query.todayFirst
            ? sql`left join account_days n on n.platform_id = d.platform_id and n.account_id = d.account_id
                and n.day = ${query.todayFirst}::date`
            : sql``
        }
        where d.kind = ${sql.lit(kind)}`
  }
}

const sortColumns: Readonly<Record<SortableFigure, RawBuilder<unknown>>> = {
  PersonCount: sql`person_count`,
  PersonDeposit: sql`person_deposit`,
  FirstDepositPerson: sql`first_deposit_person`,
  PersonRunning: sql`person_running`,
  Deposit: sql`deposit`,
  Withdraw: sql`withdraw`,
  DWdiff: sql`deposit - withdraw`,
  Running: sql`running`,
  GmUpScore: sql`gm_up_score`,
  FirstDeposit: sql`first_deposit`,
  AdvOut: sql`adv_out`,
  PassageFee: sql`passage_fee`,
  PlatformWinLose: sql`platform_win_lose`,
  ApiFee: sql`api_fee`,
  RealApiFee: sql`real_api_fee`,
  RealIncome: sql`real_income`,
  RealProfit: sql`real_profit`,
}

/** Only of rows with `todayFirst`. */
const todayColumns: Readonly<Record<string, RawBuilder<unknown>>> = {
  TodayDeposit: sql`today_deposit`,
  TodayWithdraw: sql`today_withdraw`,
  TodayDWdiff: sql`today_deposit - today_withdraw`,
}
export const isTodayFigure = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(todayColumns, name)

/** Order of a report: a figure by name, else the newest day first, then platform and account, as the indexes have them. */
export function orderOf(
  { grain, todayFirst }: Pick<ReportQuery, 'grain' | 'todayFirst'>,
  orderBy: string | undefined,
  orderType: 'asc' | 'desc' | undefined,
): RawBuilder<unknown> {
  const cut = grain === 'day' || grain === 'month'
  const direction = sql.raw(orderType === 'asc' ? 'asc' : 'desc')
  const known = todayFirst === undefined ? sortColumns : { ...sortColumns, ...todayColumns }
  const by = orderBy && Object.hasOwn(known, orderBy) ? known[orderBy as SortableFigure] : undefined
  const newest = cut ? sql`cut desc, ` : sql``
  if (by) return sql`${by} ${direction}, ${newest}platform_id, account_id`
  const asked = orderBy === 'day' || orderBy === 'mydate' || orderBy === 'month'
  return sql`${cut && asked ? sql`cut ${direction}, ` : newest}platform_id, account_id`
}

/** The condition that a settlement `s` is booked for the grain's time. */
export const bookedFor = ({ grain, from, to }: ReportQuery): RawBuilder<unknown> =>
  grain === 'total'
    ? sql`true`
    : grain === 'month'
      ? sql`s.to_day >= ${monthOf(from)}::date and s.to_day < ${monthOf(to)}::date + interval '1 month'`
      : sql`s.to_day between ${from}::date and ${to}::date`

/** The condition that a settlement `s` was booked by the day the report is read as known at. */
export const bookedBy = ({ knownAt }: ReportQuery): RawBuilder<unknown> =>
  knownAt ? sql`s.booked_day <= ${knownAt}::date` : sql`true`
