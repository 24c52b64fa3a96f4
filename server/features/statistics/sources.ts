import { type RawBuilder, sql } from 'kysely'
import { storedFigures, summedFigures } from '../../../contract/statistics-figures.ts'
import { type Range, wholeMonths } from './ranges.ts'

/*
 * Where sums come from: days, and the months kept of them where a range holds whole ones. Each source is a relation of
 * platform_id, n (days), last_day, corrections, seconds (online, of all active users) and the summed figures.
 */

/** What a row is: a day of a platform, a month of it, a platform over the range, or a date over all platforms. */
export type Grain = 'day' | 'month' | 'platform' | 'date'

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

/** The condition of a range on days `d`. */
export const within = ({ from, to }: Range): RawBuilder<unknown> =>
  from === to ? sql`d.day = ${from}::date` : sql`d.day between ${from}::date and ${to}::date`

// Not bigint: however much platforms deliver, a sum of it must not overflow.
export const sums = (list: readonly string[], of: string): RawBuilder<unknown> =>
  sql.join(list.map((name) => sql`sum(${sql.ref(`${of}.${name}`)}) as ${sql.ref(name)}`))
// Exact however large, and quick where the product fits into bigint, which it does unless a platform tells nonsense.
const fits = sql`d.average_online_time < 2147483648 and d.active_users < 2147483648`
export const secondsOfDays = sql`(coalesce(sum(case when ${fits} then d.average_online_time * d.active_users end), 0)
  + coalesce(sum(case when ${fits} then null else d.average_online_time::numeric * d.active_users end), 0)) as seconds`

// By way of a timestamp: straight from a date it would be reckoned in the session's zone, at three times the cost.
export const monthOfDay = sql`date_trunc('month', d.day::timestamp)::date`

/** Days summed by `key`. */
const summedDays = (
  range: Range,
  seen: RawBuilder<unknown>,
  knownAt: string | undefined,
  period: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
) => sql`
  select d.platform_id, ${period} as period, count(*) as n, max(d.day) as last_day, sum(d.corrections) as corrections,
    ${secondsOfDays}, ${sums(summedFigures, 'd')}
  from ${daysTable(knownAt)} d where ${within(range)} and ${seen} group by ${key}`

/** Platforms over a range or by month. The platforms are those for which `seen` holds of `d.platform_id`. */
export function summed(
  grain: 'platform' | 'month',
  range: Range,
  seen: RawBuilder<unknown>,
  knownAt: string | undefined,
): RawBuilder<unknown> {
  const months = knownAt === undefined ? wholeMonths(range) : null
  const [ofDay, ofMonth] = grain === 'month' ? [monthOfDay, sql`d.month`] : [sql`null::date`, sql`null::date`]
  const key = grain === 'month' ? sql`d.platform_id, ${monthOfDay}` : sql`d.platform_id`
  if (!months) return summedDays(range, seen, knownAt, ofDay, key)
  const figures = sql.join(summedFigures.map((name) => sql.ref(`d.${name}`)))
  const kept = sql`
    select d.platform_id, ${ofMonth} as period, d.days as n, d.last_day, d.corrections, d.online_seconds as seconds, ${figures}
    from platform_months d where d.month between ${months.first}::date and ${months.last}::date and ${seen}`
  // A month's row stands for itself; what is of several rows is added up once more.
  if (grain === 'month' && months.rest.length === 0) return kept
  const parts = [kept, ...months.rest.map((rest) => summedDays(rest, seen, undefined, ofDay, key))]
  return sql`
    select d.platform_id, d.period, sum(d.n) as n, max(d.last_day) as last_day, sum(d.corrections) as corrections,
      sum(d.seconds) as seconds, ${sums(summedFigures, 'd')}
    from (${sql.join(parts, sql` union all `)}) d group by d.platform_id, d.period`
}

/** How many days there are, and the sums of some figures over them all: one row of count and figures. */
export function totalled(
  range: Range,
  seen: RawBuilder<unknown>,
  knownAt: string | undefined,
  names: readonly string[],
): RawBuilder<unknown> {
  const months = knownAt === undefined ? wholeMonths(range) : null
  const days = (of: Range) => sql`
    select count(*) as n, ${sums(names, 'd')} from ${daysTable(knownAt)} d where ${within(of)} and ${seen}`
  if (!months) return days(range)
  const kept = sql`
    select sum(d.days) as n, ${sums(names, 'd')} from platform_months d
    where d.month between ${months.first}::date and ${months.last}::date and ${seen}`
  const parts = [kept, ...months.rest.map(days)]
  return sql`select sum(d.n) as n, ${sums(names, 'd')} from (${sql.join(parts, sql` union all `)}) d`
}
