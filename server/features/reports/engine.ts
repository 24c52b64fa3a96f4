import { sql } from 'kysely'
import type { Sums } from '../../../contract/figures.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { type FigureName, figureNames, sumOf } from './figures-sql.ts'
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

/** A page of a report with the exact number of rows and the sums over all of them. The scope goes first in both. */
export async function report(scope: Scope, db: Db, query: ReportQuery, place: Page): Promise<Report> {
  const ctes = reached(scope, query)
  const source = rowsOf(query)
  const order = orderOf(place.orderBy, place.orderType, query.todayFirst !== undefined)
  const [rows, sums] = await Promise.all([
    sql<StoredRow>`
      with ${ctes}, hit as (
        select * from (${source}) d order by ${order}
        limit ${place.limit} offset ${(place.page - 1) * place.limit}
      )
      select hit.*, ${settledOfRow(query.grain, query)} from hit order by ${order}`.execute(db),
    sql<Figures & { count: number; settled: bigint }>`
      with ${ctes}
      select count(*)::int as count, ${sumOf(figureNames, 'd')}, (
        select coalesce(sum(s.amount), 0)::bigint from settle_log s
        join who on who.id = s.account_id join place on place.id = s.platform_id
        where ${bookedBy(query)} and ${bookedFor(query)}
      ) as settled
      from (${source}) d`.execute(db),
  ])
  const [total] = sums.rows
  if (!total) throw new Error('a sum has one row')
  const { count, ...summary } = total
  return { rows: rows.rows, count, summary }
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
    select hit.*, ${settledOfRow(query.grain, query)} from (${rowsOf(query)}) hit
    order by ${orderOf(orderBy, orderType)})`
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
