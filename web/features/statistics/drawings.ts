import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { mostStatisticsRows, statistics } from '../../../contract/statistics.ts'
import type { StatisticsFigure } from '../../../contract/statistics-figures.ts'
import { useCall } from '../../kit/query.ts'
import type { Filtered } from './asked.ts'
import type { Drawing } from './chart-options.ts'

/** Platforms compared in one chart at most. */
export const mostCompared = 6
const usualCompared = 4
const mostRanked = 20

export type ChartKind = 'trend' | 'compare' | 'ranking'
interface Wanted {
  kind: ChartKind
  of: 'daily' | 'monthly'
  metric: StatisticsFigure
  filter: Filtered
  /** Platforms to compare; the greatest where none is chosen. */
  picked: readonly number[]
}
type Row = Pick<
  ResultOf<typeof statistics.dailyStatistics>['list'][number],
  'platform_id' | 'platform_name'
> &
  Record<StatisticsFigure, number | string>

/** Rows of several platforms as one line each, over all their dates. */
export function linesOf(
  rows: readonly (Row & { period: string })[],
  metric: StatisticsFigure,
): Pick<Drawing, 'points' | 'series'> {
  const points = [...new Set(rows.map(({ period }) => period))].toSorted()
  const byPlatform = Map.groupBy(rows, ({ platform_id }) => platform_id)
  const series = [...byPlatform.values()].map((own) => {
    const values = new Map(own.map((row) => [row.period, row[metric]]))
    return {
      name: own[0]?.platform_name ?? '',
      values: points.map((point) => values.get(point) ?? null),
    }
  })
  return { points, series }
}

/** Reads what a chart shows; the calls are the lists' own, so a chart never knows another figure than the table. */
export function useDrawing({ kind, of, metric, filter, picked }: Wanted): {
  drawing: Drawing | undefined
  /** Platforms that are compared. */
  compared: readonly number[]
  error: Error | null
  again: () => void
} {
  const daily = of === 'daily'
  const silent = { silent: true, keep: true }
  const trend = useCall(
    statistics.dailyStatistics,
    { ...filter, mergeByDayFlag: true, limit: mostStatisticsRows, orderBy: 'day', orderType: 'asc' },
    { ...silent, enabled: daily && kind === 'trend' },
  )
  const ranksAsked = kind === 'ranking' || (kind === 'compare' && picked.length === 0)
  const greatest = { ...filter, orderBy: metric, orderType: 'desc', limit: mostRanked } as const
  const ranking = useCall(
    statistics.dailyStatistics,
    { ...greatest, mergeDailyFlag: true },
    { ...silent, enabled: daily && ranksAsked },
  )
  // Months cannot be merged: the greatest are those of the latest month that has figures.
  const months = useCall(
    statistics.monthlyStatistics,
    { ...filter, orderBy: 'month', orderType: 'asc', limit: mostStatisticsRows },
    { ...silent, enabled: !daily },
  )
  const compared =
    picked.length > 0
      ? picked
      : daily
        ? (ranking.data?.list ?? []).slice(0, usualCompared).map(({ platform_id }) => platform_id)
        : greatestOf(months.data?.list ?? [], metric)
  const lines = useCall(
    statistics.dailyStatistics,
    { ...filter, platform_id: [...compared], orderBy: 'day', orderType: 'asc', limit: mostStatisticsRows },
    { ...silent, enabled: daily && kind === 'compare' && compared.length > 0 },
  )
  const queries = daily
    ? kind === 'trend'
      ? [trend]
      : kind === 'ranking'
        ? [ranking]
        : [...(ranksAsked ? [ranking] : []), lines]
    : [months]
  const shape = daily && kind !== 'ranking' ? ('line' as const) : ('bar' as const)
  const drawn = (): Pick<Drawing, 'points' | 'series'> | undefined => {
    if (!daily)
      return (
        months.data &&
        linesOf(
          months.data.list
            .filter(({ platform_id }) => compared.includes(platform_id))
            .map((row) => ({ ...row, period: row.month })),
          metric,
        )
      )
    if (kind === 'compare')
      return (
        (lines.data ?? (ranking.data?.count === 0 ? { list: [] } : undefined)) &&
        linesOf(
          (lines.data?.list ?? []).map((row) => ({ ...row, period: row.day })),
          metric,
        )
      )
    const list = (kind === 'trend' ? trend : ranking).data?.list
    return (
      list && {
        points: list.map((row) => (kind === 'trend' ? row.day : row.platform_name)),
        series: [{ name: '', values: list.map((row) => row[metric]) }],
      }
    )
  }
  const found = drawn()
  return {
    drawing: found && { metric, shape, ...found },
    compared,
    error: queries.find(({ error }) => error)?.error ?? null,
    again: () => queries.forEach((query) => void query.refetch()),
  }
}

/** The platforms with the most of a figure over all their months. */
function greatestOf(rows: readonly Row[], metric: StatisticsFigure): number[] {
  const sums = new Map<number, number>()
  for (const row of rows) sums.set(row.platform_id, (sums.get(row.platform_id) ?? 0) + Number(row[metric]))
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, usualCompared)
    .map(([id]) => id)
}
