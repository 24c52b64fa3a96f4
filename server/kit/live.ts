import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import type { LiveEvent } from '../../contract/live.ts'
import type { Db } from './db/connect.ts'
import { listenTo } from './db/listen.ts'

/** What announcements are notified on; for statements that announce by themselves. */
export const liveChannel = 'pitboss_live'

/** Tells every open page of every process, when (and only if) the transaction commits. */
export async function announce(tx: Db, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(event)})`.execute(tx)
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
  const unlisten = await listenTo(connection, liveChannel, onMessage, onError)
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
