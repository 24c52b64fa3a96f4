import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { platformChoices } from '../platforms/index.ts'
import { correctionsOf, dressed, summaryOf, todayOf } from './dress.ts'
import { type Place, type PlatformFilter, statisticsPage, type Totals, totalsByDay } from './engine.ts'
import type { StatisticsQuery } from './query.ts'
import { daysOf, monthsOf, type Range, todayAndYesterday } from './ranges.ts'
import type { Grain } from './sources.ts'

type Calls = typeof features.statistics
type Reader = Pick<Ctx<'rule'>, 'reportDb' | 'clock' | 'caller' | 'info'>
type DailyParams = ParamsOf<Calls['dailyStatistics']>

async function listed(ctx: Reader, query: StatisticsQuery, params: PlatformFilter & Place) {
  const { reportDb: db, clock, caller, info } = ctx
  const [{ rows, count, totals, fedAt }, configs] = await Promise.all([
    statisticsPage(caller.scope, db, query, params, params),
    platformChoices(db, info.lang),
  ])
  const restatements = await correctionsOf(db, clock, query.grain === 'day' ? rows : [], query.knownAt)
  const periods = rows.map((row) => ({ period: row.period ?? '', restatements: restatements(row) }))
  const rest = { count, summary: summaryOf(totals), configs, updated_at: clock.format(fedAt) }
  return { list: dressed(rows), periods, rest }
}

/** Which rows a daily list has, and over which days. Refuses both merges at once. */
export function dailyQuery(clock: Reader['clock'], params: DailyParams): StatisticsQuery {
  const { mergeDailyFlag, mergeByDayFlag, mergeByDayDetailFlag, known_at: knownAt } = params
  if (mergeDailyFlag && mergeByDayFlag) refuse('statistics.mergeBoth', {}, 'mergeByDayFlag')
  const { start, end } = params
  const oneDay = start ?? end
  const range: Range = mergeByDayDetailFlag
    ? daysOf(clock, { start: oneDay, end: end ?? oneDay })
    : daysOf(clock, { start, end })
  const grain: Grain = mergeByDayDetailFlag
    ? 'day'
    : mergeDailyFlag
      ? 'platform'
      : mergeByDayFlag
        ? 'date'
        : 'day'
  return { ...range, grain, knownAt }
}

/** Days of platforms, merged by platform or by date where asked, or the platforms of one date. */
export async function daily(ctx: Reader, params: DailyParams): Promise<ResultOf<Calls['dailyStatistics']>> {
  const { list, periods, rest } = await listed(ctx, dailyQuery(ctx.clock, params), params)
  return {
    list: list.map((row, index) => ({
      day: periods[index]?.period ?? '',
      ...row,
      restatements: periods[index]?.restatements ?? [],
    })),
    ...rest,
  }
}

/** Months of platforms. */
export async function monthly(
  ctx: Reader,
  params: ParamsOf<Calls['monthlyStatistics']>,
): Promise<ResultOf<Calls['monthlyStatistics']>> {
  const query: StatisticsQuery = {
    ...monthsOf(ctx.clock, params),
    grain: 'month',
    knownAt: params.known_at,
  }
  const { list, periods, rest } = await listed(ctx, query, params)
  return {
    list: list.map((row, index) => ({ month: (periods[index]?.period ?? '').slice(0, 7), ...row })),
    ...rest,
  }
}

const nothing: Totals = {
  total_recharge: 0n,
  total_withdrawal: 0n,
  total_profit: 0n,
  first_charge_num: 0n,
  first_charge_amount: 0n,
  active_users: 0n,
  new_users: 0n,
}

/** All platforms' figures of today, beside those of yesterday. */
export async function today(ctx: Reader): Promise<ResultOf<Calls['todaySummary']>> {
  const { reportDb: db, clock, caller } = ctx
  const { today: to, yesterday: from } = todayAndYesterday(clock)
  const { byDay, fedAt } = await totalsByDay(caller.scope, db, { from, to })
  return {
    ...todayOf(byDay.get(to) ?? nothing),
    yesterday: todayOf(byDay.get(from) ?? nothing),
    updated_at: clock.format(fedAt),
  }
}
