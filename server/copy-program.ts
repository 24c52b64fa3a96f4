import type pg from 'pg'
import { runChecks } from './checks.ts'
import { type Config, readConfig, WrongSetting } from './config.ts'
import { CopyRefused } from './kit/copy/load.ts'
import { connect } from './kit/db/connect.ts'
import { migrateToLatest } from './kit/db/migrate.ts'
import { masterKey } from './kit/secrets.ts'
import { startDatabase } from './start-database.ts'

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

export interface Installation {
  config: Config
  connection: pg.PoolConfig
  home: string
  key: Buffer
}

/**
 * Runs a program about a whole installation: its settings, its database, its key. Ends with 1 and one sentence when it
 * cannot be done.
 */
export async function copyProgram(work: (here: Installation) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env)
    const database = await startDatabase(config)
    try {
      const key = await masterKey(config.home, config.masterSecret)
      await work({ config, connection: database.connection, home: config.home, key })
    } finally {
      await database.stop()
    }
  } catch (error) {
    process.exitCode = 1
    const known = error instanceof CopyRefused || error instanceof WrongSetting
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  }
}

/** Proves what was put into a database: works out anew all that is kept beside its source. Throws on a difference. */
export async function prove(connection: pg.PoolConfig): Promise<void> {
  const { db, close } = connect(connection, { max: 2 })
  try {
    const differences = await runChecks(db, say)
    if (differences > 0) throw new CopyRefused(`The copy is complete, but it has ${differences} differences.`)
  } finally {
    await close()
  }
}

/** Gives an empty database its schema, so that there is something to copy. */
export async function ensureSchema(connection: pg.PoolConfig): Promise<void> {
  const { db, close } = connect(connection, { max: 1 })
  try {
    await migrateToLatest(db)
  } finally {
    await close()
  }
}

/** What the command line gives beside its options. */
export const wordsOf = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('--'))
