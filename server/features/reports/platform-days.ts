import { sql } from 'kysely'
import { summedFigures } from '../../../contract/statistics-figures.ts'
import type { Tx } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { type PlatformDay, platformFigureNames, platformFigures } from './facts.ts'
import {
  addExcluded,
  asJson,
  columns,
  oneCorrectionAtATime,
  recordOf,
  setFrom,
  whileRatesStand,
} from './figures-sql.ts'

const rowOf = (event: PlatformDay) => ({
  day: event.day,
  version: event.version,
  ...Object.fromEntries(
    Object.entries(platformFigures).map(([wire, name]) => [
      name,
      event[wire as keyof typeof platformFigures],
    ]),
  ),
})

/**
 * Takes in days of a platform, each the whole day so far; an older version than the one known changes nothing. A closed
 * day changes too, but only beside a dated correction with its figures before and after. Months follow by the difference.
 */
export async function recordPlatformDays(
  tx: Tx,
  platformId: number,
  today: string,
  events: readonly PlatformDay[],
): Promise<void> {
  const newest = new Map<string, PlatformDay>()
  for (const event of events)
    if ((newest.get(event.day)?.version ?? 0) < event.version) newest.set(event.day, event)
  const rows = [...newest.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)).map(rowOf)
  if (rows.length === 0) return
  await whileRatesStand(tx, platformId)
  await oneCorrectionAtATime(tx, platformId)
  const figures = (table: string) =>
    sql`jsonb_build_object(${sql.join(platformFigureNames.flatMap((name) => [sql.lit(name), sql.ref(`${table}.${name}`)]))})`
  const differs = sql`(${columns(platformFigureNames, 'd')}) is distinct from (${columns(platformFigureNames, 's')})`
  const sent = sql`jsonb_to_recordset(${asJson(rows)}::jsonb) as s (day date, version bigint, ${recordOf(platformFigureNames)})`
  await sql`
    ${keptPlan} insert into platform_day_corrections (platform_id, day, version, booked_day, before, after)
    select ${platformId}, s.day, s.version, ${today}::date, ${figures('d')}, ${figures('s')}
    from ${sent}
    join closed_days c on c.platform_id = ${platformId} and c.day = s.day
    join platform_days d on d.platform_id = ${platformId} and d.day = s.day
    where d.version < s.version and ${differs}
    on conflict do nothing`.execute(tx)
  const change = (name: string) => sql`new.${sql.ref(name)} - coalesce(old.${sql.ref(name)}, 0)`
  const changes = sql.join(summedFigures.map((name) => sql`${change(name)} as ${sql.ref(name)}`))
  await sql`
    ${keptPlan} with stored as (
      insert into platform_days as d (platform_id, day, version, ${columns(platformFigureNames)})
      select ${platformId}, s.day, s.version, ${columns(platformFigureNames, 's')} from ${sent} order by s.day
      on conflict (platform_id, day) do update set
        version = excluded.version, updated_at = now(), ${setFrom(platformFigureNames, 'excluded')},
        corrections = (select count(*) from platform_day_corrections c
          where c.platform_id = ${platformId} and c.day = excluded.day)
      where d.version < excluded.version
      returning new.day, (old.day is null)::int as days, ${change('corrections')} as corrections,
        ${seconds('new')} - coalesce(${seconds('old')}, 0) as online_seconds, ${changes}
    )
    insert into platform_months as m (platform_id, month, days, last_day, corrections, online_seconds, ${columns(summedFigures)})
    select ${platformId}, date_trunc('month', s.day::timestamp)::date, sum(s.days), max(s.day), sum(s.corrections),
      sum(s.online_seconds), ${sql.join(summedFigures.map((name) => sql`sum(s.${sql.ref(name)})`))}
    from stored s group by 2 order by 2
    on conflict (platform_id, month) do update set
      last_day = greatest(m.last_day, excluded.last_day),
      ${addExcluded(['days', 'corrections', 'online_seconds', ...summedFigures], 'm')}`.execute(tx)
}

/** Seconds that all active users of a day were online. */
const seconds = (of: 'new' | 'old') =>
  sql`${sql.ref(`${of}.average_online_time`)}::numeric * ${sql.ref(`${of}.active_users`)}`
