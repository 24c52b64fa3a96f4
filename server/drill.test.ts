import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { kind } from '../contract/kit/kinds.ts'
import { seedRoles } from '../contract/rules.ts'
import { runChecks } from './checks.ts'
import { seedDemo } from './demo/seed.ts'
import { createAccount } from './features/accounts/index.ts'
import { syncRolesAndRules } from './features/roles/index.ts'
import { copyAcross } from './kit/copy/across.ts'
import { restoreBackup, writeBackup } from './kit/copy/backup.ts'
import { connect, type Db } from './kit/db/connect.ts'
import { startEmbeddedPostgres } from './kit/db/embedded.ts'
import { migrateToLatest } from './kit/db/migrate.ts'
import { type TestDatabase, testDatabase } from './kit/db/test-database.ts'
import { writeOperations } from './kit/operation-log.ts'
import { vaultOf } from './kit/secrets.ts'

const key = Buffer.alloc(32, 7)
const awkward = 'tab\t line\n return\r back\\slash \\N \\. "quote" \u{1F600} 汉字 $1 \\x41'
let home: string
let source: TestDatabase
let db: Db
let close: () => Promise<void>
const targets: TestDatabase[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pitboss-drill-'))
  source = await testDatabase()
  ;({ db, close } = connect(source.connection, { max: 4 }))
  await fill(db)
  await sql`insert into auth_rules (id, type, tag, title) values (2000, 1, 'menu', ${awkward})`.execute(db)
  await operations(50)
  await mkdir(join(home, 'uploads'), { recursive: true })
  await writeFile(join(home, 'uploads', 'aa.png'), Buffer.from([0, 1, 2, 255]))
})
afterAll(async () => {
  await close()
  for (const database of [source, ...targets]) await database.drop()
  await rm(home, { recursive: true, force: true })
})

async function fill(empty: Db): Promise<void> {
  await syncRolesAndRules(empty)
  await seedDemo(empty, vaultOf(key))
}

async function operations(n: number): Promise<void> {
  const row = (index: number) => ({
    day: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
    username: 'admin',
    endpoint: 'a.b',
    path: '/a/b',
    request: `${awkward} ${index}`,
    response: '{}',
    code: 200,
  })
  await writeOperations(
    db,
    Array.from({ length: n }, (_, index) => row(index)),
  )
}

const target = async () => {
  const database = await testDatabase()
  targets.push(database)
  return database
}
const here = () => ({ connection: source.connection, home, key })

/** Everything a database holds, by table, whatever the order of rows. */
async function contentOf(connection: TestDatabase['connection']): Promise<Record<string, string>> {
  const { db: read, close: end } = connect(connection, { max: 1 })
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema_migrations%'
    order by 1`.execute(read)
  const shape = await sql<{ line: string }>`
    select indexdef as line from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    order by 1`.execute(read)
  const found: Record<string, string> = { shape: shape.rows.map(({ line }) => line).join('\n') }
  for (const { name } of rows) {
    const sum = await sql<{ sum: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as sum
      from ${sql.table(name)} t`.execute(read)
    found[name] = sum.rows[0]?.sum ?? ''
  }
  await end()
  return found
}

const proof = async (connection: TestDatabase['connection']) => {
  const { db: read, close: end } = connect(connection, { max: 1 })
  const lines: string[] = []
  const differences = await runChecks(read, (line) => lines.push(line))
  await end()
  return { differences, lines }
}

describe('a backup', () => {
  test('comes back as it was, to the letter, images too, and proves itself', async () => {
    const folder = join(home, 'b1')
    const before = await contentOf(source.connection)
    await writeBackup(here(), folder)
    const empty = await target()
    const elsewhere = join(home, 'elsewhere')
    await restoreBackup({ connection: empty.connection, home: elsewhere, key }, folder, { replace: false })
    expect(await contentOf(empty.connection)).toEqual(before)
    expect(await readFile(join(elsewhere, 'uploads', 'aa.png'))).toEqual(Buffer.from([0, 1, 2, 255]))
    expect(await proof(empty.connection)).toMatchObject({ differences: 0 })

    const { db: restored, close: end } = connect(empty.connection, { max: 1 })
    const { title } = await restored
      .selectFrom('auth_rules')
      .select('title')
      .where('id', '=', 2000)
      .executeTakeFirstOrThrow()
    expect(title).toBe(awkward)
    // New ids go on where the old ones ended, and what refers to another is guarded again.
    await createAccount(restored, {
      kind: kind.staff,
      username: 'later',
      passwordHash: 'x',
      roleId: seedRoles.viewer.id,
    })
    await expect(
      restored.insertInto('role_rules').values({ role_id: 999_999, rule_id: 2000 }).execute(),
    ).rejects.toThrow(/foreign key/)
    await end()
  })

  test('is of one moment, though the product goes on writing', async () => {
    const writing = (async () => {
      for (let round = 0; round < 30; round++) await operations(20)
    })()
    const folder = join(home, 'b2')
    await Promise.all([writeBackup(here(), folder), writing])
    const empty = await target()
    await restoreBackup({ connection: empty.connection, home: join(home, 'e2'), key }, folder, {
      replace: false,
    })
    // Rows and the counts kept of them agree only if both are of the same moment.
    expect(await proof(empty.connection)).toMatchObject({ differences: 0 })
  })

  test.each<[string, (folder: string) => Promise<unknown>]>([
    ['a changed byte', (folder) => flip(join(folder, 'tables', 'accounts.gz'))],
    ['a missing table', (folder) => rm(join(folder, 'tables', 'accounts.gz'))],
    ['a changed image', (folder) => flip(join(folder, 'uploads', 'aa.png'))],
    ['no manifest', (folder) => rm(join(folder, 'manifest.json'))],
    [
      'a name that leads out',
      (folder) => edit(folder, (text) => text.replace('"tables/accounts.gz"', '"tables/../../../x"')),
    ],
    [
      'fewer rows than written',
      (folder) => edit(folder, (text) => text.replace(/"rows": (\d+)/, (_, n) => `"rows": ${Number(n) + 1}`)),
    ],
    [
      'migrations of the future',
      (folder) => edit(folder, (text) => text.replace('"0001_people"', '"0001_people", "9999_later"')),
    ],
  ])('with %s is refused, and what was there stays', async (_, spoil) => {
    const folder = join(home, `spoilt-${Math.random().toString(36).slice(2)}`)
    await writeBackup(here(), folder)
    await spoil(folder)
    const other = await target()
    const { db: there, close: end } = connect(other.connection, { max: 1 })
    await fill(there)
    await end()
    const before = await contentOf(other.connection)
    const into = { connection: other.connection, home: join(home, 'e3'), key }
    await expect(restoreBackup(into, folder, { replace: true })).rejects.toThrow(
      /damaged|no backup|rows instead|older than the data/,
    )
    expect(await contentOf(other.connection)).toEqual(before)
    await migrateAgain(other)
  })

  test('takes no place that is in use, full, or under another key, unless asked to', async () => {
    const folder = join(home, 'b4')
    await writeBackup(here(), folder)
    const other = await target()
    const into = { connection: other.connection, home: join(home, 'e4'), key }
    await expect(
      restoreBackup({ ...into, key: Buffer.alloc(32, 8) }, folder, { replace: false }),
    ).rejects.toThrow(/master key/)
    await restoreBackup(into, folder, { replace: false })
    await expect(restoreBackup(into, folder, { replace: false })).rejects.toThrow(/--replace/)
    await restoreBackup(into, folder, { replace: true })
    expect(await contentOf(other.connection)).toEqual(await contentOf(source.connection))
    const { db: used, close: end } = connect({ ...other.connection }, { max: 1 })
    await sql`set application_name = 'pitboss pitboss_live'`.execute(used)
    await expect(restoreBackup(into, folder, { replace: true })).rejects.toThrow(/stop it first/)
    await end()
    await expect(writeBackup(here(), folder)).rejects.toThrow(/exists already/)
  })
})

test('one database is copied into another, whole and proved', async () => {
  const other = await target()
  const rows = await copyAcross(source.connection, other.connection, { replace: false })
  expect(rows).toBeGreaterThan(100)
  expect(await contentOf(other.connection)).toEqual(await contentOf(source.connection))
  expect(await proof(other.connection)).toMatchObject({ differences: 0 })
  await expect(copyAcross(source.connection, other.connection, { replace: false })).rejects.toThrow(
    /--replace/,
  )
})

test('the commands do it too: back up, lose everything, restore, verify', { timeout: 180_000 }, async () => {
  const [lost, there] = [join(home, 'here'), join(home, 'there')]
  await mkdir(lost, { recursive: true })
  const server = await startEmbeddedPostgres(lost, { durable: false })
  const { db: first, close: end } = connect(server.connection, { max: 2 })
  await migrateToLatest(first)
  await fill(first)
  await end()
  await server.stop()
  const folder = join(home, 'by-command')
  expect(await run('backup.ts', lost, [folder])).toMatchObject({ code: 0 })
  expect(await run('restore.ts', there, [folder])).toMatchObject({
    code: 1,
    said: expect.stringContaining('master key'),
  })
  await copyFile(join(lost, 'master.key'), join(there, 'master.key'))
  await rm(lost, { recursive: true })
  expect(await run('restore.ts', there, [folder])).toMatchObject({
    code: 0,
    said: expect.stringContaining('no difference'),
  })
  expect(await run('verify.ts', there, [])).toMatchObject({
    code: 0,
    said: expect.stringContaining('no difference'),
  })
  const server2 = inject('testServer')
  const other = await target()
  const url = `postgresql://${server2.user}@/${other.connection.database}?host=${encodeURIComponent(server2.host)}`
  expect(await run('copy-database.ts', there, [url])).toMatchObject({
    code: 0,
    said: expect.stringContaining('no difference'),
  })
})

async function run(program: string, at: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    env: { PATH: process.env['PATH'], PITBOSS_HOME: at },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text))
  child.stderr.on('data', (text: Buffer) => (said += text))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, said }
}

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(file, bytes)
}

async function edit(folder: string, change: (text: string) => string): Promise<void> {
  const file = join(folder, 'manifest.json')
  const text = await readFile(file, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  await writeFile(file, changed)
}

/** What stood aside is whole again: its migrations are known and nothing is left over. */
async function migrateAgain({ connection }: TestDatabase): Promise<void> {
  const { db: again, close: end } = connect(connection, { max: 1 })
  await migrateToLatest(again)
  const { rows } = await sql`select 1 from pg_namespace where nspname = 'pitboss_before'`.execute(again)
  expect(rows).toEqual([])
  await end()
}
