import { sql } from 'kysely'
import pg from 'pg'
import type { LiveEvent } from '../../contract/live.ts'
import type { Db } from './db/connect.ts'

const channel = 'pitboss_live'

/** Tells every open page of every process, when (and only if) the transaction commits. */
export async function announce(tx: Db, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(tx)
}

/** What this process hears of the announcements of all processes. */
export interface LiveFeed {
  subscribe(listener: (event: LiveEvent) => void): () => void
  close(): Promise<void>
}

/**
 * Listens on a connection of its own and comes back by itself when it breaks. Whoever missed something meanwhile has
 * the polling to fall back on.
 */
export async function openLiveFeed(
  connection: pg.ClientConfig,
  onError: (error: unknown) => void,
): Promise<LiveFeed> {
  const listeners = new Set<(event: LiveEvent) => void>()
  let client: pg.Client | undefined
  let closed = false

  async function listen(): Promise<void> {
    const next = new pg.Client({ ...connection, application_name: 'pitboss live' })
    next.on('notification', ({ payload }) => {
      if (!payload) return
      const event = JSON.parse(payload) as LiveEvent
      for (const listener of listeners) listener(event)
    })
    next.on('error', (error) => {
      onError(error)
      void again()
    })
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }
  async function again(): Promise<void> {
    client = undefined
    while (!closed && !client) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await listen().catch(onError)
    }
  }

  await listen()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      listeners.clear()
      await client?.end()
    },
  }
}
