import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { type Command, enqueueCommands } from '../link/index.ts'

/** What a platform answers to a command about an account it does not know: nothing went wrong, it is passed over. */
const passedOver = 'unknown_account'

export interface Platform {
  id: number
  name: string
}

/** Running and agency-stopped platforms among those named, or all; the channel side reaches only what is shown to it. */
export async function platformsToTell(
  scope: Scope,
  db: Db,
  {
    cateIds,
    platformIds,
  }: { cateIds?: readonly number[] | undefined; platformIds?: readonly number[] | undefined },
): Promise<Platform[]> {
  return db
    .selectFrom('platforms')
    .select(['id', 'name'])
    .where('deleted', '=', 0)
    .where('status', 'in', [1, 3])
    .$if(!scope.everything, (query) => query.where('channel_live_show', '=', 1))
    .$if(cateIds !== undefined, (query) => query.where('cate_id', 'in', cateIds ?? []))
    .$if(platformIds !== undefined, (query) => query.where('id', 'in', platformIds ?? []))
    .orderBy('id')
    .execute()
}

/** An account as a platform knows it. */
export interface Told {
  id: number
  username: string
  remark: string
  /** Number of its proxy player at this platform. */
  proxy_id: string
}

/** The accounts with their numbers at a platform, which may count players in its own way. */
export async function accountsAt(db: Db, platformId: number, ids: readonly number[]): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select a.id, a.username, a.remark, coalesce(l.proxy_id, a.role_id) as proxy_id
    from accounts a left join account_links l on l.platform_id = ${platformId} and l.account_id = a.id
    where a.id = any(${ids}::int[]) order by a.id`.execute(db)
  return rows
}

export interface Tally {
  done: number
  skipped: number
  failed: number
  waiting: number
}

/** How commands of these keys have ended so far, by platform. */
async function tally(
  db: Db,
  platformIds: readonly number[],
  keys: readonly string[],
): Promise<Map<number, Tally>> {
  const { rows } = await sql<Tally & { platform_id: number }>`
    select platform_id,
      count(*) filter (where state in ('done', 'accepted'))::int as done,
      count(*) filter (where state = 'refused' and starts_with(reason, ${passedOver}))::int as skipped,
      count(*) filter (where state = 'dead' or state = 'refused' and not starts_with(reason, ${passedOver}))::int
        as failed,
      count(*) filter (where state in ('due', 'sending', 'unknown'))::int as waiting
    from link_outbox where platform_id = any(${platformIds}::int[]) and key = any(${keys}::text[])
    group by platform_id`.execute(db)
  return new Map(rows.map(({ platform_id, ...counts }) => [platform_id, counts]))
}

/** Queues commands in one transaction per platform. Keys that are already there change nothing. */
export async function tellPlatforms(db: Db, commands: readonly Command[]): Promise<void> {
  for (const own of Map.groupBy(commands, ({ platformId }) => platformId).values())
    await db.transaction().execute((tx) => enqueueCommands(tx, own))
}

/** Waits until every command has ended, or for so long; answers where they stand then. */
export async function waitForPlatforms(
  db: Db,
  commands: readonly Pick<Command, 'platformId' | 'key'>[],
  { patienceMs, onLook = async () => {} }: { patienceMs: number; onLook?: (ended: number) => Promise<void> },
): Promise<Map<number, Tally>> {
  const platformIds = [...new Set(commands.map(({ platformId }) => platformId))]
  const keys = [...new Set(commands.map(({ key }) => key))]
  const until = Date.now() + patienceMs
  for (let pauseMs = 60; ; pauseMs = Math.min(1000, pauseMs * 1.5)) {
    const counts = await tally(db, platformIds, keys)
    const waiting = [...counts.values()].reduce((sum, each) => sum + each.waiting, 0)
    await onLook(commands.length - waiting)
    if (waiting === 0 || Date.now() >= until) return counts
    await sleep(pauseMs)
  }
}
