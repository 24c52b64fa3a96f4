import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { kind } from '../contract/kit/kinds.ts'
import { livePath } from '../contract/live.ts'
import { seedRoles } from '../contract/rules.ts'
import { createAccount } from './features/accounts/index.ts'
import { hashPassword, openSession } from './features/sign-in/index.ts'
import { connect, type Db } from './kit/db/connect.ts'
import { type TestDatabase, testDatabase } from './kit/db/test-database.ts'

/*
 * Two real server processes on one database behind a small balancer, one restarted after the other while people work.
 */
interface Running {
  child: ChildProcess
  url: string
  ended: Promise<number | null>
}

let home: string
let database: TestDatabase
let db: Db
let close: () => Promise<void>
let token = ''
const children = new Set<ChildProcess>()
const agent = new Agent({ keepAlive: true })
/** Processes the balancer sends to; the looks at /readyz keep it. */
const servers = new Set<Running>()
const ready = new Set<Running>()
let looking: NodeJS.Timeout

async function start(): Promise<Running> {
  const { host, user } = inject('testServer')
  const address = `postgresql://${user}@/${database.connection.database}?host=${encodeURIComponent(host)}`
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PITBOSS_HOME: home,
      DATABASE_URL: address,
      PORT: '0',
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'silent',
      POOL_SIZE: '8',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString()
      const found = /^ready (\S+)$/m.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  const running = { child, url, ended }
  servers.add(running)
  ready.add(running)
  return running
}

/** One call over a kept connection, as a balancer makes it. */
function call(url: string, path: string): Promise<{ status: number; body: string; closes: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${url}${path}`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        let body = ''
        answer.on('data', (text: Buffer) => (body += text.toString()))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body, closes: answer.headers.connection === 'close' }),
        )
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

const menus = '/adminapi/system/menus'

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pitboss-rolling-'))
  database = await testDatabase()
  ;({ db, close } = connect(database.connection, { max: 4 }))
  // The first start makes its own super admin in an empty database; the others find it.
  await start()
  const id = await db.transaction().execute(async (tx) =>
    createAccount(tx, {
      kind: kind.staff,
      username: 'worker',
      passwordHash: await hashPassword('pitboss-2026'),
      roleId: seedRoles.finance.id,
    }),
  )
  const info = { lang: 'zh-cn', address: '127.0.0.1', userAgent: 'test', requestId: 'test' } as const
  token = (await openSession(db, id, true, info, new Date())).token
  await start()
  looking = setInterval(() => {
    for (const server of servers)
      call(server.url, '/readyz').then(
        ({ status }) => (status === 200 ? ready.add(server) : ready.delete(server)),
        () => ready.delete(server),
      )
  }, 100)
}, 60_000)

afterAll(async () => {
  clearInterval(looking)
  for (const child of children) child.kill('SIGKILL')
  agent.destroy()
  await close()
  await database.drop()
  await rm(home, { recursive: true, force: true })
})

/** Asks the process to end, as whoever deploys does. */
async function end(server: Running): Promise<number | null> {
  server.child.kill('SIGTERM')
  const code = await server.ended
  servers.delete(server)
  ready.delete(server)
  children.delete(server.child)
  return code
}

describe('a rolling restart', { timeout: 120_000 }, () => {
  test('loses no call, though both processes are replaced while people work', async () => {
    const failures: string[] = []
    let answers = 0
    let working = true
    const person = async (who: number) => {
      for (let turn = who; working; turn++) {
        const targets = [...ready]
        const target = targets[turn % targets.length]
        if (!target) {
          failures.push('nobody was ready')
          await sleep(50)
          continue
        }
        try {
          const { status, body } = await call(target.url, menus)
          if (status === 200 && body.includes('"success":true')) answers += 1
          else failures.push(`${status} ${body.slice(0, 200)}`)
        } catch (error) {
          failures.push(String(error))
        }
        await sleep(5)
      }
    }
    const people = Array.from({ length: 8 }, (_, who) => person(who))
    // The new ones join the set while we go.
    const before = Array.from(servers)
    for (const old of before) {
      await start()
      expect(await end(old)).toBe(0)
    }
    working = false
    await Promise.all(people)
    expect(failures).toEqual([])
    expect(answers).toBeGreaterThan(200)
    expect(servers.size).toBe(2)
  })

  test('says so first, then lets every call under way finish, and only then closes', async () => {
    const [server] = [...servers]
    if (!server) throw new Error('no server')
    // A lock that the call needs makes it wait well into the closing.
    const lock = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const locking = db.transaction().execute(async (tx) => {
      await sql`lock table sessions in access exclusive mode`.execute(tx)
      held.resolve()
      await lock.promise
    })
    await held.promise
    const slow = call(server.url, menus)
    await sleep(200)
    const ended = end(server)
    await sleep(300)
    const probe = await call(server.url, '/readyz')
    expect([probe.status, probe.body, probe.closes]).toEqual([503, '{"status":"draining"}', true])
    await sleep(1_500)
    await expect(call(server.url, '/healthz')).rejects.toThrow(/ECONNREFUSED/)
    lock.resolve()
    await locking
    expect(await slow).toMatchObject({
      status: 200,
      body: expect.stringContaining('"success":true') as string,
    })
    expect(await ended).toBe(0)
    await start()
  })

  test('tells event streams to come again, and they find the other process', async () => {
    const [server, other] = [...servers]
    if (!server || !other) throw new Error('two servers are needed')
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const stream = await fetch(`${server.url}${livePath}`, { headers })
    const text = stream.text()
    const ended = end(server)
    expect(await text).toMatch(/retry: \d+\n: going away, connect again\n\n$/)
    expect(await ended).toBe(0)
    const again = await fetch(`${other.url}${livePath}`, { headers })
    expect(again.headers.get('content-type')).toContain('text/event-stream')
    await again.body?.cancel()
  })
})
