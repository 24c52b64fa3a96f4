import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../contract/index.ts'
import { readConfig } from './config.ts'
import { missingMigrations } from './kit/db/migrate.ts'
import { type Metric, exposition } from './kit/exposition.ts'
import { requestIds } from './kit/http/request-ids.ts'
import { latencyEdges, vitalsOf } from './kit/vitals.ts'
import { type TestApp, testApp } from './testing.ts'

let t: TestApp
let guarded: TestApp
const token = 'a-token-for-metrics'
beforeAll(async () => {
  t = await testApp()
  guarded = await testApp({ env: { METRICS_TOKEN: token } })
})
afterAll(async () => {
  await t.close()
  await guarded.close()
})

const get = (app: TestApp, url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.app.inject({ method: 'GET', url, headers, remoteAddress })

describe('readiness', () => {
  test('all is well', async () => {
    expect((await get(t, '/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await get(t, '/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok' }])
  })

  test('a process that is going away says so first, and stays alive', async () => {
    t.services.vitals.draining = true
    const ready = await get(t, '/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'draining' }])
    expect((await get(t, '/healthz')).statusCode).toBe(200)
    t.services.vitals.draining = false
  })

  test('a database without a migration this version knows is not ready; one with more is', async () => {
    const { db } = t.services
    const rows = (await db
      .deleteFrom('schema_migrations' as never)
      .where('name' as never, 'like', '0241%' as never)
      .returningAll()
      .execute()) as { name: string; timestamp: string }[]
    expect(await missingMigrations(db)).toEqual(['0241_bot_log'])
    expect((await get(t, '/readyz')).json()).toEqual({ status: 'migrations' })
    const later = { name: '9999_later', timestamp: '2099-01-01' }
    await db
      .insertInto('schema_migrations' as never)
      .values([...rows, later] as never)
      .execute()
    expect((await get(t, '/readyz')).json()).toEqual({ status: 'ok' })
  })

  test('a loop that hangs is noticed, and forgiven when it turns again', async () => {
    let now = 0
    const vitals = vitalsOf(() => now)
    const beat = vitals.watch('some loop', 1_000)
    now = 1_001
    expect(vitals.silent()).toEqual(['some loop'])
    beat()
    expect(vitals.silent()).toEqual([])
    vitals.close()
    const hung = t.services.vitals.watch('hung', -1)
    expect((await get(t, '/readyz')).json()).toEqual({ status: 'loops' })
    t.services.vitals.watch('hung', 60_000)
    hung()
    expect((await get(t, '/readyz')).json()).toEqual({ status: 'ok' })
  })

  test('no database, no readiness', async () => {
    const lost = await testApp()
    const { db } = lost.services
    await db.schema.alterTable('policy').renameTo('policy_away').execute()
    const ready = await get(lost, '/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'database' }])
    await db.schema.alterTable('policy_away').renameTo('policy').execute()
    await lost.close()
  })
})

describe('metrics', () => {
  test('are for this machine, unless somebody stands between', async () => {
    expect((await get(t, '/metrics')).statusCode).toBe(200)
    expect((await get(t, '/metrics', {}, '::1')).statusCode).toBe(200)
    expect((await get(t, '/metrics', {}, '10.0.0.8')).statusCode).toBe(403)
    expect((await get(t, '/metrics', { 'x-forwarded-for': '10.0.0.8' })).statusCode).toBe(403)
  })

  test('with a token are for its holder alone, wherever he is', async () => {
    expect((await get(guarded, '/metrics')).statusCode).toBe(403)
    expect((await get(guarded, '/metrics', { authorization: `Bearer ${token}x` })).statusCode).toBe(403)
    const { statusCode } = await get(guarded, '/metrics', { authorization: `Bearer ${token}` }, '10.0.0.8')
    expect(statusCode).toBe(200)
  })

  test('count calls by endpoint and outcome, and tell what waits', async () => {
    const viewer = await t.as('viewer')
    await viewer(features.logs.serviceLogs, {})
    await viewer(features.logs.serviceLogs, { start: '20260231' })
    const { payload, headers } = await get(t, '/metrics')
    expect(headers['content-type']).toContain('version=0.0.4')
    for (const line of [
      /^pitboss_call_seconds_count\{endpoint="logs.serviceLogs",outcome="ok"\} 1$/m,
      /^pitboss_call_seconds_count\{endpoint="logs.serviceLogs",outcome="refused"\} 1$/m,
      /^pitboss_call_seconds_bucket\{endpoint="logs.serviceLogs",outcome="ok",le="\+Inf"\} 1$/m,
      /^pitboss_event_loop_delay_seconds\{of="p99"\} [\d.e-]+$/m,
      /^pitboss_db_up 1$/m,
      /^pitboss_tasks\{status="queued"\} 0$/m,
      /^# TYPE pitboss_outbox_depth gauge$/m,
      /^# TYPE pitboss_inbox_delay_seconds gauge$/m,
      /^# TYPE pitboss_dead_letters gauge$/m,
    ])
      expect(payload).toMatch(line)
    for (const line of payload.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|[a-z_]+(\{[^{}]*\})? -?[\d.e+-]+)$/)
  })

  test('buckets hold what is at most their edge', () => {
    const vitals = vitalsOf()
    for (const ms of [1, 5, 6, 10_000, 10_001]) vitals.answered('a.b', 200, ms)
    const [latency] = [...vitals.latencies()]
    expect(latency?.counts[0]).toBe(2)
    expect(latency?.counts[1]).toBe(1)
    expect(latency?.counts.slice(latencyEdges.length - 1)).toEqual([1, 1])
    vitals.close()
  })

  test('labels cannot break out of their line', () => {
    const metric: Metric = {
      name: 'm',
      help: 'h',
      type: 'gauge',
      samples: [{ labels: { of: 'a"b\\c\nd' }, value: 1 }],
    }
    expect(exposition([metric])).toBe('# HELP m h\n# TYPE m gauge\nm{of="a\\"b\\\\c\\nd"} 1\n')
  })
})

describe('request ids', () => {
  const request = (id: string) => ({ headers: { 'x-request-id': id } }) as never

  test('are unique, and a proxy names a request only where it is trusted', () => {
    const own = requestIds(false)
    const behind = requestIds(true)
    const ids = [
      own(request('from-outside-1')),
      own(request('')),
      behind(request('bad id')),
      behind(request('')),
    ]
    expect(new Set(ids).size).toBe(4)
    expect(ids).not.toContain('from-outside-1')
    expect(behind(request('from-outside-1'))).toBe('from-outside-1')
  })

  test('every answer carries one', async () => {
    const answers = await Promise.all([get(t, '/healthz'), get(t, '/adminapi/nothing'), get(t, '/healthz')])
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(ids.every((id) => typeof id === 'string')).toBe(true)
    expect(new Set(ids).size).toBe(3)
  })
})

test('a secret setting that is wrong is not repeated', () => {
  for (const name of ['METRICS_TOKEN', 'PITBOSS_SECRET', 'DATABASE_URL'])
    expect(() => readConfig({ [name]: 'canary' })).toThrow(new RegExp(`^${name} (?!.*canary)`))
})
