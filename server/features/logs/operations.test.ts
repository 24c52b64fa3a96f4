import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { writeOperations } from '../../kit/operation-log.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { forgetOperations, logChecks } from './index.ts'

const { serviceLogs } = features.logs
const lockPath = '/adminapi/Finance/applyOrder'
let t: TestApp
let viewer: Caller

const day = (ago: number) => {
  const { clock } = t.services
  return clock.dayOf(new Date(clock.now().getTime() - ago * 24 * 3_600_000))
}
const entry = (ago: number, username: string, path: string, request: string) => ({
  at: new Date(t.services.clock.now().getTime() - ago * 24 * 3_600_000),
  day: day(ago),
  username,
  endpoint: 'withdrawals.lock',
  path,
  request,
  response: '{"success":true}',
  code: 200,
})

beforeAll(async () => {
  t = await testApp()
  viewer = await t.as('viewer')
  const rows = Array.from({ length: 60 }, (_, index) =>
    entry(
      index % 20,
      index % 3 === 0 ? 'finance' : 'finance2',
      index % 2 ? lockPath : '/adminapi/other',
      `{"orderNo":"W${1000 + index}","description":"100%_sure\\\\ok"}`,
    ),
  )
  await writeOperations(t.services.db, rows)
})
afterAll(() => t.close())

const list = async (params: Parameters<typeof ask>[0] = {}) => {
  const answer = await ask(params)
  expect(answer.code, answer.message).toBe(codes.ok)
  return answer.data ?? { list: [], count: 0, configs: { routerList: {} } }
}
const ask = (
  params: Partial<Record<'start' | 'end' | 'username' | 'optRouter' | 'optRequest', string>> & {
    id?: number
    page?: number
    limit?: number
  },
) => viewer(serviceLogs, params)

test('without days it is the last seven, newest first, with their exact number', async () => {
  const { list: rows, count } = await list({ limit: 100 })
  expect(count).toBe(21)
  expect(rows).toHaveLength(21)
  expect(rows.map(({ recordtime }) => recordtime)).toEqual(
    rows
      .map(({ recordtime }) => recordtime)
      .toSorted()
      .toReversed(),
  )
  expect(rows[0]?.title).toBe('锁定订单')
})

test('days are understood with and without dashes', async () => {
  const dashed = await list({ start: day(19), end: day(10), limit: 300 })
  const plain = await list({
    start: day(19).replaceAll('-', ''),
    end: day(10).replaceAll('-', ''),
    limit: 300,
  })
  expect(dashed.count).toBe(30)
  expect(plain).toEqual(dashed)
  expect((await ask({ start: day(1), end: day(2) })).code).toBe(codes.refused)
  expect((await ask({ start: '20260231' })).code).toBe(codes.refused)
})

test('who, which call, and text within the request narrow it down, and pages cover it', async () => {
  const all = { start: day(30), end: day(0) }
  expect((await list({ ...all, username: 'FINANCE2' })).count).toBe(40)
  expect((await list({ ...all, optRouter: lockPath })).count).toBe(30)
  expect((await list({ ...all, optRouter: lockPath.slice(0, -1) })).count).toBe(0)
  expect((await list({ ...all, optRequest: 'w1007' })).count).toBe(1)
  expect((await list({ ...all, optRequest: '100%_s' })).count).toBe(60)
  expect((await list({ ...all, optRequest: '100_%s' })).count).toBe(0)
  expect((await list({ ...all, optRequest: '%', username: 'finance2', optRouter: lockPath })).count).toBe(20)
  for (const params of [all, { ...all, optRequest: 'sure' }]) {
    const seen: number[] = []
    for (let page = 1; page <= 9; page++) {
      const { list: rows, count } = await list({ ...params, page, limit: 7 })
      expect(count).toBe(60)
      seen.push(...rows.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(60)
    expect((await list({ ...params, page: 99, limit: 7 })).count).toBe(60)
  }
})

test('an id finds one row, however old', async () => {
  const [old] = (await list({ start: day(19), end: day(19) })).list
  expect((await list({ id: old?.id ?? 0 })).list).toEqual([old])
  expect((await list({ id: old?.id ?? 0, start: day(3), end: day(0) })).count).toBe(0)
})

test('the paths to choose from have titles in the language', async () => {
  expect((await list()).configs.routerList[lockPath]).toBe('锁定订单')
  expect((await list()).configs.routerList).not.toHaveProperty(serviceLogs.path)
})

test('what is written is counted, is listed masked, and agrees with its counts', async () => {
  const before = (await list({ username: viewer.username })).count
  await viewer(features.signIn.pwdEdit, {
    pwdOld: 'canary-4711',
    pwdNew: 'canary-4711',
    pwdConfirm: 'canary-4711',
  })
  let found = await list({ username: viewer.username })
  for (let tries = 0; tries < 50 && found.count === before; tries++) {
    await sleep(20)
    found = await list({ username: viewer.username })
  }
  expect(found.count).toBe(before + 1)
  expect(JSON.stringify(found.list)).not.toContain('canary-4711')
  for (const check of logChecks) expect(await check.differences(t.services.db)).toEqual([])
})

test('what is past its days is forgotten, counts and rows', async () => {
  t.moveClock(175 * 24 * 3_600_000)
  await forgetOperations(t.services)
  t.moveClock(-175 * 24 * 3_600_000)
  const left = await t.services.db.selectFrom('operation_log').select('day').execute()
  expect(left.every((row) => row.day >= day(5))).toBe(true)
  expect(left.length).toBeGreaterThan(0)
  for (const check of logChecks) expect(await check.differences(t.services.db)).toEqual([])
})

test('it is for staff', async () => {
  const channel = await t.as('channel')
  expect((await channel(serviceLogs, {})).code).toBe(codes.forbidden)
})
