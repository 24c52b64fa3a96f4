import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

const folder = join(import.meta.dirname, 'migrations')

/**
 * Brings a database to the newest schema: every `NNNN_name.sql` in order, each once, also when several processes start
 * together. Throws when a migration fails; what came before it stays.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  await migrate(db, await getMigrations())
}

/**
 * Brings an empty database to the schema of a day in the past: the named migrations and no others. Answers those that
 * this version does not know; then nothing was done.
 */
export async function migrateTo<T>(db: Kysely<T>, wanted: readonly string[]): Promise<string[]> {
  const all = await getMigrations()
  const missing = wanted.filter((name) => !(name in all))
  if (missing.length > 0) return missing
  await migrate(db, Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name))))
  return []
}

async function migrate<T>(db: Kysely<T>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
    // Features number theirs in ranges of their own, so a new one may sort before an old one; none depends on that.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Migrations this version knows and the database has not. More than we know is no trouble: a newer process ran them. */
export async function missingMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return (await known()).filter((name) => !done.has(name))
}

let names: Promise<string[]> | undefined
const known = () =>
  (names ??= readdir(folder).then((files) =>
    files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4)),
  ))

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const entries = await Promise.all(
    files.map(async (file): Promise<[string, Migration]> => {
      const text = await readFile(join(folder, file), 'utf8')
      return [file.slice(0, -4), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    }),
  )
  return Object.fromEntries(entries)
}
