import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import { retryingCollisions } from './retry.ts'
import type { Command, CommandName, CommandOutcome, LinkUsers } from './types.ts'

/** A command that this process holds: nobody else touches it until the lease is over. */
export interface Claimed {
  platformId: number
  id: bigint
  key: string
  name: CommandName
  data: Command['data']
  orderNo: string | null
  /** State it was claimed from. From `due` it is sent, from anything else it is asked about. */
  from: 'due' | 'sending' | 'unknown'
  /** This try included. */
  tries: number
  createdAt: Date
  /** Names this claim and no other: whatever moves the command afterwards takes it away. */
  owner: string
}

const open = sql`('due', 'sending', 'unknown')`
/** Commands of which one platform gets the next only when the outcome of the one before is known. */
const oneByOne = sql`('depositChannels.switch', 'depositChannels.sort')`
const playersOf = (alias: 'c' | 'e') =>
  sql.raw(`coalesce(${alias}.data->'roleIds', jsonb_build_array(${alias}.data->'roleId'))`)

/** Platforms that have a command to send or to ask about now. */
export async function platformsWithWork(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from platforms p where exists (
      select from link_outbox o
      where o.platform_id = p.id and o.state in ${open} and o.next_at <= now())`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Claims up to `limit` commands of a platform, open questions before new commands. The claim is committed before
 * anything is sent. A command waits while an earlier one about the same order, player or list is open.
 */
export async function claim(
  db: Db,
  platformId: number,
  { limit, leaseMs, owner }: { limit: number; leaseMs: number; owner: string },
): Promise<Claimed[]> {
  const { rows: found } = await sql<{ id: bigint; state: Claimed['from'] }>`
    (select id, state from link_outbox
      where platform_id = ${platformId} and state in ('sending', 'unknown') and next_at <= now()
      order by next_at, id limit ${Math.ceil(limit / 2)})
    union all
    (select c.id, c.state from link_outbox c
      where c.platform_id = ${platformId} and c.state = 'due' and c.next_at <= now()
        and not exists (
          select from link_outbox e
          where e.platform_id = ${platformId} and e.order_no = c.order_no and e.id < c.id and e.state in ${open})
        and (c.order_no is not null or not exists (
          select from link_outbox e
          where e.platform_id = ${platformId} and e.order_no is null and e.id < c.id and e.state in ${open}
            and ${playersOf('e')} ?| array(select jsonb_array_elements_text(${playersOf('c')}))))
        and (c.name not in ${oneByOne} or not exists (
          select from link_outbox e
          where e.platform_id = ${platformId} and e.name in ${oneByOne} and e.id < c.id and e.state in ${open}))
      order by c.next_at, c.id limit ${limit})`.execute(db)
  const taken = found.slice(0, limit)
  if (taken.length === 0) return []
  // Whoever comes second finds another state or a later time, and gets nothing.
  const { rows } = await sql<{
    id: bigint
    key: string
    name: CommandName
    data: Command['data']
    order_no: string | null
    attempts: number
    created_at: Date
    state: string
  }>`
    update link_outbox set
      state = case state when 'due' then 'sending' else 'unknown' end,
      attempts = attempts + 1,
      owner = ${owner},
      lease_until = now() + ${leaseMs} * interval '1 millisecond',
      next_at = now() + ${leaseMs} * interval '1 millisecond'
    where platform_id = ${platformId} and id = any(${taken.map((row) => row.id)}::bigint[])
      and state in ${open} and next_at <= now()
    returning id, key, name, data, order_no, attempts, created_at, state`.execute(db)
  const fromOf = new Map(taken.map((row) => [row.id, row.state]))
  return rows.map((row) => ({
    platformId,
    id: row.id,
    key: row.key,
    name: row.name,
    data: row.data,
    orderNo: row.order_no,
    from: row.state === 'sending' ? 'due' : fromOf.get(row.id) === 'unknown' ? 'unknown' : 'sending',
    tries: row.attempts,
    createdAt: row.created_at,
    owner,
  }))
}

export interface Move {
  state: 'due' | 'unknown' | 'accepted' | 'done' | 'refused' | 'dead'
  reason: string
  /** When it is looked at next; for states that wait for us. */
  pauseMs?: number
  /** Whether this try counts; one that reached nobody does not. */
  counts?: boolean
  /** What the features are told; nothing where they know already. */
  tell: CommandOutcome['state'] | null
}

/**
 * Stores what became of a claimed command and tells the features, in one transaction. Answers false, and changes
 * nothing, where somebody else holds the command by now or evidence has settled it.
 */
export async function moveClaimed(
  db: Db,
  users: Pick<LinkUsers, 'commandMoved'>,
  { platformId, id, key, name, orderNo, owner }: Claimed,
  { state, reason, pauseMs, counts = true, tell }: Move,
): Promise<boolean> {
  const final = state === 'done' || state === 'refused'
  const nextAt =
    pauseMs === undefined ? sql<Date>`'infinity'` : sql<Date>`now() + ${pauseMs} * interval '1 millisecond'`
  const move = () =>
    db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('link_outbox')
        .set((row) => ({
          state,
          reason,
          next_at: nextAt,
          attempts: counts ? row.ref('attempts') : row('attempts', '-', 1),
          owner: null,
          lease_until: null,
          finished_at: final ? sql<Date>`now()` : null,
        }))
        .where('platform_id', '=', platformId)
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      // The command before the features' rows: whoever settles on evidence locks in this order too.
      if (tell) await users.commandMoved(tx, { platformId, key, name, orderNo, state: tell, reason })
      return true
    })
  return retryingCollisions(move)
}

/** After a platform was away: what waits with a long pause is asked about at once. */
export async function hasten(db: Db, platformId: number): Promise<void> {
  await sql`
    update link_outbox set next_at = now()
    where platform_id = ${platformId} and state = 'unknown' and owner is null and next_at > now()`.execute(db)
}
