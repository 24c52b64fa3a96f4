import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import type { LiveEvent } from '../../contract/live.ts'
import type { Db } from './db/connect.ts'
import { listenTo } from './db/listen.ts'
import { keptPlan } from './db/naming-client.ts'

const channel = 'pitboss_live'

/** Tells every open page of every process, when (and only if) the transaction commits. */
export async function announce(tx: Db, event: LiveEvent): Promise<void> {
  await announceAll(tx, [event])
}

/** The same for several at once. */
export async function announceAll(tx: Db, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return
  const payloads = events.map((event) => JSON.stringify(event))
  await sql`${keptPlan} select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(
    tx,
  )
}

const waiting = new WeakMap<Db, LiveEvent[]>()

/**
 * Tells every open page of what is committed already, together with whatever else happens in the same moment. A
 * notification inside a transaction makes all commits of the database queue for one lock until theirs is on disk; what
 * people do by the hundred a second is announced this way instead. Lost only with the process.
 */
export function announceCommitted(db: Db, events: readonly LiveEvent[]): void {
  const queue = waiting.get(db)
  if (queue) {
    queue.push(...events)
    return
  }
  const fresh = [...events]
  waiting.set(db, fresh)
  setTimeout(() => {
    waiting.delete(db)
    // Whoever misses it has the polling to fall back on, so a database that is gone is no trouble of ours.
    announceAll(db, fresh).catch(() => {})
  }, 5)
}

/** What this process hears of the announcements of all processes. */
export interface LiveFeed {
  subscribe(listener: (event: LiveEvent) => void): () => void
  close(): Promise<void>
}

/** Hears the announcements of all processes. Whoever missed something meanwhile has the polling to fall back on. */
export async function openLiveFeed(
  connection: ClientConfig,
  onError: (error: unknown) => void,
): Promise<LiveFeed> {
  const listeners = new Set<(event: LiveEvent) => void>()
  const onMessage = (payload: string) => {
    const event = JSON.parse(payload) as LiveEvent
    for (const listener of listeners) listener(event)
  }
  const unlisten = await listenTo(connection, channel, onMessage, onError)
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      await unlisten()
    },
  }
}
