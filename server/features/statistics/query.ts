import { type RawBuilder, sql } from 'kysely'
import {
  type StatisticsFigure,
  stockFigures,
  storedFigures,
  summedFigures,
} from '../../../contract/statistics-figures.ts'
import type { Range } from './ranges.ts'

/** What a row is: a day of a platform, a month of it, a platform over the range, or a date over all platforms. */
export type Grain = 'day' | 'month' | 'platform' | 'date'

export interface StatisticsQuery extends Range {
  grain: Grain
  /** Only what was known at the end of this day. */
  knownAt?: string | undefined
}

/** Which platforms count: those named, or all but those named, whichever list is shorter. */
export interface Platforms {
  only?: readonly number[]
  but?: readonly number[]
}

const names = (list: readonly string[], of?: string) =>
  sql.join(list.map((name) => (of ? sql.ref(`${of}.${name}`) : sql.ref(name))))

/** Days as they stood at the end of a day: a later correction is taken back by the figures it wrote down as before. */
const asKnown = (knownAt: string) => sql`(
  select d.platform_id, d.day, d.updated_at,
    (select count(*)::int from platform_day_corrections c
      where c.platform_id = d.platform_id and c.day = d.day and c.booked_day <= ${knownAt}::date) as corrections,
    ${sql.join(
      storedFigures.map(
        (name) =>
          sql`coalesce((b.before ->> ${sql.lit(name)})::bigint, d.${sql.ref(name)}) as ${sql.ref(name)}`,
      ),
    )}
  from platform_days d left join lateral (
    select c.before from platform_day_corrections c
    where c.platform_id = d.platform_id and c.day = d.day and c.booked_day > ${knownAt}::date
    order by c.version limit 1
  ) b on true
  where d.day <= ${knownAt}::date)`

/** `platform_days`, or what stands for it. */
export const daysTable = (knownAt: string | undefined): RawBuilder<unknown> =>
  knownAt ? asKnown(knownAt) : sql`platform_days`

/** The condition of range and platforms on days `d`. */
export function within({ from, to }: Range, { only, but }: Platforms): RawBuilder<unknown> {
  const range = from === to ? sql`d.day = ${from}::date` : sql`d.day between ${from}::date and ${to}::date`
  if (only) return sql`${range} and d.platform_id = any(${only}::int[])`
  return but && but.length > 0 ? sql`${range} and d.platform_id <> all(${but}::int[])` : range
}

// Not bigint: however much platforms deliver, a sum of it must not overflow.
const sums = (list: readonly string[], of?: string) =>
  sql.join(list.map((name) => sql`sum(${sql.ref(of ? `${of}.${name}` : name)}) as ${sql.ref(name)}`))
// Exact however large, and quick where the product fits into bigint, which it does unless a platform tells nonsense.
const fits = sql`d.average_online_time < 2147483648 and d.active_users < 2147483648`
const seconds = sql`(coalesce(sum(case when ${fits} then d.average_online_time * d.active_users end), 0)
  + coalesce(sum(case when ${fits} then null else d.average_online_time::numeric * d.active_users end), 0))`
const average = sql`case when sum(d.active_users) > 0
  then floor(${seconds} / sum(d.active_users) + 0.5) else 0 end as average_online_time`

// By way of a timestamp: straight from a date it would be reckoned in the session's zone, at three times the cost.
const month = sql`date_trunc('month', d.day::timestamp)::date`

interface Cut {
  orderBy: string | undefined
  orderType: 'asc' | 'desc' | undefined
  limit: number
  offset: number
}

/** The rows of a page in their order, with every stored figure. */
export function pageOf(
  { grain, knownAt, ...range }: StatisticsQuery,
  platforms: Platforms,
  { orderBy, orderType, limit, offset }: Cut,
): RawBuilder<unknown> {
  const days = daysTable(knownAt)
  const where = within(range, platforms)
  const order = orderOf(orderBy, orderType)
  const cut = sql`order by ${order} limit ${limit} offset ${offset}`
  switch (grain) {
    case 'day':
      return sql`
        select d.platform_id, d.day as period, 1 as platforms, d.corrections, ${names(storedFigures, 'd')}
        from ${days} d where ${where} ${cut}`
    case 'date':
      return sql`
        select * from (
          select 0 as platform_id, d.day as period, count(*)::int as platforms, sum(d.corrections)::int as corrections,
            ${sums([...summedFigures, ...stockFigures], 'd')}, ${average}
          from ${days} d where ${where} group by d.day
        ) d ${cut}`
    case 'platform':
    case 'month': {
      const [period, by] =
        grain === 'month' ? [month, sql`d.platform_id, ${month}`] : [sql`null::date`, sql`d.platform_id`]
      const grouped = sql`(
        select d.platform_id, ${period} as period, 1 as platforms, sum(d.corrections)::int as corrections,
          max(d.day) as last_day, ${sums(summedFigures, 'd')}, ${average}
        from ${days} d where ${where} group by ${by})`
      // Stocks are those of the last day; looked up for the page alone, unless it is sorted by one.
      const byStock = (stockFigures as readonly string[]).includes(orderBy ?? '')
      const last = sql`join ${days} l on l.platform_id = d.platform_id and l.day = d.last_day`
      const stocks = names(stockFigures, 'l')
      return byStock
        ? sql`select * from (select d.*, ${stocks} from ${grouped} d ${last}) d ${cut}`
        : sql`select * from (select d.*, ${stocks} from (select * from ${grouped} d ${cut}) d ${last}) d order by ${order}`
    }
  }
}

const quotient = (over: RawBuilder<unknown>, under: RawBuilder<unknown>) =>
  sql`case when ${over} = 0 or ${under} = 0 then 0 else (${over})::numeric / (${under}) end`
const spent = sql`total_gold_consumption`
const sortColumns: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(storedFigures.map((name) => [name, sql.ref(name)])),
  DWdiff: sql`total_recharge - total_withdrawal`,
  withdrawal_rate: quotient(sql`total_withdrawal`, sql`(yesterday_user_money + total_recharge)`),
  platform_rtp: quotient(sql`(game_gold_coin_output + free_gold_coin_output)`, spent),
  game_rtp: quotient(sql`game_gold_coin_output`, spent),
  platform_id: sql`platform_id`,
  platform_name: sql`(select p.name from platforms p where p.id = platform_id)`,
} satisfies Partial<Record<StatisticsFigure | 'platform_id' | 'platform_name', RawBuilder<unknown>>>

/** Order of a list: a figure by name, else the newest date first, then by platform. */
function orderOf(orderBy: string | undefined, orderType: 'asc' | 'desc' | undefined): RawBuilder<unknown> {
  const direction = sql.raw(orderType === 'asc' ? 'asc' : 'desc')
  if (orderBy === 'day' || orderBy === 'month') return sql`period ${direction}, platform_id`
  const by = orderBy && Object.hasOwn(sortColumns, orderBy) ? sortColumns[orderBy] : undefined
  return by ? sql`${by} ${direction}, period desc, platform_id` : sql`period desc, platform_id`
}

/** What makes one row of days `d`; nothing where each day is one. */
export function keyOf(grain: Grain): RawBuilder<unknown> | undefined {
  switch (grain) {
    case 'day':
      return undefined
    case 'date':
      return sql`d.day`
    case 'platform':
      return sql`d.platform_id`
    case 'month':
      return sql`d.platform_id, ${month}`
  }
}
