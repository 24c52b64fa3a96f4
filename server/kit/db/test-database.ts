import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { EmbeddedConnection } from './embedded.ts'
import { templateName } from './test-server.ts'

export type TestDatabase = { connection: EmbeddedConnection; drop(): Promise<void> }

/**
 * A fresh, migrated database of the run's own server, for one test file:
 * `const { connection, drop } = await testDatabase()`, and `afterAll(drop)` once the pools are closed.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const database = `t_${randomBytes(6).toString('hex')}`
  await asServer(server, (client) => copyTemplate(client, database))
  return {
    connection: { ...server, database },
    drop: () =>
      asServer(server, async (client) => void (await client.query(`drop database ${database} with (force)`))),
  }
}

/** The template refuses while anything is connected to it, an autovacuum worker for example. */
async function copyTemplate(client: pg.Client, database: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`create database ${database} template ${templateName}`)
      return
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '55006' || attempt === 100) throw error
      await sleep(50)
    }
  }
}

async function asServer<T>(server: EmbeddedConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
