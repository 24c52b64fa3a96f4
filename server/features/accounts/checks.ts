import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import type { Check } from '../../kit/verify.ts'

async function pledges(db: Db, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ username: string; kept: bigint; counted: bigint }>`
    select a.username, a.pledge_u as kept, coalesce(l.counted, 0)::bigint as counted
    from accounts a left join (
      select account_id, sum(case credit when 'held' then amount else -amount end) as counted
      from pledge_transfers group by account_id
    ) l on l.account_id = a.id
    where ${which} and a.pledge_u <> coalesce(l.counted, 0)`.execute(db)
  return rows.map((row) => `${row.username}: ${row.kept} U kept, ${row.counted} U by its transfers`)
}

/** What is kept beside its history, worked out anew. */
export const accountChecks: readonly Check[] = [
  {
    name: 'pledge balances are the sums of their transfers',
    differences: (db) => pledges(db, sql`true`),
    lately: (db, since) =>
      pledges(db, sql`a.id in (select account_id from pledge_transfers where at >= ${since})`),
  },
  {
    name: 'rates in force are the latest of their history',
    async differences(db) {
      const { rows } = await sql<{ username: string }>`
        select a.username from accounts a left join lateral (
          select * from account_rates where account_id = a.id order by from_day desc limit 1
        ) r on true
        where (a.game_passage_point, a.game_withdraw_point, a.game_dividend_point) is distinct from
          (coalesce(r.game_passage_point, 0), coalesce(r.game_withdraw_point, 0), coalesce(r.game_dividend_point, 0))`.execute(
        db,
      )
      return rows.map(({ username }) => username)
    },
  },
  {
    name: 'the account tree holds every ancestor at its distance, and levels count from the channel',
    async differences(db) {
      const { rows } = await sql<{ line: string }>`
        with recursive up as (
          select id as account_id, id as ancestor_id, 0 as distance from accounts
          union all
          select up.account_id, a.parent_id, up.distance + 1 from up join accounts a on a.id = up.ancestor_id
          where a.parent_id is not null
        )
        select format('%s above %s', coalesce(up.ancestor_id, t.ancestor_id), coalesce(up.account_id, t.account_id)) as line
        from up full join account_tree t using (account_id, ancestor_id, distance)
        where up.account_id is null or t.account_id is null
        union all
        select format('level of %s', a.username) from accounts a
        where a.level <> case when a.kind in (1, 3) then 0
          else (select max(distance) from account_tree t where t.account_id = a.id) end`.execute(db)
      return rows.map(({ line }) => line)
    },
  },
  {
    name: 'the account tree knows kind and deletion of everybody in it',
    async differences(db) {
      const { rows } = await sql<{ username: string }>`
        select distinct a.username from account_tree t join accounts a on a.id = t.account_id
        where (t.kind, t.deleted) <> (a.kind, a.deleted)`.execute(db)
      return rows.map(({ username }) => username)
    },
  },
]
