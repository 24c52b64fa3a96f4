import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { derivedNames, type SumName } from '../../../contract/figures.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { say } from '../../../contract/messages.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { clockOf } from '../../kit/clock.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { callerOfAccount } from '../sign-in/index.ts'
import { setApiFee } from './api-fees.ts'
import { daysKnownAt, daysOf } from './explain-days.ts'
import { redoToday, reportChecks, whileRatesChange } from './index.ts'
import { recordFacts } from './record.ts'
import { type Family, factOf, family, rateFrom, reportPlatform } from './testing.ts'

let t: TestApp
let platformId: number
let one: Family
let financeId: number
const days = ['2026-03-17', '2026-03-18', '2026-03-19', '2026-03-20', '2026-03-21'] as const

beforeAll(async () => {
  t = await testApp()
  platformId = await reportPlatform(t.services.db, 'P')
  one = await family(t, 'alpha', 10_001)
  financeId = (await t.account({ kind: kind.staff, roleId: seedRoles.finance.id, username: 'fee-maker' })).id
  await t.services.db
    .insertInto('game_apis')
    .values([
      { api_id: 1, name: 'A' },
      { api_id: 2, name: 'B' },
    ])
    .execute()
})
afterAll(() => t.close())

const money = fc.bigInt({ min: 0n, max: 90_000_000n })
const who = fc.nat(2)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('fact' as const),
      who,
      back: fc.nat(4),
      deposit: money,
      withdraw: money,
      won: fc.bigInt({ min: -20_000_000n, max: 20_000_000n }),
      api: fc.constantFrom('1', '2'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('fee' as const),
      who,
      back: fc.nat(4),
      amount: fc.option(fc.nat(9_000_000).map((fee) => (fee / 1000).toFixed(3))),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('rates' as const),
      who,
      points: fc.tuple(fc.nat(100), fc.nat(100), fc.nat(500)),
    }),
  },
)

async function financeAt(day: string): Promise<Ctx<'rule'>> {
  const { services } = t
  const at = new Date(services.clock.startOf(day).getTime() + 12 * 3_600_000)
  return {
    ...services,
    clock: clockOf(services.clock.timeZone, () => at),
    caller: await callerOfAccount(services.db, financeId),
    info: { lang: 'en-us', address: '', userAgent: '', requestId: '' },
    say: (code, values) => say(code, 'en-us', values),
    files: [],
    raw: { body: Buffer.alloc(0), headers: {} },
  }
}

const clear = () =>
  sql`truncate account_facts, fact_corrections, account_days, account_restatements, account_months, account_totals,
    closed_days, account_rates, api_points, manual_api_fees, late_api_fees, settings`.execute(t.services.db)

async function play(
  today: string,
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  version: number,
) {
  const { db } = t.services
  const ids = [one.channel, one.sub, one.sales]
  const dayBack = (back: number) =>
    days[Math.max(0, days.indexOf(today as (typeof days)[number]) - back)] ?? today
  for (const [index, act] of steps.entries()) {
    const id = ids[act.who] ?? 0
    if (act.what === 'rates') {
      await db.transaction().execute(async (tx) => {
        await whileRatesChange(tx)
        await rateFrom(tx, id, today, act.points)
        await redoToday(tx, today, [id])
      })
    } else if (act.what === 'fee') {
      const params = { platform_id: platformId, account_id: id, day: dayBack(act.back), remark: '' }
      const known = await db
        .selectFrom('account_days')
        .select('day')
        .where('account_id', '=', id)
        .where('day', '=', params.day)
        .executeTakeFirst()
      if (known)
        await setApiFee(
          await financeAt(today),
          act.amount === null ? params : { ...params, amount: act.amount },
        )
    } else {
      const sums = { deposit: act.deposit, withdraw: act.withdraw }
      const fact = await factOf(db, id, dayBack(act.back), version + index, sums, { [act.api]: act.won })
      await db.transaction().execute((tx) => recordFacts(tx, { platformId, today, facts: [fact] }))
    }
  }
  await db.insertInto('closed_days').values({ platform_id: platformId, day: today }).execute()
}

const profitNow = async (accountId: number): Promise<bigint> =>
  (
    await t.services.db
      .selectFrom('account_totals')
      .select('real_profit')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.real_profit ?? 0n

let compared = 0
const sumsCompared: readonly SumName[] = ['deposit', 'withdraw']

async function agreeWithExplanations(
  accountId: number,
  snapshots: ReadonlyMap<string, bigint>,
): Promise<void> {
  const { db } = t.services
  const whose = { platformId, accountId, range: null }
  const booked = await daysOf(db, whose)
  for (const { day, kept, anew, sums } of booked) {
    for (const name of derivedNames) {
      expect(anew[name], `${day} ${name}`).toBe(kept[name])
      compared += 1
    }
    for (const name of sumsCompared)
      expect(sums[name]).toBe((kept as unknown as Record<string, bigint>)[name])
  }
  expect(booked.reduce((sum, { kept }) => sum + kept.real_profit, 0n)).toBe(await profitNow(accountId))
  const { rows: restated } = await sql<{ booked_day: string; profit: bigint }>`
    select booked_day, sum(real_profit)::bigint as profit from account_restatements
    where account_id = ${accountId} group by 1`.execute(db)
  for (const [then, profit] of snapshots) {
    const known = await daysKnownAt(db, whose, then)
    for (const { day, kept, anew } of known)
      for (const name of derivedNames) {
        expect(anew[name], `${day} as known at ${then}: ${name}`).toBe(kept[name])
        compared += 1
      }
    // Read as known then, it is what it was then.
    expect(known.reduce((sum, { kept }) => sum + kept.real_profit, 0n)).toBe(profit)
    // What came since is what was restated since and what the days since brought of their own.
    const since = restated
      .filter(({ booked_day: day }) => day > then)
      .reduce((sum, row) => sum + row.profit, 0n)
    const fresh = booked
      .filter(({ day }) => day > then)
      .reduce(
        (sum, { day, kept }) =>
          sum + kept.real_profit - (restated.find((row) => row.booked_day === day)?.profit ?? 0n),
        0n,
      )
    expect((await profitNow(accountId)) - profit).toBe(since + fresh)
  }
}

test('profit since then is restatements and news; ten thousand figures equal their explanations, also as known then', async () => {
  const { db } = t.services
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 7 }), {
        minLength: days.length,
        maxLength: days.length,
      }),
      fc.boolean(),
      async (history, payout) => {
        await clear()
        // Payout points begin to count on the second day and cease on the fourth.
        if (payout)
          await db
            .insertInto('settings')
            .values({ key: 'passage-fee-payout-days', value: JSON.stringify([days[1], days[3]]) })
            .execute()
        for (const id of [one.channel, one.sub, one.sales])
          await rateFrom(db, id, '2026-01-01', [55, 20, 400])
        const snapshots = new Map<number, Map<string, bigint>>()
        for (const [index, today] of days.entries()) {
          await play(today, history[index] ?? [], 1000 * (index + 1))
          for (const id of [one.channel, one.sub, one.sales]) {
            const known = snapshots.get(id) ?? new Map<string, bigint>()
            known.set(today, await profitNow(id))
            snapshots.set(id, known)
          }
        }
        for (const check of reportChecks) {
          expect(await check.differences(db), check.name).toEqual([])
          expect(await check.lately?.(db, new Date(0)), check.name).toEqual([])
        }
        for (const [id, known] of snapshots) await agreeWithExplanations(id, known)
      },
    ),
    { numRuns: 45 },
  )
  expect(compared).toBeGreaterThan(10_000)
}, 120_000)
