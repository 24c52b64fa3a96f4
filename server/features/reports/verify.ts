import { type RawBuilder, sql } from 'kysely'
import { derivedNames, sumNames } from '../../../contract/figures.ts'
import { summedFigures } from '../../../contract/statistics-figures.ts'
import type { Check } from '../../kit/verify.ts'
import { daysAnew } from './anew.ts'
import { columns, figureNames, sumOf } from './figures-sql.ts'

const most = 50

/** Lines that name each key of two sides whose figures differ. */
async function compare(
  db: Parameters<Check['differences']>[0],
  {
    keys,
    names,
    exact = [],
    kept,
    real,
  }: {
    keys: readonly string[]
    names: readonly string[]
    /** Those of the names that are numeric, where the others are bigint. */
    exact?: readonly string[]
    kept: RawBuilder<unknown>
    real: RawBuilder<unknown>
  },
): Promise<string[]> {
  const zero = sql.join(names.map((name) => (exact.includes(name) ? sql`0::numeric` : sql`0::bigint`)))
  const { rows } = await sql<{ line: string }>`
    with kept as (${kept}), real as (${real})
    select concat_ws(' ', ${sql.join(keys.map((key) => sql`${sql.lit(key)}, ${sql.ref(key)}`))},
      ': kept', to_jsonb(kept) - ${[...keys]}::text[], 'real', to_jsonb(real) - ${[...keys]}::text[]) as line
    from kept full join real using (${columns(keys)})
    where case when kept is null then (${zero}) else (${columns(names, 'kept')}) end
      is distinct from case when real is null then (${zero}) else (${columns(names, 'real')}) end
    limit ${most}`.execute(db)
  return rows.map(({ line }) => line)
}

const daySums = sql`select platform_id, account_id, day, ${columns(sumNames)} from account_days`

/** Every rollup of figures against what it is made of. */
export const reportChecks: readonly Check[] = [
  {
    name: 'days of accounts are the facts of their players and of everybody below, and the restatements booked on them',
    differences: (db) =>
      compare(db, {
        keys: ['platform_id', 'account_id', 'day'],
        names: sumNames,
        kept: daySums,
        real: sql`
          select platform_id, account_id, day, ${sumOf(sumNames)} from (
            select f.platform_id, up.account_id, f.day, ${columns(sumNames, 'f')}
            from account_facts f cross join unnest(f.chain) as up (account_id)
            union all
            select c.platform_id, up.account_id, c.booked_day, ${columns(sumNames, 'c')}
            from fact_corrections c cross join unnest(c.chain) as up (account_id)
          ) every group by 1, 2, 3`,
      }),
  },
  {
    name: 'restatements of accounts are the corrections of facts',
    differences: (db) =>
      compare(db, {
        keys: ['platform_id', 'account_id', 'day'],
        names: sumNames,
        kept: sql`select platform_id, account_id, booked_day as day, ${sumOf(sumNames)} from account_restatements group by 1, 2, 3`,
        real: sql`
          select c.platform_id, up.account_id, c.booked_day as day, ${sumOf(sumNames, 'c')}
          from fact_corrections c cross join unnest(c.chain) as up (account_id) group by 1, 2, 3`,
      }),
  },
  {
    name: 'months of accounts are the sums of their days',
    differences: (db) =>
      compare(db, {
        keys: ['platform_id', 'account_id', 'month'],
        names: figureNames,
        kept: sql`select platform_id, account_id, month, ${columns(figureNames)} from account_months`,
        real: sql`
          select platform_id, account_id, date_trunc('month', day)::date as month, ${sumOf(figureNames)}
          from account_days group by 1, 2, 3`,
      }),
  },
  {
    name: 'totals of accounts are the sums of their days',
    differences: (db) =>
      compare(db, {
        keys: ['platform_id', 'account_id'],
        names: figureNames,
        kept: sql`select platform_id, account_id, ${columns(figureNames)} from account_totals`,
        real: sql`select platform_id, account_id, ${sumOf(figureNames)} from account_days group by 1, 2`,
      }),
  },
  {
    name: 'fees, income and profit of every day follow from its figures by the rates of the day',
    async differences(db) {
      const lines: string[] = []
      for await (const { row, is } of daysAnew(db)) {
        const wrong = derivedNames.filter((name) => row[name] !== is[name])
        if (wrong.length === 0) continue
        const told = wrong.map((name) => `${name} kept ${row[name]} real ${is[name]}`).join(', ')
        lines.push(`platform ${row.platform_id} account ${row.account_id} ${row.day}: ${told}`)
        if (lines.length >= most) break
      }
      return lines
    },
  },
  {
    name: 'months of platforms are the sums of their days',
    differences: (db) =>
      compare(db, {
        keys: ['platform_id', 'month'],
        names: ['days', 'last', 'corrections', 'online_seconds', ...summedFigures],
        exact: ['online_seconds'],
        kept: sql`
          select platform_id, month, days::bigint, (last_day - date '2000-01-01')::bigint as last, corrections::bigint,
            online_seconds, ${columns(summedFigures)}
          from platform_months`,
        real: sql`
          select platform_id, date_trunc('month', day::timestamp)::date as month, count(*) as days,
            (max(day) - date '2000-01-01')::bigint as last, sum(corrections) as corrections,
            sum(average_online_time::numeric * active_users) as online_seconds, ${sumOf(summedFigures)}
          from platform_days group by 1, 2`,
      }),
  },
  {
    name: 'corrected days of platforms stand as their last correction left them',
    async differences(db) {
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', 'platform', d.platform_id, d.day, ': kept', to_jsonb(d), 'corrected to', c.after) as line
        from platform_days d
        join lateral (
          select after from platform_day_corrections c where c.platform_id = d.platform_id and c.day = d.day
          order by c.version desc limit 1
        ) c on true
        where not to_jsonb(d) @> c.after limit ${most}`.execute(db)
      return rows.map(({ line }) => line)
    },
  },
]
