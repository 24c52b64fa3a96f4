import { type RawBuilder, sql } from 'kysely'
import {
  type StoredFigure,
  type SummedFigure,
  totalledFigures,
} from '../../../contract/statistics-figures.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { daysTable, keyOf, pageOf, type Platforms, type StatisticsQuery, within } from './query.ts'
import type { Range } from './ranges.ts'

export interface PlatformFilter {
  platform_status?: readonly number[] | undefined
  platform_cate_id?: readonly number[] | undefined
  platform_id?: readonly number[] | undefined
}
export interface Place {
  page: number
  limit: number
  orderBy?: string | undefined
  orderType?: 'asc' | 'desc' | undefined
}

/** A row as stored: money in thousandths, people as counts, time in seconds. */
export type StoredRow = Record<StoredFigure, bigint | string> & {
  /** 0 where a row is of all platforms. */
  platform_id: number
  /** The day, the first day of the month, or null where days are merged. */
  period: string | null
  platforms: number
  corrections: number
}
export type Totals = Record<(typeof totalledFigures)[number] & SummedFigure, bigint>

/**
 * The platforms that statistics show, as filtered: all that were ever started and are not deleted. Nobody without the
 * whole group in his scope has any.
 */
export async function platformsFor(scope: Scope, db: Db, filter: PlatformFilter): Promise<Platforms> {
  if (!scope.everything) return { only: [] }
  const { platform_status: status, platform_cate_id: categories, platform_id: ids } = filter
  const { rows } = await sql<{ shown: number[]; hidden: number[] }>`
    select coalesce(array_agg(id) filter (where shown), '{}') as shown,
      coalesce(array_agg(id) filter (where not shown), '{}') as hidden
    from (select p.id, p.deleted = 0 and p.status <> 0
      ${status ? sql`and p.status = any(${status}::int[])` : sql``}
      ${categories ? sql`and p.cate_id = any(${categories}::int[])` : sql``}
      ${ids ? sql`and p.id = any(${ids}::int[])` : sql``} as shown
    from platforms p) every`.execute(db)
  const { shown = [], hidden = [] } = rows[0] ?? {}
  return shown.length <= hidden.length ? { only: shown } : { but: hidden }
}

/** A page of rows with their exact number and the sums over all of them, whatever the page. */
export async function statisticsPage(
  db: Db,
  query: StatisticsQuery,
  platforms: Platforms,
  { page, limit, orderBy, orderType }: Place,
): Promise<{ rows: StoredRow[]; count: number; totals: Totals }> {
  const [rows, summed] = await Promise.all([
    sql<StoredRow>`${pageOf(query, platforms, { orderBy, orderType, limit, offset: (page - 1) * limit })}`.execute(
      db,
    ),
    totalsOf(db, query, platforms),
  ])
  return { rows: rows.rows, ...summed }
}

/** Sums over every day of the range, and how many rows of the grain they make: read from one index. */
export async function totalsOf(
  db: Db,
  { grain, knownAt, ...range }: StatisticsQuery,
  platforms: Platforms,
): Promise<{ count: number; totals: Totals }> {
  const summed = (sum: (name: string) => RawBuilder<unknown>) => sql.join(totalledFigures.map(sum))
  const from = sql`from ${daysTable(knownAt)} d where ${within(range, platforms)}`
  const key = keyOf(grain)
  const days = summed((name) => sql`sum(d.${sql.ref(name)}) as ${sql.ref(name)}`)
  // Rows of a grain are counted by making them: sorting all days to tell them apart costs several times as much.
  const made = key
    ? sql`(select 1 as n, ${days} ${from} group by ${key}) d`
    : sql`(select count(*) as n, ${days} ${from}) d`
  const { rows } = await sql<Record<keyof Totals, string> & { count: number }>`
    select coalesce(sum(d.n), 0)::int as count,
      ${summed((name) => sql`coalesce(sum(d.${sql.ref(name)}), 0) as ${sql.ref(name)}`)}
    from ${made}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum has one row')
  const totals = Object.fromEntries(totalledFigures.map((name) => [name, BigInt(row[name])])) as Totals
  return { count: row.count, totals }
}

/** Totals of two days at once, by day; a day without figures is not among them. */
export async function totalsByDay(
  db: Db,
  range: Range,
  platforms: Platforms,
): Promise<ReadonlyMap<string, Totals>> {
  const sums = sql.join(totalledFigures.map((name) => sql`sum(d.${sql.ref(name)}) as ${sql.ref(name)}`))
  const { rows } = await sql<Record<keyof Totals, string> & { day: string }>`
    select d.day, ${sums} from platform_days d where ${within(range, platforms)} group by d.day`.execute(db)
  return new Map(
    rows.map((row) => [
      row.day,
      Object.fromEntries(totalledFigures.map((name) => [name, BigInt(row[name])])) as Totals,
    ]),
  )
}
