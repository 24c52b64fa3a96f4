import type pg from 'pg'

/** Levels below a channel. */
const levels = 8

/**
 * Accounts for the lists of people: staff, channels, and below the channels eight levels of sub-channels and, lower,
 * salesmen. The first channel has a tenth of everybody below it. Deterministic.
 */
export async function populatePeople(client: pg.Client, { accounts }: { accounts: number }): Promise<void> {
  const staff = Math.round(accounts / 50)
  const channels = Math.round(accounts / 200)
  const below = accounts - staff - channels
  await client.query('set session_replication_role = replica').catch(() => {})
  const add = (text: string, values: unknown[] = []) => client.query(text, values)
  const columns =
    'kind, username, password_hash, group_id, level, parent_id, role_id, remark, business, status'
  await add(
    `insert into accounts (${columns})
     select 1, 'staff' || g, '', 4, 0, null, '', 'remark ' || g % 997, '', (g % 50 <> 0)::int
     from generate_series(1, $1::int) g`,
    [staff],
  )
  await add(
    `insert into accounts (${columns})
     select 3, 'channel' || g, '', 5, 0, null, (100000 + g)::text, 'remark ' || g % 97, 'team ' || g % 20, (g % 50 <> 0)::int
     from generate_series(1, $1::int) g`,
    [channels],
  )
  await add(
    `insert into account_tree (ancestor_id, account_id, distance, kind)
     select id, id, 0, kind from accounts where kind = 3 or username like 'staff%'`,
  )
  for (let level = 1; level <= levels; level += 1) {
    // One in ten goes to the first channel's tree; the rest are spread, so that levels get narrower downwards.
    const share = Math.round((below * 2 * (levels + 1 - level)) / (levels * (levels + 1)))
    const name = level <= 3 ? 'sub' : 'sales'
    await add(
      `with parents as materialized (
         select id, row_number() over (order by id) as n, count(*) over () as all_of_them
         from accounts where kind <> 1 and level = $1 - 1 and ($1 < 5 or kind = 4)),
       made as (
         insert into accounts (${columns})
         select $3::smallint, $4 || $1 || 'x' || g, '', $5::int, $1, p.id, ($1 * 10000000 + g)::text,
           case when g % 3 = 0 then 'remark ' || g % 4999 else '' end, '', (g % 50 <> 0)::int
         from generate_series(1, $2::int) g
         join parents p on p.n = 1 + case when g % 10 = 0 then 0 else (g * 7919::bigint) % p.all_of_them end
         returning id, parent_id)
       insert into account_tree (ancestor_id, account_id, distance, kind)
       select t.ancestor_id, made.id, t.distance + 1, $3 from made join account_tree t on t.account_id = made.parent_id
       union all select id, id, 0, $3 from made`,
      [level, share, level <= 3 ? 9 : 4, name, level <= 3 ? 6 : 7],
    )
  }
  await client.query('set session_replication_role = origin').catch(() => {})
  await client.query('vacuum analyze accounts')
  await client.query('vacuum analyze account_tree')
}
