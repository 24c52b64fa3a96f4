import { type RawBuilder, sql } from 'kysely'
import {
  type StatisticsFigure,
  stockFigures,
  storedFigures,
  summedFigures,
  totalledFigures,
} from '../../../contract/statistics-figures.ts'
import type { Range } from './ranges.ts'
import { daysTable, type Grain, secondsOfDays, summed, sums, totalled, within } from './sources.ts'

export interface StatisticsQuery extends Range {
  grain: Grain
  /** Only what was known at the end of this day. */
  knownAt?: string | undefined
}

interface Cut {
  orderBy: string | undefined
  orderType: 'asc' | 'desc' | undefined
  limit: number
  offset: number
}

const names = (list: readonly string[], of: string) => sql.join(list.map((name) => sql.ref(`${of}.${name}`)))
const average = sql`case when g.active_users > 0
  then floor(g.seconds / g.active_users + 0.5) else 0 end as average_online_time`
const isStock = (name: string | undefined) => (stockFigures as readonly string[]).includes(name ?? '')

/** Every total's name in an answer that holds rows too. */
export const totalOf = (name: (typeof totalledFigures)[number]) => `all_${name}` as const
const totals = (of: string) =>
  sql.join(
    totalledFigures.map(
      (name) => sql`coalesce(sum(${sql.ref(`${of}.${name}`)}), 0) as ${sql.ref(totalOf(name))}`,
    ),
  )

/**
 * The rows of a page in their order, beside each the exact number of rows and the totals over all of them; where there
 * is no row, the totals alone. `seen` is the condition on `d.platform_id`.
 */
export function pageOf(
  { grain, knownAt, ...range }: StatisticsQuery,
  seen: RawBuilder<unknown>,
  { orderBy, orderType, limit, offset }: Cut,
): RawBuilder<unknown> {
  const days = daysTable(knownAt)
  const order = orderOf(orderBy, orderType)
  const cut = sql`order by ${order} limit ${limit} offset ${offset}`
  return sql`with ${ctes()},
    latest as (select max(updated_at) as fed_at from platform_days
      where day = (select day from platform_days order by day desc limit 1))
    select hit.*, total.*, latest.fed_at, p.name as platform_name, p.remark as platform_remark,
      p.cate_id as platform_cate_id, p.status as platform_status
    from total cross join latest left join hit on true left join platforms p on p.id = hit.platform_id
    order by ${order}`
  function ctes(): RawBuilder<unknown> {
    const where = sql`where ${within(range)} and ${seen}`
    const counted = sql`total as (select count(*)::int as total_count, ${totals('g')} from g)`
    switch (grain) {
      case 'day':
        return sql`
          hit as (
            select d.platform_id, d.day as period, 1 as platforms, d.corrections, ${names(storedFigures, 'd')}
            from ${days} d ${where} ${cut}),
          total as (select coalesce(sum(g.n), 0)::int as total_count, ${totals('g')}
            from (${totalled(range, seen, knownAt, totalledFigures)}) g)`
      case 'date':
        return sql`
          g as materialized (
            select 0 as platform_id, d.day as period, count(*)::int as platforms, sum(d.corrections)::int as corrections,
              ${secondsOfDays}, ${sums([...summedFigures, ...stockFigures], 'd')}
            from ${days} d ${where} group by d.day),
          hit as (select g.*, ${average} from g ${cut}), ${counted}`
      case 'platform':
      case 'month': {
        const last = sql`join ${days} l on l.platform_id = g.platform_id and l.day = g.last_day`
        const row = (stocks: RawBuilder<unknown>) =>
          sql`g.platform_id, g.period, 1 as platforms, g.corrections::int as corrections, g.last_day, ${names(summedFigures, 'g')}, ${average}${stocks}`
        const stocks = sql`, ${names(stockFigures, 'l')}`
        // Stocks are those of the last day; looked up for the page alone, unless it is sorted by one.
        const hit = isStock(orderBy)
          ? sql`select * from (select ${row(stocks)} from g ${last}) d ${cut}`
          : sql`select g.*${stocks} from (select * from (select ${row(sql``)} from g) d ${cut}) g ${last}`
        return sql`g as materialized (${summed(grain, range, seen, knownAt)}), hit as (${hit}), ${counted}`
      }
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
  platform_name: sql`(select n.name from platforms n where n.id = platform_id)`,
} satisfies Partial<Record<StatisticsFigure | 'platform_id' | 'platform_name', RawBuilder<unknown>>>

/** Order of a list: a figure by name, else the newest date first, then by platform. */
function orderOf(orderBy: string | undefined, orderType: 'asc' | 'desc' | undefined): RawBuilder<unknown> {
  const direction = sql.raw(orderType === 'asc' ? 'asc' : 'desc')
  if (orderBy === 'day' || orderBy === 'month') return sql`period ${direction}, platform_id`
  const by = orderBy && Object.hasOwn(sortColumns, orderBy) ? sortColumns[orderBy] : undefined
  return by ? sql`${by} ${direction}, period desc, platform_id` : sql`period desc, platform_id`
}
