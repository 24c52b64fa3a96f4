import { type RawBuilder, sql } from 'kysely'
import {
  type StoredFigure,
  type SummedFigure,
  totalledFigures,
} from '../../../contract/statistics-figures.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { pageOf, type StatisticsQuery, totalOf } from './query.ts'
import type { Range } from './ranges.ts'
import { sums, within } from './sources.ts'

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
  platform_name: string | null
  platform_remark: string | null
  platform_cate_id: number | null
  platform_status: number | null
  /** The day, the first day of the month, or null where days are merged. */
  period: string | null
  platforms: number
  corrections: number
}
export type Totals = Record<(typeof totalledFigures)[number] & SummedFigure, bigint>

/**
 * The condition that `d.platform_id` is shown and left by the filter: statistics show platforms that were ever started
 * and are not deleted. Nobody without the whole group in his scope has any.
 */
function seen(scope: Scope, filter: PlatformFilter): RawBuilder<unknown> {
  if (!scope.everything) return sql`false`
  const { platform_status: status, platform_cate_id: categories, platform_id: ids } = filter
  // Few are named: their rows are looked up. Few are left out: rows are gone through and theirs dropped.
  if (categories || ids)
    return sql`d.platform_id = any(array(select p.id from platforms p where p.deleted = 0 and p.status <> 0
      ${status ? sql`and p.status = any(${status}::int[])` : sql``}
      ${categories ? sql`and p.cate_id = any(${categories}::int[])` : sql``}
      ${ids ? sql`and p.id = any(${ids}::int[])` : sql``}))`
  return sql`d.platform_id not in (select p.id from platforms p where p.deleted <> 0 or p.status = 0
    ${status ? sql`or p.status <> all(${status}::int[])` : sql``})`
}

/** A page of rows with their exact number and the sums over all of them, whatever the page: one statement. */
export async function statisticsPage(
  scope: Scope,
  db: Db,
  query: StatisticsQuery,
  filter: PlatformFilter,
  { page, limit, orderBy, orderType }: Place,
): Promise<{ rows: StoredRow[]; count: number; totals: Totals; fedAt: Date | null }> {
  const cut = { orderBy, orderType, limit, offset: (page - 1) * limit }
  const { rows } = await sql<
    StoredRow & Record<string, string> & { total_count: number; fed_at: Date | null }
  >`
    ${pageOf(query, seen(scope, filter), cut)}`.execute(db)
  const [first] = rows
  if (!first) throw new Error('a sum has one row')
  const totals = Object.fromEntries(
    totalledFigures.map((name) => [name, BigInt(first[totalOf(name)] ?? 0)]),
  ) as Totals
  return {
    // Where no row is left, the totals stand alone.
    rows: rows.filter((row) => row.platform_id !== null),
    count: first.total_count,
    totals,
    fedAt: first.fed_at,
  }
}

/** Totals of each day of a range, and when figures last came in. A day without figures is not among them. */
export async function totalsByDay(
  scope: Scope,
  db: Db,
  range: Range,
): Promise<{ byDay: ReadonlyMap<string, Totals>; fedAt: Date | null }> {
  const { rows } = await sql<Record<keyof Totals, string> & { day: string | null; fed_at: Date | null }>`
    select latest.fed_at, t.* from (select max(updated_at) as fed_at from platform_days
      where day = (select day from platform_days order by day desc limit 1)) latest
    left join (select d.day, ${sums(totalledFigures, 'd')} from platform_days d
      where ${within(range)} and ${seen(scope, {})} group by d.day) t on true`.execute(db)
  const byDay = rows.flatMap(({ day, ...row }) =>
    day === null
      ? []
      : [
          [
            day,
            Object.fromEntries(totalledFigures.map((name) => [name, BigInt(row[name])])) as Totals,
          ] as const,
        ],
  )
  return { byDay: new Map(byDay), fedAt: rows[0]?.fed_at ?? null }
}
