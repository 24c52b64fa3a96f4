import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedConnection, startEmbeddedPostgres } from './embedded.ts'
import { migrateToLatest } from './migrate.ts'

/** The migrated database that every test file's own is a copy of. */
export const templateName = 'pitboss_template'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- vitest reads an interface
  interface ProvidedContext {
    /** The server of this run, for `testDatabase`. */
    testServer: EmbeddedConnection
  }
}

/** Starts one throw-away PostgreSQL for the whole run, with a migrated database to copy; removes it afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'pitboss-test-'))
  const server = await startEmbeddedPostgres(home, { durable: false })
  const teardown = async () => {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  }
  try {
    const client = new pg.Client(server.connection)
    await client.connect()
    await client.query(`create database ${templateName}`)
    await client.end()
    await migrateTemplate({ ...server.connection, database: templateName })
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('testServer', server.connection)
  return teardown
}

async function migrateTemplate(connection: EmbeddedConnection): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}
