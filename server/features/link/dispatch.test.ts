import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../kit/db/test-database.ts'
import { aPlatform } from './fixtures.ts'
import { enqueueCommands, type Link, settleCommand, startLink } from './index.ts'
import { FakePlatform, linkServices, listeningUsers, until } from './testing.ts'
import type { Command } from './types.ts'

let database: TestDatabase
let setup: ReturnType<typeof linkServices>
let fake: FakePlatform
let platformId: number
let links: Link[] = []
let users: Awaited<ReturnType<typeof listeningUsers>>

const db = () => setup.services.db
const noPull = { everyMs: 3_600_000, listsEveryMs: 3_600_000, scanMs: 3_600_000 }

beforeAll(async () => {
  database = await testDatabase()
  setup = linkServices(database.connection)
})
afterAll(async () => {
  await setup.close()
  await database.drop()
})
beforeEach(async () => {
  fake = new FakePlatform()
  await fake.up()
  const platform = await aPlatform(db(), setup.services.vault, { apiUrl: fake.apiUrl })
  platformId = platform.id
  fake.secret = platform.secret
  users = await listeningUsers(db())
  links = []
})
afterEach(async () => {
  await Promise.all(links.map((link) => link.stop()))
  await fake.down()
  await sql`delete from link_outbox`.execute(db())
  if (fake.unsigned > 0) throw new Error('a request was not signed well')
  if ([...fake.carriedOut.values()].some((times) => times !== 1)) throw new Error('carried out twice')
})

const start = async (options: { timeoutMs?: number; inFlight?: number; leaseMs?: number } = {}) => {
  const { timeoutMs = 300, inFlight = 8, leaseMs = 3 * timeoutMs } = options
  const link = await startLink(setup.services, users.users, database.connection, {
    timeoutMs,
    dispatch: { inFlight, leaseMs, scanMs: 100 },
    pull: noPull,
    graceMs: 1_000,
  })
  links.push(link)
  return link
}
const command = (key: string, more: Partial<Command> = {}): Command => ({
  platformId,
  key,
  name: 'payout.start',
  data: { orderNo: key, amount: 100_000n, channelId: 1, checker: 'finance' },
  orderNo: key,
  ...more,
})
const keys = (n: number) => Array.from({ length: n }, (_, i) => `K${i}-${randomBytes(3).toString('hex')}`)
const rows = () =>
  db().selectFrom('link_outbox').selectAll().where('platform_id', '=', platformId).orderBy('id').execute()
const allIn = async (state: string) => (await rows()).every((row) => row.state === state)
const heardOf = (key: string) =>
  fake.heard.filter((line) => line.endsWith(` ${key}`)).map((line) => line.split(' ')[0])

test('a committed command goes out at once, with its money as a number, and its outcome is told', async () => {
  await start()
  const began = Date.now()
  let body: unknown
  fake.mood = (_, message) => {
    body = message
    return 'answer'
  }
  await db()
    .transaction()
    .execute((tx) => enqueueCommands(tx, [command('W1'), command('W1')]))
  await until(async () => (await users.told()).length === 1)
  expect(Date.now() - began).toBeLessThan(2_000)
  expect(body).toMatchObject({
    key: 'W1',
    name: 'payout.start',
    data: { amount: 100000 },
    at: expect.any(String),
  })
  expect(await users.told()).toEqual([
    { platformId, key: 'W1', name: 'payout.start', orderNo: 'W1', state: 'done', reason: '' },
  ])
  expect(await rows()).toMatchObject([{ state: 'done', attempts: 1, owner: null }])
})

test('nothing goes out of a transaction that is rolled back', async () => {
  await start()
  const undone = db()
    .transaction()
    .execute(async (tx) => {
      await enqueueCommands(tx, [command('W1')])
      throw new Error('undo')
    })
  await expect(undone).rejects.toThrow('undo')
  await enqueueCommands(db(), [command('W2')])
  await until(async () => (await users.told()).length === 1)
  expect(fake.heard).toEqual(['send W2'])
})

test('whatever a platform does, every command is carried out once and ends done', async () => {
  const moods = ['drop', 'late', 'fail', 'fail-after', 'garbage', 'answer'] as const
  // Goes wrong twice a key, in all combinations, also when it is asked.
  fake.mood = (_, { key, data }, nth) => {
    if (nth > 2) return 'answer'
    const n = Number(/^K(\d+)/.exec(key ?? String(data['key']))?.[1])
    return (nth === 1 ? moods[n % 6] : moods[Math.floor(n / 6) % 6]) ?? 'answer'
  }
  const all = keys(36)
  await start({ timeoutMs: 400 })
  await start({ timeoutMs: 400 })
  await enqueueCommands(
    db(),
    all.map((key) => command(key)),
  )
  await until(() => allIn('done'), 15_000)
  expect(fake.carriedOut.size).toBe(36)
  for (const key of all) {
    // Never sent twice without a question in between.
    expect(heardOf(key).join(' ')).not.toMatch(/send send/)
    expect((await users.told()).filter((told) => told.key === key && told.state === 'done')).toHaveLength(1)
  }
})

test('two processes share the work, and nothing is sent twice', async () => {
  const all = keys(300)
  await start({ timeoutMs: 3_000 })
  await start({ timeoutMs: 3_000 })
  await Promise.all(all.map((key) => enqueueCommands(db(), [command(key)])))
  await until(() => allIn('done'))
  expect(fake.heard).toHaveLength(300)
  expect(new Set(fake.heard).size).toBe(300)
  expect(fake.mostAtOnce).toBeLessThanOrEqual(16)
})

test('64 claims at once give one command to one of them', async () => {
  const { claim } = await import('./claims.ts')
  for (let round = 0; round < 5; round += 1) {
    await enqueueCommands(db(), [command(`R${round}`)])
    const claims = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        claim(db(), platformId, { limit: 8, leaseMs: 60_000, owner: `o${i}` }),
      ),
    )
    expect(claims.flat().map(({ key }) => key)).toEqual([`R${round}`])
  }
})

test('a sender that died is asked about first; what was carried out is not sent again', async () => {
  const died = {
    state: 'sending' as const,
    attempts: 1,
    owner: 'gone',
    lease_until: sql<Date>`now()`,
    next_at: sql<Date>`now()`,
  }
  await enqueueCommands(db(), [command('before'), command('after')])
  await db().updateTable('link_outbox').set(died).where('platform_id', '=', platformId).execute()
  fake.answers.set('after', { state: 'accepted', reason: '' })
  await start()
  await until(async () => (await users.told()).filter(({ state }) => state !== 'sent').length === 2)
  expect(heardOf('before')).toEqual(['command', 'send'])
  expect(heardOf('after')).toEqual(['command'])
  expect((await rows()).map(({ state }) => state)).toEqual(['done', 'accepted'])
  expect((await users.told()).filter(({ key }) => key === 'before').map(({ state }) => state)).toEqual([
    'sent',
    'done',
  ])
})

test('whoever lost a command to another cannot move it any more', async () => {
  const { claim, moveClaimed } = await import('./claims.ts')
  await enqueueCommands(db(), [command('W1')])
  const [slow] = await claim(db(), platformId, { limit: 1, leaseMs: 0, owner: 'slow' })
  const [next] = await claim(db(), platformId, { limit: 1, leaseMs: 60_000, owner: 'next' })
  if (!slow || !next) throw new Error('not claimed')
  expect([slow.from, next.from]).toEqual(['due', 'sending'])
  const move = { state: 'due', reason: '', pauseMs: 0, tell: 'sent' } as const
  expect(await moveClaimed(db(), users.users, slow, move)).toBe(false)
  expect(await users.told()).toEqual([])
  expect(await moveClaimed(db(), users.users, next, move)).toBe(true)
})

test('after a time of bad answers long pauses are cut short', async () => {
  let well = false
  fake.mood = () => (well ? 'answer' : 'fail')
  await enqueueCommands(
    db(),
    keys(10).map((key) => command(key)),
  )
  await sql`update link_outbox set state = 'unknown', attempts = 20, next_at = now() + interval '1 minute'
    where platform_id = ${platformId} and id in (select id from link_outbox where platform_id = ${platformId} order by id limit 4)`.execute(
    db(),
  )
  await start()
  await until(() => fake.heard.length >= 6)
  well = true
  const began = Date.now()
  await until(() => allIn('done'))
  expect(Date.now() - began).toBeLessThan(6_000)
})

test('a lease that still holds is respected', async () => {
  await enqueueCommands(db(), [command('W1')])
  await db()
    .updateTable('link_outbox')
    .set({ state: 'sending', owner: 'busy', next_at: sql<Date>`now() + interval '1 hour'` })
    .where('platform_id', '=', platformId)
    .execute()
  await start()
  await enqueueCommands(db(), [command('W2')])
  await until(async () => (await users.told()).length === 1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(fake.heard).toEqual(['send W2'])
})

test('commands of one order, or of one player, keep their order', async () => {
  fake.mood = (kind, { key }, nth) =>
    kind === 'command' && nth === 1 && ['A1', 'P1'].includes(key) ? 'fail' : 'answer'
  await start()
  const player = (key: string, data: Record<string, unknown>) =>
    ({ platformId, key, name: 'player.remark', data }) as const
  await enqueueCommands(db(), [
    command('A1', { orderNo: 'A' }),
    command('A2', { orderNo: 'A' }),
    command('B1', { orderNo: 'B' }),
    player('P1', { roleId: '1' }),
    player('P2', { roleIds: ['2', '1'] }),
    player('P3', { roleId: '2' }),
    player('P4', { roleId: '3' }),
  ])
  await until(() => allIn('done'))
  const order = fake.heard.filter((line) => line.startsWith('send ')).map((line) => line.slice(5))
  const last = (key: string) => order.lastIndexOf(key)
  expect(last('A2')).toBeGreaterThan(last('A1'))
  expect(order.indexOf('A2')).toBeGreaterThan(last('A1'))
  expect(order.indexOf('P2')).toBeGreaterThan(last('P1'))
  expect(order.indexOf('P3')).toBeGreaterThan(last('P2'))
  // Nobody else waits for them.
  expect(order.indexOf('B1')).toBeLessThan(last('A1'))
  expect(order.indexOf('P4')).toBeLessThan(last('P1'))
})

test('refused and accepted are final for the sender', async () => {
  fake.mood = (_, { key }) => (key === 'R' ? 'refuse' : 'accept')
  await start()
  await enqueueCommands(db(), [command('R'), command('A')])
  await until(async () => (await users.told()).length === 2)
  expect(await rows()).toMatchObject([
    { key: 'R', state: 'refused', reason: 'not open', finished_at: expect.any(Date) },
    { key: 'A', state: 'accepted', finished_at: null },
  ])
  expect(await settleCommand(db(), platformId, [], 'done')).toBe(false)
  expect(await settleCommand(db(), platformId, ['A', 'nobody'], 'done')).toBe(true)
  expect(await settleCommand(db(), platformId, 'A', 'refused', 'late')).toBe(false)
  expect((await rows())[1]).toMatchObject({ state: 'done', reason: '' })
})

test('evidence that overtakes the answer stands', async () => {
  fake.mood = () => 'late'
  fake.lateMs = 200
  await start({ timeoutMs: 2_000 })
  await enqueueCommands(db(), [command('W1')])
  await until(() => fake.heard.length === 1)
  await settleCommand(db(), platformId, 'W1', 'refused', 'failed')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await rows()).toMatchObject([{ state: 'refused', reason: 'failed' }])
  expect(await users.told()).toEqual([])
})

test('a platform that is down costs the others nothing and goes on soon after it is back', async () => {
  const other = new FakePlatform()
  await other.up()
  const well = await aPlatform(db(), setup.services.vault, { apiUrl: other.apiUrl })
  other.secret = well.secret
  await fake.down()
  await start()
  await enqueueCommands(
    db(),
    keys(50).map((key) => command(key)),
  )
  const status = () =>
    db()
      .selectFrom('platform_status')
      .selectAll()
      .where('platform_id', '=', platformId)
      .executeTakeFirstOrThrow()
  await until(async () => (await status()).last_failure.includes('ECONNREFUSED'))
  const began = Date.now()
  await enqueueCommands(
    db(),
    keys(50).map((key) => command(key, { platformId: well.id })),
  )
  await until(() => other.carriedOut.size === 50)
  expect(Date.now() - began).toBeLessThan(4_000)
  expect(
    (await users.told()).some((told) => told.platformId === platformId && told.state !== 'unknown'),
  ).toBe(false)
  // Most were never tried: they wait as they are.
  expect((await rows()).filter(({ state }) => state === 'due').length).toBeGreaterThan(30)
  await fake.up()
  await until(() => allIn('done'), 7_000)
  await until(async () => {
    const { last_answer_at: answered, last_failure_at: failed } = await status()
    return Number(answered) > Number(failed)
  })
  await other.down()
})

test('maintenance answers (503) stop the flow instead of making everything unknown', async () => {
  fake.mood = () => 'unavailable'
  await start()
  await enqueueCommands(
    db(),
    keys(100).map((key) => command(key)),
  )
  await until(() => fake.heard.length > 3)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(fake.heard.length).toBeLessThan(20)
  fake.mood = () => 'answer'
  await until(() => allIn('done'), 8_000)
})

test('a command that a platform cannot bear does not hold up the others', async () => {
  fake.mood = (_, { key, data }) => (key === 'bad' || data['key'] === 'bad' ? 'fail' : 'answer')
  await start()
  await enqueueCommands(db(), [command('bad'), ...keys(100).map((key) => command(key))])
  await until(() => fake.carriedOut.size === 100, 3_000)
  expect((await rows())[0]).toMatchObject({ state: 'unknown' })
})

test('after a day of broken contract a command is given up for people to see, and told', async () => {
  fake.mood = () => 'not-found'
  await enqueueCommands(db(), [command('W1')])
  await db()
    .updateTable('link_outbox')
    .set({ state: 'unknown', attempts: 30, created_at: sql<Date>`now() - interval '2 days'` })
    .where('platform_id', '=', platformId)
    .execute()
  await start()
  await until(() => allIn('dead'))
  expect(await users.told()).toMatchObject([{ key: 'W1', state: 'dead' }])
  expect((await users.told())[0]?.reason).toContain('404')
})

test('a stop in the middle leaves the outcome unknown, and the next start finds it out', async () => {
  fake.mood = () => 'late'
  fake.lateMs = 20_000
  const link = await start({ timeoutMs: 20_000 })
  await enqueueCommands(db(), [command('W1')])
  await until(() => fake.carriedOut.size === 1)
  const began = Date.now()
  await link.stop()
  expect(Date.now() - began).toBeLessThan(3_000)
  expect(await rows()).toMatchObject([{ state: 'unknown' }])
  fake.mood = () => 'answer'
  await start()
  await until(() => allIn('done'))
  expect(heardOf('W1')).toEqual(['send', 'command'])
})

test('when the features cannot store an outcome it is found out again', async () => {
  let broken = 2
  const store = users.users.commandMoved
  users.users.commandMoved = async (tx, outcome) => {
    if (broken > 0) {
      broken -= 1
      throw new Error('not now')
    }
    await store(tx, outcome)
  }
  await start({ timeoutMs: 200 })
  await enqueueCommands(db(), [command('W1')])
  await until(() => allIn('done'))
  expect(heardOf('W1')[0]).toBe('send')
  expect(heardOf('W1').slice(1)).not.toContain('send')
})
