import { sql } from 'kysely'
import type * as z from 'zod'
import { toWire } from '../../../contract/kit/units.ts'
import type { DailyStatisticsRow, DayCorrection, StatisticsSummary } from '../../../contract/statistics.ts'
import {
  computedFigures,
  plainCents,
  type StatisticsFigure,
  type SummedFigure,
  statisticsFigureNames,
  statisticsFigures,
  storedFigures,
  totalledFigures,
} from '../../../contract/statistics-figures.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { StoredRow, Totals } from './engine.ts'

type Daily = z.output<typeof DailyStatisticsRow>
type Correction = z.output<typeof DayCorrection>
type Figures = Pick<Daily, StatisticsFigure>
export type Dressed = Omit<Daily, 'day' | 'restatements'>

/** A stored figure in the unit its name has on the wire. */
function onWire(name: StatisticsFigure, value: bigint): number | string {
  const { unit } = statisticsFigures[name]
  return unit === 'plain' ? plainCents(value) : toWire(value)
}

const figuresOn = (names: readonly StatisticsFigure[], values: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(names.map((name) => [name, onWire(name, values[name] ?? 0n)]))

/** Every figure of a row for the wire; what is computed is computed from the sums of the row. */
function figuresOf(row: StoredRow): Figures {
  const stored = Object.fromEntries(storedFigures.map((name) => [name, BigInt(row[name])]))
  const { DWdiff, ...ratios } = computedFigures(stored as Record<SummedFigure, bigint>)
  const all = { ...figuresOn(storedFigures, stored), DWdiff: toWire(DWdiff), ...ratios }
  return Object.fromEntries(
    statisticsFigureNames.map((name) => [name, all[name as keyof typeof all]]),
  ) as Figures
}

/** Totals for the wire. */
export const summaryOf = (totals: Totals): z.output<typeof StatisticsSummary> => ({
  ...todayOf(totals),
  Dwdiff: toWire(totals.total_recharge - totals.total_withdrawal),
})
/** The same without the difference. */
export const todayOf = (totals: Totals): Omit<z.output<typeof StatisticsSummary>, 'Dwdiff'> =>
  figuresOn(totalledFigures, totals) as never

/** Rows for the wire. */
export const dressed = (rows: readonly StoredRow[]): Dressed[] =>
  rows.map((row) => ({
    platform_id: row.platform_id,
    // A row of all platforms is nobody's.
    platform_name: row.platform_name ?? '',
    platform_remark: row.platform_remark ?? '',
    platform_cate_id: row.platform_cate_id ?? 0,
    platform_status: row.platform_status ?? 0,
    ...figuresOf(row),
    platforms: row.platforms,
    corrections: row.corrections,
  }))

/** What was put right of the rows' days, by platform and day, the oldest first; only what was known by `knownAt`. */
export async function correctionsOf(
  db: Db,
  clock: Clock,
  rows: readonly StoredRow[],
  knownAt: string | undefined,
): Promise<(row: StoredRow) => Correction[]> {
  const corrected = rows.filter(({ corrections, period }) => corrections > 0 && period)
  if (corrected.length === 0) return () => []
  type Row = {
    platform_id: number
    day: string
    booked_day: string
    at: Date
    before: Record<string, number>
    after: Record<string, number>
  }
  const { rows: found } = await sql<Row>`
    select c.platform_id, c.day, c.booked_day, c.at, c.before, c.after
    from unnest(${corrected.map((row) => row.platform_id)}::int[], ${corrected.map((row) => row.period)}::date[])
      as w (platform_id, day)
    join platform_day_corrections c on c.platform_id = w.platform_id and c.day = w.day
    where ${knownAt ? sql`c.booked_day <= ${knownAt}::date` : sql`true`}
    order by c.platform_id, c.day, c.version`.execute(db)
  const keyOf = (platformId: number, day: string | null) => `${platformId} ${day}`
  const byKey = Map.groupBy(found, ({ platform_id, day }) => keyOf(platform_id, day))
  return ({ platform_id, period }) =>
    (byKey.get(keyOf(platform_id, period)) ?? []).map(({ day, booked_day, at, before, after }) => ({
      day,
      booked_day,
      at: clock.format(at),
      changes: storedFigures
        .filter((name) => before[name] !== after[name])
        .map((field) => ({ field, before: before[field] ?? 0, after: after[field] ?? 0 })),
    }))
}
