import { Client, type ClientConfig, escapeIdentifier as id, escapeLiteral as text } from 'pg'
import { connect } from '../db/connect.ts'
import { migrateTo, migrateToLatest } from '../db/migrate.ts'
import { type Catalog, inStatement, migratorTables, type Table } from './catalog.ts'
import { copyIn } from './protocol.ts'

/** The copy cannot go on, for a reason that people can do something about. */
export class CopyRefused extends Error {}

/** Makes text mean the same on both sides, and lets a statement take its time. */
export const plainSession = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set timezone = 'UTC'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

export interface LoadOptions {
  /** Take the place of what is there. */
  replace: boolean
  /** A table's rows as `copy` text; answers how many there must be. */
  rowsOf(table: Table): { rows: AsyncIterable<Buffer>; expected: () => number }
  told?: (line: string) => void
}

/**
 * Builds in a database what a catalog describes: the schema of that day, then every row in one transaction, then the
 * newest schema. Refuses a database in use, one that holds accounts unless it may be replaced, and a catalog of a newer
 * version. What was there before stands aside meanwhile, and comes back when it fails.
 */
export async function loadDatabase(
  connection: ClientConfig,
  catalog: Catalog,
  options: LoadOptions,
): Promise<void> {
  await withClient(connection, async (client) => {
    await comeBack(client)
    await refuseUsed(client, options.replace)
    await standAside(client)
  })
  try {
    await build(connection, catalog, options)
  } catch (error) {
    await withClient(connection, comeBack)
    throw error
  }
  await withClient(connection, async (client) => void (await client.query(`drop schema ${aside} cascade`)))
}

async function build(
  connection: ClientConfig,
  catalog: Catalog,
  { rowsOf, told = () => {} }: LoadOptions,
): Promise<void> {
  const { db, close } = connect(connection, { max: 2 })
  try {
    const missing = await migrateTo(db, catalog.migrations)
    if (missing.length > 0)
      throw new CopyRefused(`This version is older than the data: it does not know ${missing.join(', ')}.`)
    await withClient(connection, async (client) => {
      await client.query('begin')
      await makePartitions(client, catalog)
      const foreign = await dropForeignKeys(client)
      const watched = await quietTriggers(client)
      const indexes = await dropIndexes(client)
      const names = catalog.tables.map(({ name }) => `public.${id(name)}`)
      if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
      for (const table of catalog.tables) {
        const { rows, expected } = rowsOf(table)
        const loaded = await copyIn(client, inStatement(table), rows)
        if (loaded !== expected())
          throw new CopyRefused(`${table.name} has ${loaded} rows instead of ${expected()}.`)
        told(`${table.name}: ${loaded} rows`)
      }
      for (const definition of indexes) await client.query(definition)
      for (const { table, name, definition } of foreign)
        await client.query(`alter table ${table} add constraint ${id(name)} ${definition}`)
      for (const table of watched) await client.query(`alter table ${table} enable trigger user`)
      for (const { name, last } of catalog.sequences)
        if (last !== null)
          await client.query(`select setval(${text(`public.${id(name)}`)}::regclass, ${text(last)}::bigint)`)
      await client.query('commit')
      await client.query('analyze')
    })
    await migrateToLatest(db)
  } finally {
    await close()
  }
}

/** Where the former content waits until the copy stands. */
const aside = 'pitboss_before'

async function standAside(client: Client): Promise<void> {
  await client.query('begin')
  await client.query(`alter schema public rename to ${aside}`)
  await client.query('create schema public')
  await moveExtensions(client, aside, 'public')
  // The migrator looks for its tables in every schema, and would take these for its own.
  for (const table of migratorTables)
    await client.query(`alter table if exists ${aside}.${table} rename to before_${table}`)
  await client.query('commit')
}

/** Undoes a copy that did not end, also one whose process was killed. */
async function comeBack(client: Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [aside])
  if (!rowCount) return
  await client.query('begin')
  await moveExtensions(client, 'public', aside)
  await client.query('drop schema public cascade')
  for (const table of migratorTables)
    await client.query(`alter table if exists ${aside}.before_${table} rename to ${table}`)
  await client.query(`alter schema ${aside} rename to public`)
  await client.query('commit')
}

/** Extensions belong to the database, not to the content. */
async function moveExtensions(client: Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ extname: string }>(
    'select extname from pg_extension where extnamespace = $1::regnamespace and extrelocatable',
    [from],
  )
  for (const { extname } of rows) await client.query(`alter extension ${id(extname)} set schema ${to}`)
}

/** Opens a connection of the plain kind for some work. */
export async function withClient<T>(
  connection: ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, application_name: 'pitboss copy' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(plainSession)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether a process of the product has the database open: each listens for live events. */
export async function isInUse(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and application_name like 'pitboss pitboss_%'`,
  )
  return (rows[0]?.n ?? 0) > 0
}

async function refuseUsed(client: Client, replace: boolean): Promise<void> {
  if (await isInUse(client))
    throw new CopyRefused('The product runs on the database that is to be filled: stop it first.')
  const there = await client.query<{ name: string | null }>(`select to_regclass('public.accounts') as name`)
  if (replace || !there.rows[0]?.name) return
  const accounts = await client.query<{ n: number }>('select count(*)::int as n from accounts')
  if ((accounts.rows[0]?.n ?? 0) > 0)
    throw new CopyRefused(
      'The database holds accounts already; add --replace to put the copy in their place.',
    )
}

/** Partitions that only the running product made; those of migrations are there. */
async function makePartitions(client: Client, { partitions }: Catalog): Promise<void> {
  for (const { name, parent, bounds, by } of partitions)
    await client.query(
      `create table if not exists public.${id(name)} partition of public.${id(parent)} ${bounds}${by ? ` partition by ${by}` : ''}`,
    )
}

/** An index is built in one go much faster than row by row. Those that constraints stand on stay. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and t.relkind = 'r' and not t.relispartition
       and not exists (select 1 from pg_constraint where conindid = c.oid)
     order by c.relname`,
  )
  for (const { name } of rows) await client.query(`drop index public.${id(name)}`)
  return rows.map(({ definition }) => definition)
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Tables are filled one after the other, so what refers to another must wait; it is checked when it is put back. */
async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by conrelid::regclass::text, conname`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${id(name)}`)
  return rows
}

/** Rows are taken as they are: what triggers keep beside them is copied too. Names the tables that have any. */
async function quietTriggers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct t.tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  for (const { table } of rows) await client.query(`alter table ${table} disable trigger user`)
  return rows.map(({ table }) => table)
}
