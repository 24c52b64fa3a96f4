import type pg from 'pg'
import { derivedNames, sumNames } from '../contract/figures.ts'

const names = [...sumNames, ...derivedNames]
const channels = 200
const subChannels = 600
const salesmen = 1200
/** Platforms that everybody of a family brings players to every day. */
const daily = 3

/**
 * Figures of so many days: 2,000 accounts on three levels below 200 platforms. Each family has three platforms on which
 * every one of it has figures every day, a quarter of it a fourth; besides, every salesman was once at every platform.
 * Of two years some five million days, with their months and totals. Deterministic, counted back from today.
 */
export async function populateReports(client: pg.Client, zone: string, days: number): Promise<number> {
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run('set synchronous_commit = off')
  await run(`set max_wal_size = '8GB'`).catch(() => {})
  await run('set session_replication_role = replica').catch(() => {})
  await people(run)
  const indexes = await dropIndexes(run)
  const figures = names.map(
    (name, index) => `(n * ${37 + index * 2}) % ${1_000_000 + index * 7919} as ${name}`,
  )
  const row = (n: string, from: string) => `
    insert into account_days (platform_id, account_id, day, kind, passage_point, withdraw_point, dividend_point, api_win_lose,
      ${names.join(', ')})
    select platform_id, account_id, day, kind, 55, 20, 400, jsonb_build_object('1', n % 99991, '2', n % 77773),
      ${names.join(', ')}
    from (select *, ${figures.join(', ')} from (select ${n} as n, * from ${from}) numbered) made`
  await run(
    row(
      `(account_id::bigint * 7919 + platform_id * 104729 + (day - date '2020-01-01') * 31)`,
      `(select 1 + (family * 3 + k * 67) % 200 as platform_id, m.id as account_id, m.kind, g.day::date as day
        from members m, generate_series(0, ${daily}) k,
          generate_series($1::date - ${days - 1}, $1::date, interval '1 day') g (day)
        where k < ${daily} or m.id % 4 = 0) daily`,
    ),
    [await today(run, zone)],
  )
  await run(
    row(
      `(account_id::bigint * 7919 + platform_id * 104729)`,
      `(select p.id as platform_id, m.id as account_id, m.kind, $1::date - 1 - ((m.id + p.id * 7) % 360)::int as day
        from members m, platforms p where m.kind = 4 and not exists (
          select from generate_series(0, ${daily}) k
          where p.id = 1 + (m.family * 3 + k * 67) % 200 and (k < ${daily} or m.id % 4 = 0))) once`,
    ),
    [await today(run, zone)],
  )
  const sums = names.map((name) => `sum(${name})`).join(', ')
  // Month after month, as time brings them: a month's rows lie together.
  await run(`insert into account_months (platform_id, account_id, month, kind, ${names.join(', ')})
    select platform_id, account_id, date_trunc('month', day)::date, kind, ${sums} from account_days
    group by 1, 2, 3, 4 order by 3`)
  await run(`insert into account_totals (platform_id, account_id, kind, ${names.join(', ')})
    select platform_id, account_id, kind, ${sums} from account_months group by 1, 2, 3`)
  for (const definition of indexes) await run(definition)
  for (const table of ['account_days', 'account_months', 'account_totals', 'accounts', 'account_tree'])
    await run(`vacuum analyze ${table}`)
  await run('set session_replication_role = origin').catch(() => {})
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from account_days')
  return rows[0]?.count ?? 0
}

type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

const today = async (run: Run, zone: string): Promise<string> =>
  (await run(`select (now() at time zone $1)::date::text as day`, [zone])).rows[0].day as string

async function people(run: Run): Promise<void> {
  const columns = `kind, username, password_hash, group_id, level, parent_id, role_id, status,
    game_passage_point, game_withdraw_point, game_dividend_point`
  const add = (kind: number, name: string, count: number, level: number, parent: string, first: number) =>
    run(`insert into accounts (${columns})
      select ${kind}, '${name}' || g, '', ${kind === 3 ? 5 : kind === 9 ? 6 : 7}, ${level}, ${parent},
        (${first} + g)::text, 1, 55, 20, 400 from generate_series(1, ${count}) g`)
  const below = (name: string, count: number) =>
    `(select id from accounts where username = '${name}' || (1 + (g - 1) % ${count}))`
  await add(3, 'channel', channels, 0, 'null', 1_000_000)
  await add(9, 'sub', subChannels, 1, below('channel', channels), 2_000_000)
  await add(4, 'sales', salesmen, 2, below('sub', subChannels), 3_000_000)
  await run(`insert into account_tree (ancestor_id, account_id, distance, kind)
    select id, id, 0, kind from accounts where kind <> 1
    union all select parent_id, id, 1, kind from accounts where parent_id is not null
    union all select p.parent_id, a.id, 2, a.kind from accounts a join accounts p on p.id = a.parent_id
      where p.parent_id is not null`)
  await run(`create temp table members as
    select a.id, a.kind, row_number() over (partition by a.kind order by a.id)::int % ${channels} as family
    from accounts a where a.kind <> 1`)
}

/** Indexes cost most while rows come in; they are made again from their own definitions. */
async function dropIndexes(run: Run): Promise<string[]> {
  const { rows } = await run(`
    select indexname, indexdef from pg_indexes
    where tablename in ('account_days', 'account_months') and indexname not like '%pkey'`)
  for (const { indexname } of rows as { indexname: string }[]) await run(`drop index ${indexname}`)
  return (rows as { indexdef: string }[]).map(({ indexdef }) => indexdef)
}
