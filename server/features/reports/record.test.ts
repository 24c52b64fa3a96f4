import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noSums, type Sums, sumNames } from '../../../contract/figures.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { redoToday, reportChecks, whileRatesChange } from './index.ts'
import { recordFacts } from './record.ts'
import { type Family, factOf, family, rateFrom, reportPlatform } from './testing.ts'

let t: TestApp
let platformId: number
let one: Family
let other: Family
const today = '2026-03-20'

beforeAll(async () => {
  t = await testApp()
  platformId = await reportPlatform(t.services.db, 'P')
  one = await family(t, 'alpha', 10_001)
  other = await family(t, 'beta', 20_001)
  await t.services.db
    .insertInto('game_apis')
    .values([
      { api_id: 1, name: 'A' },
      { api_id: 2, name: 'B' },
    ])
    .execute()
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`truncate account_facts, fact_corrections, account_days, account_restatements, account_months, account_totals,
    closed_days, account_rates, api_points, manual_api_fees`.execute(t.services.db)
})

const record = (facts: readonly Awaited<ReturnType<typeof factOf>>[], day = today) =>
  t.services.db.transaction().execute((tx) => recordFacts(tx, { platformId, today: day, facts }))
const dayOf = (accountId: number, day: string) =>
  t.services.db
    .selectFrom('account_days')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst()
const totalOf = (accountId: number) =>
  t.services.db
    .selectFrom('account_totals')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
const close = (day: string) =>
  t.services.db.insertInto('closed_days').values({ platform_id: platformId, day }).execute()

async function verified(): Promise<void> {
  for (const check of reportChecks) expect(await check.differences(t.services.db), check.name).toEqual([])
}

describe('facts of open days', () => {
  test('roll up to everybody above, each at rates of its own', async () => {
    const { db } = t.services
    await rateFrom(db, one.channel, '2026-01-01', [55, 20, 400])
    await rateFrom(db, one.sub, '2026-01-01', [50, 20, 200])
    await db
      .insertInto('api_points')
      .values({ owner_id: -1, api_id: 1, from_day: '2026-01-01', point: 120, changed_by: 'test' })
      .execute()
    await record([
      await factOf(
        db,
        one.sales,
        today,
        1,
        { deposit: 1_000_000n, withdraw: 400_000n, person_count: 3n },
        { 1: 300_000n },
      ),
      await factOf(db, one.sub, today, 1, { deposit: 200_000n }),
    ])
    expect(await dayOf(one.channel, today)).toMatchObject({
      kind: 3,
      deposit: 1_200_000n,
      withdraw: 400_000n,
      person_count: 3n,
      platform_win_lose: 300_000n,
      passage_point: 55,
      dividend_point: 400,
      passage_fee: 66_000n,
      api_fee: 36_000n,
      real_income: 698_000n,
      real_profit: 279_200n,
    })
    expect(await dayOf(one.sub, today)).toMatchObject({
      passage_fee: 60_000n,
      real_income: 704_000n,
      real_profit: 140_800n,
    })
    expect(await dayOf(one.sales, today)).toMatchObject({
      deposit: 1_000_000n,
      passage_fee: 0n,
      real_profit: 0n,
    })
    expect(await dayOf(other.channel, today)).toBeUndefined()
    expect(await totalOf(one.channel)).toMatchObject({ deposit: 1_200_000n, real_profit: 279_200n })
    await verified()
  })

  test('a newer version replaces, an older one and a repeat change nothing', async () => {
    const { db } = t.services
    await record([await factOf(db, one.sales, today, 2, { deposit: 500n }, { 1: 7n })])
    await record([await factOf(db, one.sales, today, 2, { deposit: 900n })])
    await record([await factOf(db, one.sales, today, 1, { deposit: 900n })])
    expect(await dayOf(one.channel, today)).toMatchObject({ deposit: 500n, platform_win_lose: 7n })
    await record([await factOf(db, one.sales, today, 3, { deposit: 400n }, { 2: 1n })])
    expect(await dayOf(one.channel, today)).toMatchObject({
      deposit: 400n,
      platform_win_lose: 1n,
      api_win_lose: { 2: 1 },
    })
    await verified()
  })

  test('rates changed today count for the whole day, days before keep theirs', async () => {
    const { db } = t.services
    await rateFrom(db, one.channel, '2026-01-01', [100, 0, 500])
    await record([
      await factOf(db, one.sales, '2026-03-19', 1, { deposit: 1_000_000n }),
      await factOf(db, one.sales, today, 1, { deposit: 1_000_000n }),
    ])
    await db.transaction().execute(async (tx) => {
      await whileRatesChange(tx)
      await rateFrom(tx, one.channel, today, [0, 0, 100])
      await redoToday(tx, today, [one.channel])
    })
    expect(await dayOf(one.channel, '2026-03-19')).toMatchObject({
      passage_fee: 100_000n,
      real_profit: 450_000n,
    })
    expect(await dayOf(one.channel, today)).toMatchObject({
      passage_fee: 0n,
      real_profit: 100_000n,
      passage_point: 0,
    })
    expect(await totalOf(one.channel)).toMatchObject({ passage_fee: 100_000n, real_profit: 550_000n })
    await verified()
  })
})

describe('a closed day', () => {
  test('keeps its figures; what is learnt later counts today, at the rates of the day it is about', async () => {
    const { db } = t.services
    const day = '2026-03-10'
    await rateFrom(db, one.channel, '2026-01-01', [100, 0, 500])
    await rateFrom(db, one.channel, '2026-03-15', [0, 0, 100])
    await record([await factOf(db, one.sales, day, 1, { deposit: 1_000_000n })], day)
    await close(day)
    await record([
      await factOf(db, one.sales, day, 2, { deposit: 1_500_000n, withdraw: 100_000n }),
      await factOf(db, one.sales, today, 1, { deposit: 10_000n }),
    ])
    expect(await dayOf(one.channel, day)).toMatchObject({
      deposit: 1_000_000n,
      real_profit: 450_000n,
      restated: false,
    })
    // 500,000 in, 100,000 out, 10 % fee, half of it: 175,000; and 10 % of today's own 10,000.
    expect(await dayOf(one.channel, today)).toMatchObject({
      deposit: 510_000n,
      passage_fee: 50_000n,
      real_profit: 176_000n,
      restated: true,
    })
    expect(await totalOf(one.channel)).toMatchObject({ deposit: 1_510_000n, real_profit: 626_000n })
    await record([await factOf(db, one.sales, day, 3, { deposit: 1_000_000n })])
    expect(await dayOf(one.channel, today)).toMatchObject({ deposit: 10_000n, real_profit: 1_000n })
    expect(await totalOf(one.channel)).toMatchObject({ deposit: 1_010_000n, real_profit: 451_000n })
    const lines = await db
      .selectFrom('account_restatements')
      .select(['booked_day', 'origin_day', 'deposit', 'real_profit'])
      .where('account_id', '=', one.channel)
      .orderBy('correction_id')
      .execute()
    expect(lines).toEqual([
      { booked_day: today, origin_day: day, deposit: 500_000n, real_profit: 175_000n },
      { booked_day: today, origin_day: day, deposit: -500_000n, real_profit: -175_000n },
    ])
    await verified()
  })

  test('of an account nobody had heard of is a correction too', async () => {
    const day = '2026-03-10'
    await close(day)
    await record([await factOf(t.services.db, one.sales, day, 1, { deposit: 5n })])
    expect(await dayOf(one.channel, day)).toBeUndefined()
    expect(await dayOf(one.channel, today)).toMatchObject({ deposit: 5n, restated: true })
    await verified()
  })
})

const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']
const amount = fc.bigInt({ min: -5_000n, max: 50_000n })
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('fact' as const),
      who: fc.nat(5),
      day: fc.nat(3),
      version: fc.integer({ min: 1, max: 6 }),
      deposit: amount,
      withdraw: amount,
      people: fc.bigInt({ min: 0n, max: 9n }),
      api: fc.constantFrom('1', '2'),
      won: amount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('close' as const), day: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('rates' as const),
      who: fc.nat(5),
      points: fc.tuple(fc.nat(100), fc.nat(100), fc.nat(500)),
    }),
  },
)

test('any history of late, repeated and reordered facts, closings and rates adds up to the newest facts', async () => {
  const { db } = t.services
  const everybody = () => [one.channel, one.sub, one.sales, other.channel, other.sub, other.sales]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
      async (batches) => {
        await sql`truncate account_facts, fact_corrections, account_days, account_restatements, account_months,
        account_totals, closed_days, account_rates, api_points`.execute(db)
        const newest = new Map<string, { version: number; sums: Sums; parts: Record<string, bigint> }>()
        const last = days[3] ?? ''
        for (const batch of batches) {
          const facts = []
          for (const act of batch) {
            if (act.what === 'close') {
              await db
                .insertInto('closed_days')
                .values({ platform_id: platformId, day: days[act.day] ?? '' })
                .onConflict((c) => c.doNothing())
                .execute()
            } else if (act.what === 'rates') {
              const id = everybody()[act.who] ?? 0
              await db.transaction().execute(async (tx) => {
                await whileRatesChange(tx)
                await rateFrom(tx, id, last, act.points)
                await redoToday(tx, last, [id])
              })
            } else {
              const id = everybody()[act.who] ?? 0
              const day = days[act.day] ?? ''
              const fact = await factOf(
                db,
                id,
                day,
                act.version,
                { deposit: act.deposit, withdraw: act.withdraw, person_count: act.people },
                act.won === 0n ? {} : { [act.api]: act.won },
              )
              const key = `${id} ${day}`
              if ((newest.get(key)?.version ?? 0) < act.version)
                newest.set(key, { version: act.version, sums: fact.sums, parts: fact.parts })
              facts.push(fact)
            }
          }
          await record(facts, last)
        }
        await verified()
        for (const chain of [one, other]) {
          const below = [chain.channel, chain.sub, chain.sales]
          const sum = noSums()
          for (const [key, { sums }] of newest)
            if (below.includes(Number(key.split(' ')[0])))
              for (const name of sumNames) sum[name] += sums[name]
          const { kind: _, ...total } = (await totalOf(chain.channel)) ?? { kind: 0, ...noSums() }
          for (const name of sumNames) expect(total[name], name).toBe(sum[name])
        }
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

test('batches that absorb the same days at once neither lose a figure nor wait in a circle', async () => {
  const { db } = t.services
  await close('2026-03-01')
  await rateFrom(db, one.channel, '2026-01-01', [55, 20, 400])
  const ids = [one.channel, one.sub, one.sales, other.channel, other.sub, other.sales]
  const batches = await Promise.all(
    Array.from({ length: 40 }, async (_, round) =>
      Promise.all(
        ids
          .map((id, place) => ({ id, place }))
          .toSorted(() => (round % 2 ? 1 : -1))
          .flatMap(({ id, place }) =>
            ['2026-03-01', '2026-03-19', today].map((day) =>
              factOf(db, id, day, round + 1, { deposit: BigInt(1000 * round + place) }, { 1: BigInt(round) }),
            ),
          ),
      ),
    ),
  )
  await Promise.all(batches.map((facts) => record(facts)))
  expect(await totalOf(one.channel)).toMatchObject({
    deposit: 3n * (39_000n * 3n + 3n),
    platform_win_lose: 3n * 3n * 39n,
  })
  await verified()
}, 60_000)
