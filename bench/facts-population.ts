import type pg from 'pg'

/** Accounts that every platform tells of: a family is a channel, four below it and twenty below those. */
const families = 8
const below = { sub: 4, sales: 20 }
export const factAccounts = families * (1 + below.sub + below.sales)
const apis = 8

/** Accounts with their chains, rates and points of the games' APIs, as the figures of any day need them. */
export async function populateFactAccounts(client: pg.Client): Promise<void> {
  const columns = `kind, username, password_hash, group_id, level, parent_id, role_id, status,
    game_passage_point, game_withdraw_point, game_dividend_point`
  const add = (kind: number, group: number, level: number, name: string, parent: string, count: number) =>
    client.query(`insert into accounts (${columns})
      select ${kind}, '${name}' || g, '', ${group}, ${level}, ${parent}, (${level + 1}000000 + g)::text, 1, 55, 20, 400
      from generate_series(1, ${count}) g`)
  const parent = (name: string, count: number) =>
    `(select id from accounts where username = '${name}' || (1 + (g - 1) % ${count}))`
  await add(3, 5, 0, 'fact-channel', 'null', families)
  await add(9, 6, 1, 'fact-sub', parent('fact-channel', families), families * below.sub)
  await add(4, 7, 2, 'fact-sales', parent('fact-sub', families * below.sub), families * below.sales)
  await client.query(`insert into account_tree (ancestor_id, account_id, distance, kind)
    select id, id, 0, kind from accounts where kind <> 1
    union all select parent_id, id, 1, kind from accounts where parent_id is not null
    union all select p.parent_id, a.id, 2, a.kind from accounts a join accounts p on p.id = a.parent_id
      where p.parent_id is not null`)
  await client.query(`insert into account_rates (account_id, from_day, game_passage_point, game_withdraw_point,
      game_dividend_point, changed_by)
    select id, d::date, 55, 20, 400, 'bench' from accounts, unnest(array['2020-01-01', '2026-01-01']) d where kind <> 1`)
  await client.query(
    `insert into game_apis (api_id, name) select g, 'API ' || g from generate_series(1, $1::int) g on conflict do nothing`,
    [apis],
  )
  await client.query(`insert into api_points (owner_id, api_id, from_day, point, changed_by)
    select owner, api_id, '2020-01-01', 100 + api_id % 50, 'bench' from game_apis,
      (select -1 as owner union all select id from accounts where kind = 3) owners on conflict do nothing`)
  // Orders of the usual population are being paid without a command: nothing that facts are about, but no sound books.
  await client.query('truncate withdrawal_orders, withdrawal_counts, withdrawal_totals')
  await client.query('vacuum analyze')
}

/** Names of the accounts, in the order in which a batch tells of them. */
export const factNames = [
  ...Array.from({ length: families }, (_, index) => `fact-channel${index + 1}`),
  ...Array.from({ length: families * below.sub }, (_, index) => `fact-sub${index + 1}`),
  ...Array.from({ length: families * below.sales }, (_, index) => `fact-sales${index + 1}`),
]
