import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/connect.ts'
import type { ReceivedEvent } from './batch.ts'
import { isCollision, isOutage } from './retry.ts'
import type { LinkUsers } from './types.ts'

/** What cannot be told to the platform in detail, because it is our own trouble with the event. */
const notTaken = 'could not be taken in'

export interface Absorbed {
  /** Reason for each rejected id. */
  rejected: Map<string, string>
  /** Errors that absorbers threw, for the log. */
  errors: { id: string; error: unknown }[]
}

/** Groups events by type, in the order in which absorbers are declared, so that equal batches lock alike. */
function byType(users: LinkUsers, events: readonly ReceivedEvent[]): [string, ReceivedEvent[]][] {
  const groups = Map.groupBy(events, (event) => event.type)
  const order = [...Object.keys(users.absorbers), ...groups.keys()]
  return [...new Set(order)].flatMap((type) => {
    const group = groups.get(type)
    return group ? [[type, group] as [string, ReceivedEvent[]]] : []
  })
}

const absorberOf = (users: LinkUsers, type: string) =>
  Object.hasOwn(users.absorbers, type) ? users.absorbers[type] : undefined

/** Hands events to their absorbers, set by set. Throws whatever an absorber throws. */
export async function absorbAll(
  users: LinkUsers,
  tx: Tx,
  platformId: number,
  events: readonly ReceivedEvent[],
): Promise<Absorbed> {
  const rejected = new Map<string, string>()
  for (const [type, group] of byType(users, events)) {
    const absorber = absorberOf(users, type)
    if (!absorber) for (const { id } of group) rejected.set(id, `type: ${type} is not known`)
    else for (const [id, reason] of await absorber(tx, platformId, group)) rejected.set(id, reason)
  }
  return { rejected, errors: [] }
}

/**
 * The same behind savepoints: where a set fails, its events are tried one by one and only those that fail are
 * rejected. Collisions and a lost database still end the whole transaction.
 */
export async function absorbCarefully(
  users: LinkUsers,
  tx: Tx,
  platformId: number,
  events: readonly ReceivedEvent[],
): Promise<Absorbed> {
  const absorbed: Absorbed = { rejected: new Map(), errors: [] }
  const attempt = async (group: readonly ReceivedEvent[]): Promise<unknown> => {
    await sql`savepoint careful`.execute(tx)
    try {
      const { rejected } = await absorbAll(users, tx, platformId, group)
      for (const [id, reason] of rejected) absorbed.rejected.set(id, reason)
      await sql`release savepoint careful`.execute(tx)
      return null
    } catch (error) {
      if (isCollision(error) || isOutage(error)) throw error
      // Where the connection is gone this fails too, and nothing is taken.
      await sql`rollback to savepoint careful`.execute(tx)
      return error ?? new Error('an absorber threw nothing')
    }
  }
  for (const [, group] of byType(users, events)) {
    if ((await attempt(group)) === null) continue
    for (const event of group) {
      const error = await attempt([event])
      if (error === null) continue
      absorbed.errors.push({ id: event.id, error })
      absorbed.rejected.set(event.id, notTaken)
    }
  }
  return absorbed
}

/** Marks rejected events in the inbox, as dead letters for people to look at. */
export async function markRejected(
  tx: Db,
  platformId: number,
  { rejected, errors }: Absorbed,
): Promise<void> {
  if (rejected.size === 0) return
  const details = new Map(
    errors.map(({ id, error }) => [id, error instanceof Error ? error.message : String(error)]),
  )
  const reasons = [...rejected].map(([id, reason]) =>
    (details.has(id) ? `${reason}: ${details.get(id)}` : reason).replaceAll('\0', '').slice(0, 500),
  )
  await sql`
    update link_inbox i set state = 'rejected', reason = r.reason
    from unnest(${[...rejected.keys()]}::text[], ${reasons}::text[]) as r (event_id, reason)
    where i.platform_id = ${platformId} and i.event_id = r.event_id`.execute(tx)
}
