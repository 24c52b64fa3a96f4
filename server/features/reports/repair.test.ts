import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { features } from '../../../contract/index.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { callerOfAccount } from '../sign-in/index.ts'
import { recordFacts } from './record.ts'
import { repairRunners } from './repair.ts'
import { type Family, factOf, family, reportPlatform } from './testing.ts'
import { reportChecks } from './verify.ts'

const { reports } = features
const asked = vi.hoisted(() => vi.fn())
vi.mock('../link/index.ts', async (original) => ({
  ...(await original<typeof import('../link/index.ts')>()),
  askOf: () => asked,
}))

let t: TestApp
let platformId: number
let down: number
let one: Family
const day = (back: number) => {
  const { clock } = t.services
  return clock.dayOf(new Date(clock.startOf(clock.dayOf(clock.now())).getTime() - (back - 0.5) * 86_400_000))
}

beforeAll(async () => {
  t = await testApp()
  const { db } = t.services
  platformId = await reportPlatform(db, 'Up')
  down = await reportPlatform(db, 'Down')
  await family(t, 'other', 20_001)
  one = await family(t, 'alpha', 10_001)
  // What came first was too little; the day before yesterday is closed.
  await db.transaction().execute(async (tx) =>
    recordFacts(tx, {
      platformId,
      today: day(0),
      facts: [await factOf(tx, one.sales, day(1), 1, { deposit: 1_000n })],
    }),
  )
  await db
    .insertInto('closed_days')
    .values({ platform_id: platformId, day: day(2) })
    .execute()
  asked.mockImplementation(async (id: number, _what: string, params: { day: string; roleId: string }) => {
    const { LinkFailure } = await import('../link/index.ts')
    if (id === down) throw new LinkFailure('unreachable', 'no answer')
    const accounts = params.roleId === '10003' ? [told(params.day)] : []
    return { accounts, platform: null, next: '', more: false }
  })
})
afterAll(() => t.close())

const told = (of: string) => ({
  day: of,
  version: 2,
  username: 'alpha-sales',
  roleId: '10003',
  deposit: 5_000,
  withdraw: 0,
  running: 0,
  gmUpScore: 0,
  firstDeposit: 0,
  advOut: 0,
  personCount: 0,
  personDeposit: 0,
  firstDepositPerson: 0,
  personRunning: 0,
  apiWinLose: [],
})

async function repaired(platforms: number[]) {
  const { db } = t.services
  const admin = await t.as('superAdmin')
  const started = await admin(reports.channelRepair, {
    platform_id: platforms,
    ProxyId: platforms.map(() => '10001'),
    channel_account: platforms.map(() => 'alpha'),
  })
  expect(started.success, started.message).toBe(true)
  const task = await db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', BigInt(started.data?.taskId ?? 0))
    .executeTakeFirstOrThrow()
  const runner = repairRunners.find(({ kind }) => kind === task.kind)
  return runner?.run({
    services: t.services,
    task: { ...task, language: 'en-us' } as never,
    caller: await callerOfAccount(db, task.account_id),
    progress: async () => {},
    signal: new AbortController().signal,
  })
}
const deposits = () =>
  t.services.db
    .selectFrom('account_days')
    .select(['day', 'deposit'])
    .where('account_id', '=', one.channel)
    .orderBy('day')
    .execute()

test('one row: every open day of the account and everybody below it is asked for anew, and counts up the chain', async () => {
  expect(await repaired([platformId])).toMatchObject({ rows: 1 })
  const questions = asked.mock.calls.map(([, , params]) => params as { day: string; roleId: string })
  const days = questions.map((params) => params.day)
  // Nobody else's figures are asked for.
  expect(new Set(questions.map(({ roleId }) => roleId))).toEqual(new Set(['10001', '10002', '10003']))
  expect(new Set(days)).toEqual(new Set([day(1), day(0)]))
  expect(await deposits()).toEqual([
    { day: day(1), deposit: 5_000n },
    { day: day(0), deposit: 5_000n },
  ])
})

test('again it changes nothing; of several rows one that fails is named and keeps no other', async () => {
  const before = await deposits()
  const done = await repaired([platformId, down])
  expect(done?.rows).toBe(1)
  expect(done?.tips).toContain('Down / alpha: ')
  expect(await deposits()).toEqual(before)
  for (const check of reportChecks) expect(await check.differences(t.services.db), check.name).toEqual([])
})
