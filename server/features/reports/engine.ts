import { sql } from 'kysely'
import type { Sums } from '../../../contract/figures.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { type FigureName, figureNames } from './figures-sql.ts'
import {
  bookedBy,
  bookedFor,
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

export interface Report {
  rows: StoredRow[]
  count: number
  /** Over everything the filter leaves. */
  summary: Figures & { settled: bigint }
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

const totalNames = figureNames.map((name) => [name, `total_${name}`] as const)
type Totals = { [Name in FigureName as `total_${Name}`]: bigint } & {
  total_count: number
  total_settled: bigint
}

/**
 * A page of a report with the exact number of rows and the sums over all of them, in one statement. Rows of a range are
 * added up once for both; those of days stand in the order of an index, from which the page is cut.
 */
export async function report(scope: Scope, db: Db, query: ReportQuery, place: Page): Promise<Report> {
  const order = orderOf(query, place.orderBy, place.orderType)
  const once = query.grain === 'range' || query.knownAt ? sql`materialized` : sql`not materialized`
  const { rows } = await sql<StoredRow & Totals>`
    with ${reached(scope, query)}, d as ${once} (${rowsOf(scope, query)}),
    total as (
      select count(*)::int as total_count,
        ${sql.join(totalNames.map(([name, total]) => sql`coalesce(sum(${sql.ref(`d.${name}`)}), 0)::bigint as ${sql.ref(total)}`))},
        (select coalesce(sum(s.amount), 0)::bigint from settle_log s
          join who on who.id = s.account_id join place on place.id = s.platform_id
          where ${bookedBy(query)} and ${bookedFor(query)}) as total_settled
      from d
    ),
    hit as (select * from d order by ${order} limit ${place.limit} offset ${(place.page - 1) * place.limit})
    select hit.*, total.*, ${settledOfRow(query.grain, query)} from total left join hit on true order by ${order}`.execute(
    db,
  )
  const [total] = rows
  if (!total) throw new Error('a sum has one row')
  const summary = Object.fromEntries(totalNames.map(([name, key]) => [name, total[key]])) as Figures
  return {
    // Beyond the last page the totals stand alone.
    rows: rows.filter((row) => row.platform_id !== null),
    count: total.total_count,
    summary: { ...summary, settled: total.total_settled },
  }
}

/** Every row of a report by cursor, for an export: memory does not grow with it. */
export function reportRows(
  scope: Scope,
  db: Db,
  query: ReportQuery,
  { orderBy, orderType }: Omit<Page, 'page' | 'limit'>,
): AsyncIterableIterator<StoredRow> {
  const rows = sql<StoredRow>`(
    with ${reached(scope, query)}
    select hit.*, ${settledOfRow(query.grain, query)} from (${rowsOf(scope, query)}) hit
    order by ${orderOf(query, orderBy, orderType)})`
  return db.selectFrom(rows.as('every')).selectAll().stream(500)
}

/** Profit since launch not settled, of everybody the filter leaves, in thousandths. */
export async function unsettledTotal(scope: Scope, db: Db, query: ReportQuery): Promise<bigint> {
  const { rows } = await sql<{ unsettled: bigint }>`
    with ${reached(scope, query)}
    select coalesce(sum(d.real_profit - d.settled), 0)::bigint as unsettled
    from account_totals d join who on who.id = d.account_id join place on place.id = d.platform_id`.execute(
    db,
  )
  return rows[0]?.unsettled ?? 0n
}

/** Deposits and withdrawals of a day beside the page's rows, for the live list. */
export async function dayOfRows(
  db: Db,
  day: string,
  rows: readonly { platform_id: number; account_id: number }[],
): Promise<Map<string, Pick<Sums, 'deposit' | 'withdraw'>>> {
  if (rows.length === 0) return new Map()
  const found = await sql<{ platform_id: number; account_id: number; deposit: bigint; withdraw: bigint }>`
    select d.platform_id, d.account_id, d.deposit, d.withdraw
    from unnest(${rows.map((row) => row.platform_id)}::int[], ${rows.map((row) => row.account_id)}::int[])
      as w (platform_id, account_id)
    join account_days d on d.platform_id = w.platform_id and d.account_id = w.account_id and d.day = ${day}::date`.execute(
    db,
  )
  return new Map(
    found.rows.map(({ platform_id, account_id, ...sums }) => [`${platform_id} ${account_id}`, sums]),
  )
}
