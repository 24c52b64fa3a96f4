import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { link } from '../../../contract/link.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { type APlatform, aPlatform } from './fixtures.ts'
import { askOf } from './index.ts'
import { FakePlatform, signedEvents } from './testing.ts'

let app: TestApp
let operator: Caller
let fake: FakePlatform
let platform: APlatform
beforeAll(async () => {
  app = await testApp({ env: { ALLOW_HTTP: 'true' } })
  operator = await app.as('operator')
})
afterAll(() => app.close())
beforeEach(async () => {
  fake = new FakePlatform()
  await fake.up()
  platform = await aPlatform(app.services.db, app.services.vault, { apiUrl: fake.apiUrl })
  Object.assign(fake, { secret: platform.secret, strict: true })
  fake.queries = { ping: () => ({ version: 1, platform: platform.id, time: new Date().toISOString() }) }
})
afterEach(() => fake.down())

const tested = async (lang: 'zh-cn' | 'en-us' = 'zh-cn') =>
  (await operator(link.test, { platformId: platform.id }, { lang })).data
const commands = async () => (await tested())?.commands.finding
const set = (change: object) =>
  app.services.db.updateTable('platforms').set(change).where('id', '=', platform.id).execute()
const tell = (headers: Record<string, string>, body: string) =>
  app.app.inject({ method: 'POST', url: '/link/v1/events', headers, payload: body })
const status = () =>
  JSON.stringify({
    events: [
      {
        id: `e-${Math.random().toString(36).slice(2)}`,
        type: 'status',
        at: new Date(Date.now() - 3_000).toISOString(),
        data: { version: 1, online: 1, registered: 1, apiRemain: 1, apiCurrent: 1 },
      },
    ],
  })
const health = async () => (await operator(link.health, { platform_id: [platform.id] })).data?.list[0]

test('all is well both ways', async () => {
  const body = status()
  expect((await tell(signedEvents(platform, body), body)).statusCode).toBe(200)
  expect(await tested()).toMatchObject({
    commands: { ok: true, finding: 'well', message: '正常' },
    events: { ok: true, finding: 'well' },
    clockAhead: expect.any(Number),
    took: expect.any(Number),
  })
  expect(await health()).toMatchObject({
    commands: { ok: true },
    events: { ok: true },
    eventsPerMinute: 1,
    eventDelay: expect.toSatisfy((seconds: number) => seconds >= 3 && seconds < 10),
    waiting: 0,
    dead: 0,
    oldSecretUntil: '',
  })
})

test.each<[string, string, () => void | Promise<unknown>]>([
  ['nobody is there', 'unreachable', () => fake.down()],
  ['no address', 'noAddress', () => set({ api_url: '' })],
  ['an address that is none', 'noAddress', () => set({ api_url: 'nonsense' })],
  ['a port that cannot be called', 'noAddress', () => set({ api_url: 'http://127.0.0.1:9' })],
  ['a connection that breaks', 'dropped', () => void (fake.mood = () => 'drop')],
  ['no secret', 'noSecret', () => set({ secret: null })],
  ['another secret', 'signature', () => void (fake.secret = Buffer.alloc(32, 7))],
  ['a clock that is off', 'clock', () => void (fake.clockAheadMs = 400_000)],
  [
    'a clock that is off but not refused yet',
    'clock',
    () =>
      void (fake.queries['ping'] = () => ({
        version: 1,
        platform: platform.id,
        time: new Date(Date.now() + 90_000).toISOString(),
      })),
  ],
  ['another version', 'version', () => void (fake.version = '2')],
  [
    'another version in the answer',
    'version',
    () =>
      void (fake.queries['ping'] = () => ({
        version: 2,
        platform: platform.id,
        time: new Date().toISOString(),
      })),
  ],
  [
    'another platform',
    'otherPlatform',
    () =>
      void (fake.queries['ping'] = () => ({ version: 1, platform: 4711, time: new Date().toISOString() })),
  ],
  ['a web page', 'garbled', () => void (fake.mood = () => 'garbage')],
  ['a wrong path', 'status', () => void (fake.mood = () => 'not-found')],
  ['a failure inside', 'serverError', () => void (fake.mood = () => 'fail')],
])('with %s it says so in words', async (_, finding, spoil) => {
  await spoil()
  const [zh, en] = [await tested(), await tested('en-us')]
  for (const said of [zh, en]) {
    expect(said?.commands).toMatchObject({ ok: false, finding })
    expect(said?.commands.message).not.toMatch(/[{}]/)
  }
  expect(zh?.commands.message).toMatch(/[一-鿿]/)
  expect(en?.commands.message).not.toMatch(/[一-鿿]/)
})

test('it tells how far the clocks are apart', async () => {
  fake.clockAheadMs = 400_000
  const said = await tested('en-us')
  expect(said?.clockAhead).toBeGreaterThan(395)
  expect(said?.commands.message).toMatch(/\d{3} seconds/)
})

test('plain http is named where it is not allowed, and a silent platform after its time', async () => {
  const strict = await testApp()
  try {
    const { db, vault } = strict.services
    const { id } = await aPlatform(db, vault, { apiUrl: fake.apiUrl })
    const { data } = await (await strict.as('operator'))(link.test, { platformId: id })
    expect(data?.commands.finding).toBe('plainHttp')
    expect(data?.events.finding).toBe('silent')
  } finally {
    await strict.close()
  }
})

test('one that never answers is called that', { timeout: 15_000 }, async () => {
  const deaf = createServer(() => {}).listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  const address = deaf.address()
  await set({ api_url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` })
  expect(await commands()).toBe('timeout')
  deaf.close()
})

test.each<[string, string, (body: string) => Record<string, string>]>([
  ['another secret', 'signature', (body) => signedEvents({ ...platform, secret: Buffer.alloc(32, 9) }, body)],
  ['a clock that is off', 'clock', (body) => signedEvents(platform, body, { timestamp: 1_700_000_000 })],
  ['another version', 'version', (body) => ({ ...signedEvents(platform, body), 'x-link-version': '2' })],
])('events refused for %s are told', async (_, finding, sign) => {
  expect((await tested())?.events.finding).toBe('silent')
  const body = status()
  expect((await tell(sign(body), body)).statusCode).toBe(401)
  expect((await tested())?.events).toMatchObject({ ok: false, finding })
  expect((await health())?.events).toMatchObject({ ok: false, finding })
})

test('events of a platform without a secret, and a replay', async () => {
  const body = status()
  const headers = signedEvents(platform, body)
  await tell(headers, body)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await tell(headers, body)).statusCode).toBe(401)
  expect((await tested())?.events.finding).toBe('replayed')
  await set({ secret: null })
  expect((await tested())?.events.finding).toBe('noSecret')
})

test('a new secret is shown once; the old one counts for a day, both ways', async () => {
  const made = await operator(link.secret, { platformId: platform.id })
  expect(made.data?.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(made.data?.oldSecretUntil).not.toBe('')
  // The platform has not heard of it yet: events come in, commands go out.
  const body = status()
  expect((await tell(signedEvents(platform, body), body)).statusCode).toBe(200)
  expect(await askOf(app.services)(platform.id, 'ping', {})).toMatchObject({ platform: platform.id })
  expect((await tested())?.commands).toMatchObject({ ok: false, finding: 'oldSecret' })
  // Lost before it was handed over, it is made anew, and the link holds.
  const again = await operator(link.secret, { platformId: platform.id })
  expect(await commands()).toBe('oldSecret')
  fake.secret = Buffer.from(made.data?.secret ?? '', 'hex')
  expect(await commands()).toBe('signature')
  fake.secret = Buffer.from(again.data?.secret ?? '', 'hex')
  expect(await commands()).toBe('well')
  const log = JSON.stringify(
    await app.services.db.selectFrom('operation_log').selectAll().execute(),
    (_, value) => (typeof value === 'bigint' ? String(value) : (value as unknown)),
  )
  const traces = JSON.stringify(
    await app.services.db.selectFrom('audit_log').select(['before', 'after']).execute(),
  )
  for (const secret of [made.data?.secret, again.data?.secret]) expect(log + traces).not.toContain(secret)
  app.moveClock(25 * 3_600_000)
  const late = status()
  const timestamp = Math.floor(Date.now() / 1000) + 25 * 3600
  expect((await tell(signedEvents(platform, late, { timestamp }), late)).json()).toEqual({
    error: 'bad_signature',
  })
  app.moveClock(-25 * 3_600_000)
})

test('of two who make a secret at once one is told to look again', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => operator(link.secret, { platformId: platform.id })))
  const made = answers.filter(({ success }) => success)
  expect(made.length).toBeGreaterThan(0)
  fake.secret = Buffer.from(made.at(-1)?.data?.secret ?? '', 'hex')
  const unknown = await operator(link.secret, { platformId: 4711 }, { lang: 'en-us' })
  expect(unknown).toMatchObject({ code: 400000, field: 'platformId', message: 'No such platform' })
  expect((await operator(link.test, { platformId: 4711 })).field).toBe('platformId')
})

test('the overview puts trouble first and counts what waits', async () => {
  const { db } = app.services
  await db
    .insertInto('link_outbox')
    .values([
      {
        platform_id: platform.id,
        key: 'k1',
        name: 'player.mail',
        data: '{}',
        created_at: new Date(Date.now() - 60_000),
      },
      { platform_id: platform.id, key: 'k2', name: 'player.mail', data: '{}', state: 'dead' },
    ])
    .execute()
  await db
    .insertInto('link_inbox')
    .values({ platform_id: platform.id, event_id: 'x', type: 'payout', state: 'rejected', raw: 'not json' })
    .execute()
  await fake.down()
  await tested()
  const row = await health()
  expect(row).toMatchObject({
    waiting: 1,
    dead: 2,
    eventDelay: null,
    commands: { ok: false, finding: 'unreachable' },
  })
  expect(row?.waitingFor).toBeGreaterThanOrEqual(59)
  const { data } = await (await app.as('viewer'))(link.health, { limit: 1 }, { lang: 'en-us' })
  expect(data?.list[0]?.commands.ok).toBe(false)
  expect((await (await app.as('viewer'))(link.secret, { platformId: platform.id })).code).toBe(400011)
  await set({ status: 2 })
  expect(
    (await operator(link.health, { limit: 300 })).data?.list.map(({ platform_id }) => platform_id),
  ).not.toContain(platform.id)
})
