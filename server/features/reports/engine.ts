import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { type PlacesOffered, placesOffered } from '../accounts/index.ts'
import { type About, aboutOf } from './about.ts'
import { columns, type FigureName, figureNames, sumOf } from './figures-sql.ts'
import {
  bookedBy,
  bookedFor,
  filterNames,
  type Grain,
  orderOf,
  placeCte,
  type ReportQuery,
  rowsOf,
  whoCte,
} from './query.ts'

export interface Page {
  page: number
  limit: number
  orderBy?: string | undefined
  orderType?: 'asc' | 'desc' | undefined
}

export type Figures = Record<FigureName, bigint>

/** A row as stored, money in thousandths, rates in tenths of a percent. */
export interface StoredRow extends Figures {
  platform_id: number
  account_id: number
  /** The day, the month, or '' where a row is not of one. */
  period: string
  restated: boolean
  passage_point: number
  withdraw_point: number
  dividend_point: number
  settled: bigint
}

/** A row as a page shows it: with whose it is, and what its account did on the day asked for beside it. */
export interface ShownRow extends StoredRow {
  about: About
  beside_deposit: bigint
  beside_withdraw: bigint
}

export interface Report {
  rows: ShownRow[]
  count: number
  /** Over everything the filter leaves. */
  summary: Figures & { settled: bigint }
  /** Profit since launch not settled, of everybody the filter leaves, in thousandths; 0 unless asked for. */
  unsettled: bigint
  offered: PlacesOffered
  /** When figures last came in, null if never. */
  fedAt: Date | null
}

const settledOfRow = (grain: Grain, query: ReportQuery) => sql`(
  select coalesce(sum(s.amount), 0)::bigint from settle_log s
  where s.account_id = hit.account_id and s.platform_id = hit.platform_id and ${bookedBy(query)} and ${
    grain === 'day'
      ? sql`s.to_day = hit.period::date`
      : grain === 'month'
        ? sql`s.to_day >= (hit.period || '-01')::date and s.to_day < (hit.period || '-01')::date + interval '1 month'`
        : bookedFor(query)
  }) as settled`

/** The accounts and platforms that the scope and the filter leave. */
const reached = (scope: Scope, query: ReportQuery) => sql`${whoCte(scope, query)}, ${placeCte(scope, query)}`

/** When figures last came in. */
export const lastFed: RawBuilder<Date | null> = sql`(
  select max(updated_at) from platform_days where day = (select day from platform_days order by day desc limit 1))`

const unsettled = sql`(
  select coalesce(sum(u.real_profit - u.settled), 0)::bigint
  from account_totals u join who on who.id = u.account_id join place on place.id = u.platform_id)`

const usualLimits: readonly number[] = [20, 50]
const usualDays = 31

/**
 * Whether a report is asked for as its page opens it: such statements are planned once per connection, and what their
 * plan depends on stands in their text. All others are planned for what they ask.
 */
function asItOpens({ grain, from, to, filter, knownAt }: ReportQuery, place: Page): boolean {
  const isShort = grain === 'month' || grain === 'total' || dayNumber(to) - dayNumber(from) < usualDays
  return (
    isShort &&
    knownAt === undefined &&
    place.page === 1 &&
    place.orderBy === undefined &&
    usualLimits.includes(place.limit) &&
    filterNames.every((name) => filter[name] === undefined)
  )
}
const dayNumber = (day: string) => Date.parse(day) / 86_400_000

/** The first row is the sums over all rows, with what the page needs besides; the page's rows follow in their order. */
type Line = ShownRow & {
  place: bigint
  count: number
  unsettled: bigint
  offered: PlacesOffered
  fed_at: Date
}

/**
 * A page of a report with the exact number of rows and the sums over all of them, whose rows they are, and what the
 * selectors offer: one statement. Rows of a range are added up once for page and sums; those of days stand in the order
 * of an index, from which the page is cut.
 */
export async function report(scope: Scope, db: Db, query: ReportQuery, place: Page): Promise<Report> {
  const { grain, beside } = query
  const order = orderOf(query, place.orderBy, place.orderType)
  const once = grain === 'range' || query.knownAt ? sql`materialized` : sql`not materialized`
  const usual = asItOpens(query, place)
  const cut = usual
    ? sql`limit ${sql.lit(place.limit)}`
    : sql`limit ${place.limit} offset ${(place.page - 1) * place.limit}`
  const [besideColumns, besideDay] = beside
    ? [
        sql`coalesce(n.deposit, 0) as beside_deposit, coalesce(n.withdraw, 0) as beside_withdraw`,
        sql`left join account_days n on n.platform_id = hit.platform_id and n.account_id = hit.account_id
          and n.day = ${beside}::date`,
      ]
    : [sql`0::bigint as beside_deposit, 0::bigint as beside_withdraw`, sql``]
  const { rows } = await sql<Line>`
    ${usual ? keptPlan : sql``} with ${reached(scope, query)}, d as ${once} (${rowsOf(scope, query)}),
    hit as (
      select *, row_number() over (order by ${order}) as place from (select * from d order by ${order} ${cut}) page
    )
    select 0::bigint as place, null::int as platform_id, null::int as account_id, '' as period, false as restated,
      0 as passage_point, 0 as withdraw_point, 0 as dividend_point, ${sumOf(figureNames, 'd')},
      (select coalesce(sum(s.amount), 0)::bigint from settle_log s
        join who on who.id = s.account_id join place on place.id = s.platform_id
        where ${bookedBy(query)} and ${bookedFor(query)}) as settled,
      0::bigint as beside_deposit, 0::bigint as beside_withdraw, null::json as about, count(*)::int as count,
      ${query.unsettled ? unsettled : sql`0::bigint`} as unsettled, ${placesOffered(scope, [query.kind])} as offered,
      ${lastFed} as fed_at
    from d
    union all
    select hit.place, hit.platform_id, hit.account_id, hit.period, hit.restated, hit.passage_point, hit.withdraw_point,
      hit.dividend_point, ${columns(figureNames, 'hit')}, ${settledOfRow(grain, query)}, ${besideColumns},
      ${aboutOf(scope, 'hit')}, null, null, null, null
    from hit ${besideDay}
    order by 1`.execute(db)
  const [head, ...found] = rows
  if (!head) throw new Error('a sum has one row')
  return {
    rows: found,
    count: head.count,
    summary: head,
    unsettled: head.unsettled,
    offered: head.offered,
    fedAt: head.fed_at,
  }
}

/** Every row of a report by cursor with whose it is, for an export: memory does not grow with it. */
export function reportRows(
  scope: Scope,
  db: Db,
  query: ReportQuery,
  { orderBy, orderType }: Omit<Page, 'page' | 'limit'>,
): AsyncIterableIterator<StoredRow & { about: About }> {
  // What stands beside a row is looked up once they are in order, so that only figures are sorted.
  const rows = sql<StoredRow & { about: About }>`(
    with ${reached(scope, query)}
    select hit.*, ${settledOfRow(query.grain, query)}, ${aboutOf(scope, 'hit')}
    from (select * from (${rowsOf(scope, query)}) d order by ${orderOf(query, orderBy, orderType)} offset 0) hit)`
  return db.selectFrom(rows.as('every')).selectAll().stream(500)
}
