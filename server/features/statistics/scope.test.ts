import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import type { Scope } from '../../kit/caller.ts'
import { parseParams } from '../../kit/http/params.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { daily, monthly, today } from './reads.ts'
import { daysAgo, toldPlatform } from './testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  const platform = await toldPlatform(t, 'Runs', {})
  for (const ago of [0, 1]) await platform.tell(daysAgo(t, ago), { totalRecharge: 1_000_000 })
})
afterAll(() => t.close())

/** What somebody of a scope reads, past the rules that let only staff come here. */
async function read(scope: Scope) {
  const ctx = { ...t.services, caller: { scope }, info: { lang: 'en-us' } } as never
  const params = (name: 'dailyStatistics' | 'monthlyStatistics') =>
    parseParams(features.statistics[name].params, {}, 'en-us') as never
  const [days, months, now] = [
    await daily(ctx, params('dailyStatistics')),
    await monthly(ctx, params('monthlyStatistics')),
    await today(ctx),
  ]
  return {
    days: [days.list.length, days.count, days.summary.total_recharge],
    months: [months.list.length, months.count, months.summary.total_recharge].map((n) => n > 0),
    today: [now.total_recharge, now.yesterday.total_recharge],
  }
}

test('figures of whole platforms are for the group alone, even if a rule let others in', async () => {
  expect(await read({ everything: true })).toEqual({
    days: [2, 2, 2000],
    months: [true, true, true],
    today: [1000, 1000],
  })
  expect(await read({ everything: false, accountId: 1 })).toEqual({
    days: [0, 0, 0],
    months: [false, false, false],
    today: [0, 0],
  })
})
