import type pg from 'pg'
import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './kit/db/embedded.ts'

export interface RunningDatabase {
  connection: pg.PoolConfig
  stop(): Promise<void>
}

/** The database of the setting, or the embedded one in the home folder. */
export async function startDatabase(config: Config): Promise<RunningDatabase> {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, stop: async () => {} }
  const embedded = await startEmbeddedPostgres(config.home)
  return { connection: embedded.connection, stop: () => embedded.stop() }
}
