import { sql } from 'kysely'
import type { Clock } from '../../kit/clock.ts'
import type { Db, Tx } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Absorber } from '../link/index.ts'
import {
  type AccountDay,
  AccountDayEvent,
  type Fact,
  figuresOf,
  PlatformDayEvent,
  readDays,
} from './facts.ts'
import { recordPlatformDays } from './platform-days.ts'
import { recordFacts } from './record.ts'

/** What reports take in from platforms, by type of event. */
export const reportAbsorbers = (clock: Clock): Readonly<Record<string, Absorber>> => ({
  accountDay: async (tx, platformId, events) => {
    const today = clock.dayOf(clock.now())
    const { read, rejected } = readDays(AccountDayEvent, events, today)
    const { facts, unknown } = await matched(tx, platformId, read)
    for (const { id, data } of unknown)
      rejected.set(id, `data.username: no account ${data.username} (player ${data.roleId || 'none'})`)
    await recordFacts(tx, { platformId, today, facts })
    return rejected
  },
  platformDay: async (tx, platformId, events) => {
    const today = clock.dayOf(clock.now())
    const { read, rejected } = readDays(PlatformDayEvent, events, today)
    await recordPlatformDays(
      tx,
      platformId,
      today,
      read.map(({ data }) => data),
    )
    return rejected
  },
})

interface Sent {
  id: string
  data: AccountDay
}

/**
 * Finds whose days these are: by the number the platform gives the account's proxy where it has its own, else by the
 * username, which is the same everywhere.
 */
export async function matched(
  db: Db | Tx,
  platformId: number,
  events: readonly Sent[],
): Promise<{ facts: Fact[]; unknown: Sent[] }> {
  if (events.length === 0) return { facts: [], unknown: [] }
  const { rows } = await sql<{ at: number; account_id: number; chain: number[] }>`
    ${keptPlan} select s.at::int, found.id as account_id, up.chain
    from unnest(${events.map(({ data }) => data.username)}::text[], ${events.map(({ data }) => data.roleId)}::text[])
      with ordinality as s (username, role_id, at)
    cross join lateral (
      select id from (
        select l.account_id as id, 1 as rank from account_links l
        where l.platform_id = ${platformId} and l.proxy_id = s.role_id
        union all
        select a.id, 2 from accounts a where lower(a.username) = lower(s.username) and a.kind <> 1
      ) candidates order by rank limit 1
    ) found
    cross join lateral (
      select array_agg(t.ancestor_id order by t.distance desc) as chain from account_tree t where t.account_id = found.id
    ) up`.execute(db)
  const whose = new Map(rows.map((row) => [row.at - 1, row]))
  const facts: Fact[] = []
  const unknown: Sent[] = []
  for (const [index, event] of events.entries()) {
    const found = whose.get(index)
    if (found) facts.push({ accountId: found.account_id, chain: found.chain, ...figuresOf(event.data) })
    else unknown.push(event)
  }
  return { facts, unknown }
}
