import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { NamingClient } from './naming-client.ts'
import type { Database } from './schema.ts'

/** The database, or a transaction of it: whatever takes one takes the other. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// int8 is exact or nothing: amounts never pass through a double. A date is a business day, not a moment.
const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.INT8]: (value) => BigInt(value),
  [pg.types.builtins.DATE]: (value) => value,
}
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

export interface Connected {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens a pool. A backend that dies is reported to `onError` instead of ending the process. */
export function connect(
  connection: pg.PoolConfig,
  { max = 20, onError = () => {} }: { max?: number; onError?: (error: Error) => void } = {},
): Connected {
  const pool = new pg.Pool({ ...connection, max, types, application_name: 'pitboss', Client: NamingClient })
  pool.on('error', onError)
  // The pool stops listening to a connection it closes; an end that comes from the server first must not end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
  return { db, pool, close: () => db.destroy() }
}
