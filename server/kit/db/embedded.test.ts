import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

let parent: string
let home: string
const running: ChildProcess[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pitboss-embedded-'))
  home = join(parent, 'home')
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

test('what a killed process had stored is there at the next start, and its server is gone', async () => {
  const { child, pid } = await startElsewhere()
  const [kept] = await query(home, 'create table kept as select 7 as value', 'select value from kept')
  expect(kept).toEqual({ value: 7 })

  child.kill('SIGKILL')
  await waitUntilGone(pid, 20_000)

  const server = await start()
  expect(server.adopted).toBe(false)
  expect(await query(home, 'select value from kept')).toEqual([{ value: 7 }])
  await server.stop()
})

test('a second process adopts the server and does not stop it', async () => {
  const { child, pid } = await startElsewhere()
  const second = await start()
  expect(second.adopted).toBe(true)
  await second.stop()
  expect(await query(home, 'select 1 as still')).toEqual([{ still: 1 }])

  child.kill('SIGTERM')
  await once(child, 'exit')
  await waitUntilGone(pid, 0)
})

test('when the owner leaves, the one that stays behind starts the server again', async () => {
  const { child } = await startElsewhere()
  const second = await start()
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expect
    .poll(() => query(home, 'select 1 as back').catch(() => []), { timeout: 10_000 })
    .toEqual([{ back: 1 }])
  await second.stop()
  await expect(query(home, 'select 1')).rejects.toThrow(/ENOENT/)
})

test('processes that start at once on an empty home share one server', async () => {
  const servers = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()])
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1)
})

test('a home with a long name gets a short socket that only its owner can reach', async () => {
  home = join(parent, 'a-rather-long-directory-name'.repeat(5), 'home')
  const server = await start()
  expect(Buffer.byteLength(server.connection.host)).toBeLessThan(80)
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
  await server.stop()
  await rm(server.connection.host, { recursive: true })
})

test('it listens on no network port and writes durably', async () => {
  const server = await start()
  const sql = `select name, setting from pg_settings
    where name in ('listen_addresses', 'fsync', 'synchronous_commit', 'data_checksums') order by name`
  expect(await query(home, sql)).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'synchronous_commit', setting: 'on' },
  ])
  await server.stop()
})

test.runIf(process.getuid?.() === 0)('data of another user is refused in a sentence', async () => {
  await mkdir(join(home, 'pg18'), { recursive: true })
  const { chown } = await import('node:fs/promises')
  await chown(join(home, 'pg18'), 12345, 12345)
  await expect(start()).rejects.toThrow(/belongs to user id 12345, not to root: start as that user/)
})

const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres(home)

/** A process of its own that runs the server until it is told to stop. */
async function startElsewhere(): Promise<{ child: ChildProcess; pid: number }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const server = await startEmbeddedPostgres(${JSON.stringify(home)})
    const stay = setInterval(() => {}, 1000)
    process.on('SIGTERM', async () => { await server.stop(); clearInterval(stay) })
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  await once(createInterface(child.stdout), 'line')
  const [pid] = (await readFile(join(home, 'pg18/postmaster.pid'), 'utf8')).split('\n')
  return { child, pid: Number(pid) }
}

async function query(at: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: join(at, 'run'), user: 'pitboss', database: 'pitboss' })
  client.on('error', () => {})
  try {
    await client.connect()
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function waitUntilGone(pid: number, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  const exists = () => stat(`/proc/${pid}`).catch(() => undefined)
  while ((await exists()) && Date.now() < deadline) await sleep(50)
  expect(await exists()).toBeUndefined()
}
