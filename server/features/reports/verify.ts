import { type RawBuilder, sql } from 'kysely'
import { derivedNames, sumNames } from '../../../contract/figures.ts'
import { summedFigures } from '../../../contract/statistics-figures.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Check } from '../../kit/verify.ts'
import { daysAnew, restatedAnew } from './anew.ts'
import { columns, figureNames, sumOf } from './figures-sql.ts'

const most = 50

interface Compared {
  keys: readonly string[]
  names: readonly string[]
  /** Those of the names that are numeric, where the others are bigint. */
  exact?: readonly string[]
  kept: RawBuilder<unknown>
  real: RawBuilder<unknown>
  /** `changed`: the keys to look at, if not all. */
  changed?: RawBuilder<unknown> | undefined
}

/** Lines that name each key of two sides whose figures differ. */
async function compare(
  db: Db,
  { keys, names, exact = [], kept, real, changed }: Compared,
): Promise<string[]> {
  const zero = sql.join(names.map((name) => (exact.includes(name) ? sql`0::numeric` : sql`0::bigint`)))
  const { rows } = await sql<{ line: string }>`
    with ${changed ? sql`changed as materialized (${changed}),` : sql``} kept as (${kept}), real as (${real})
    select concat_ws(' ', ${sql.join(keys.map((key) => sql`${sql.lit(key)}, ${sql.ref(key)}`))},
      ': kept', to_jsonb(kept) - ${[...keys]}::text[], 'real', to_jsonb(real) - ${[...keys]}::text[]) as line
    from kept full join real using (${columns(keys)})
    where case when kept is null then (${zero}) else (${columns(names, 'kept')}) end
      is distinct from case when real is null then (${zero}) else (${columns(names, 'real')}) end
    limit ${most}`.execute(db)
  return rows.map(({ line }) => line)
}

/** A check that can look at everything, or at what changed since a moment. */
const check = (name: string, look: (db: Db, since?: Date) => Promise<string[]>): Check => ({
  name,
  differences: (db) => look(db),
  lately: look,
})

/** Keys of rows of a table that changed, for the chain of a fact as for each of its accounts. */
const changedDays = (since: Date) => sql`
  select platform_id, account_id, day from account_days where updated_at >= ${since}
  union
  select f.platform_id, up.account_id, f.day from account_facts f cross join unnest(f.chain) as up (account_id)
  where f.updated_at >= ${since}
  union
  ${changedCorrections(since)}`
const changedCorrections = (since: Date) => sql`
  select c.platform_id, up.account_id, c.booked_day from fact_corrections c cross join unnest(c.chain) as up (account_id)
  where c.at >= ${since}`

/** Joins `changed` to rows that have these columns. */
const among = (since: Date | undefined, columnsOf: Readonly<Record<string, string>>) =>
  since
    ? sql`join changed on ${sql.join(
        Object.entries(columnsOf).map(
          ([key, column]) => sql`${sql.ref(`changed.${key}`)} = ${sql.ref(column)}`,
        ),
        sql` and `,
      )}`
    : sql``

/** Every rollup of figures against what it is made of. */
export const reportChecks: readonly Check[] = [
  check(
    'days of accounts are the facts of their players and of everybody below, and the restatements booked on them',
    (db, since) => {
      const byDay = { platform_id: 'd.platform_id', account_id: 'd.account_id', day: 'd.day' }
      const upOf = (of: string, day: string) => ({
        platform_id: `${of}.platform_id`,
        account_id: 'up.account_id',
        day: `${of}.${day}`,
      })
      return compare(db, {
        keys: ['platform_id', 'account_id', 'day'],
        names: sumNames,
        changed: since && changedDays(since),
        kept: sql`
          select d.platform_id, d.account_id, d.day, ${columns(sumNames, 'd')} from account_days d ${among(since, byDay)}`,
        real: sql`
          select platform_id, account_id, day, ${sumOf(sumNames)} from (
            select f.platform_id, up.account_id, f.day, ${columns(sumNames, 'f')}
            from account_facts f cross join unnest(f.chain) as up (account_id) ${among(since, upOf('f', 'day'))}
            ${since ? sql`where (f.platform_id, f.day) in (select platform_id, day from changed)` : sql``}
            union all
            select c.platform_id, up.account_id, c.booked_day, ${columns(sumNames, 'c')}
            from fact_corrections c cross join unnest(c.chain) as up (account_id) ${among(since, upOf('c', 'booked_day'))}
          ) every group by 1, 2, 3`,
      })
    },
  ),
  check('restatements of accounts are the corrections of facts', (db, since) =>
    compare(db, {
      keys: ['platform_id', 'account_id', 'day'],
      names: sumNames,
      changed:
        since &&
        sql`select platform_id, account_id, booked_day as day from account_restatements where at >= ${since}
          union ${changedCorrections(since)}`,
      kept: sql`
        select r.platform_id, r.account_id, r.booked_day as day, ${sumOf(sumNames, 'r')} from account_restatements r
        ${among(since, { platform_id: 'r.platform_id', account_id: 'r.account_id', day: 'r.booked_day' })}
        group by 1, 2, 3`,
      real: sql`
        select c.platform_id, up.account_id, c.booked_day as day, ${sumOf(sumNames, 'c')}
        from fact_corrections c cross join unnest(c.chain) as up (account_id)
        ${among(since, { platform_id: 'c.platform_id', account_id: 'up.account_id', day: 'c.booked_day' })}
        group by 1, 2, 3`,
    }),
  ),
  check('months of accounts are the sums of their days', (db, since) =>
    compare(db, {
      keys: ['platform_id', 'account_id', 'month'],
      names: figureNames,
      changed:
        since &&
        sql`select distinct platform_id, account_id, date_trunc('month', day)::date as month from account_days
          where updated_at >= ${since}`,
      kept: sql`
        select m.platform_id, m.account_id, m.month, ${columns(figureNames, 'm')} from account_months m
        ${among(since, { platform_id: 'm.platform_id', account_id: 'm.account_id', month: 'm.month' })}`,
      real: since
        ? sql`
          select c.platform_id, c.account_id, c.month, ${sumOf(figureNames, 'd')}
          from changed c join account_days d on d.platform_id = c.platform_id and d.account_id = c.account_id
            and d.day >= c.month and d.day < c.month + interval '1 month'
          group by 1, 2, 3`
        : sql`
          select platform_id, account_id, date_trunc('month', day)::date as month, ${sumOf(figureNames)}
          from account_days group by 1, 2, 3`,
    }),
  ),
  check('totals of accounts are the sums of their months', (db, since) =>
    compare(db, {
      keys: ['platform_id', 'account_id'],
      names: figureNames,
      changed:
        since && sql`select distinct platform_id, account_id from account_days where updated_at >= ${since}`,
      kept: sql`
        select t.platform_id, t.account_id, ${columns(figureNames, 't')} from account_totals t
        ${among(since, { platform_id: 't.platform_id', account_id: 't.account_id' })}`,
      real: sql`
        select m.platform_id, m.account_id, ${sumOf(figureNames, 'm')} from account_months m
        ${among(since, { platform_id: 'm.platform_id', account_id: 'm.account_id' })} group by 1, 2`,
    }),
  ),
  check('fees, income and profit of every day follow from its figures by the rates of the day', (db, since) =>
    named(daysAnew(db, since), ({ row, is }) => ({ where: row.day, ...row, kept: row, is })),
  ),
  check(
    'fees, income and profit of every restatement follow from what was known when it was booked',
    (db, since) =>
      named(restatedAnew(db, since), ({ key, kept, is }) => ({
        where: `${key.day} as known on ${key.booked_day}`,
        ...key,
        kept,
        is,
      })),
  ),
  check('months of platforms are the sums of their days', (db, since) => {
    const byMonth = (of: string) => among(since, { platform_id: `${of}.platform_id`, month: `${of}.month` })
    const days = sql`(select *, date_trunc('month', day::timestamp)::date as month from platform_days)`
    return compare(db, {
      keys: ['platform_id', 'month'],
      names: ['days', 'last', 'corrections', 'online_seconds', ...summedFigures],
      exact: ['online_seconds'],
      // Days of platforms are taken in for a month or two at most; the night looks at those before.
      changed:
        since &&
        sql`select distinct platform_id, date_trunc('month', day::timestamp)::date as month from platform_days
          where updated_at >= ${since} and day >= ${since}::timestamptz::date - 70`,
      kept: sql`
        select m.platform_id, m.month, days::bigint, (last_day - date '2000-01-01')::bigint as last,
          corrections::bigint, online_seconds, ${columns(summedFigures)}
        from platform_months m ${byMonth('m')}`,
      real: sql`
        select d.platform_id, d.month, count(*) as days, (max(day) - date '2000-01-01')::bigint as last,
          sum(corrections) as corrections, sum(average_online_time::numeric * active_users) as online_seconds,
          ${sumOf(summedFigures)}
        from ${days} d ${byMonth('d')} group by 1, 2`,
    })
  }),
  check('corrected days of platforms stand as their last correction left them', async (db, since) => {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', 'platform', d.platform_id, d.day, ': kept', to_jsonb(d), 'corrected to', c.after) as line
      from platform_days d
      join lateral (
        select after, at from platform_day_corrections c where c.platform_id = d.platform_id and c.day = d.day
        order by c.version desc limit 1
      ) c on true
      where not to_jsonb(d) @> c.after ${since ? sql`and c.at >= ${since}` : sql``} limit ${most}`.execute(db)
    return rows.map(({ line }) => line)
  }),
]

type Derivable = Readonly<Record<(typeof derivedNames)[number], bigint>>
interface Judged {
  platform_id: number
  account_id: number
  where: string
  kept: Derivable
  is: Derivable
}

/** Lines that name what does not follow. */
async function named<T>(all: AsyncIterable<T>, judge: (one: T) => Judged): Promise<string[]> {
  const lines: string[] = []
  for await (const one of all) {
    const { platform_id, account_id, where, kept, is } = judge(one)
    const wrong = derivedNames.filter((name) => kept[name] !== is[name])
    if (wrong.length === 0) continue
    const told = wrong.map((name) => `${name} kept ${kept[name]} real ${is[name]}`).join(', ')
    lines.push(`platform ${platform_id} account ${account_id} ${where}: ${told}`)
    if (lines.length >= most) break
  }
  return lines
}
