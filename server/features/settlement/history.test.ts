import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { earn, foundByChecks, nextDay, settledChannel, settlePlatform } from './testing.ts'

const { settlement } = features
let t: TestApp
let finance: Caller
let platforms: number[]
let n = 0

beforeAll(async () => {
  t = await testApp()
  platforms = [
    await settlePlatform(t.services.db, 'One', '2026-01-01T00:00:00Z'),
    await settlePlatform(t.services.db, 'Two', '2026-02-01T00:00:00Z'),
    await settlePlatform(t.services.db, 'Three', '2026-03-01T00:00:00Z'),
  ]
  finance = await t.as('finance')
})
afterAll(() => t.close())

const profit = fc.bigInt({ min: -400_000n, max: 900_000n })
const day = fc.record({
  /** What each platform brought, late figures of earlier days among it. */
  profits: fc.tuple(profit, profit, profit),
  /** Share of what may be asked for; 0 asks for nothing. */
  asked: fc.nat(100),
  outcome: fc.constantFrom('paid', 'refused', 'open' as const),
  rate: fc.integer({ min: 50_000, max: 59_999 }).map((rate) => (rate / 10_000).toFixed(4)),
  byHand: fc.nat(100),
})

test('any history of profit, requests, payments, refusals and bookings by hand keeps its books', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 2, maxLength: 6 }), async (days) => {
      n += 1
      const channel = await settledChannel(t, `lived-${n}`)
      const read = async () => {
        const { data } = await t.call(settlement.unsettledSummaryList, {}, { token: channel.token })
        if (!data) throw new Error('no summary')
        return data
      }
      let before = 0
      let open = 0
      for (const { profits, asked, outcome, rate, byHand } of days) {
        for (const [index, amount] of profits.entries())
          await earn(t.services.db, channel.id, platforms[index] ?? 0, amount)
        const earned = Number(profits.reduce((sum, amount) => sum + amount, 0n)) / 1000
        let taken = 0
        const { validUnsettledAmount: valid } = await read()
        const amount = Math.floor((valid * asked) / 100)
        if (open === 0 && amount > 0) {
          const params = { settleAmount: String(amount) }
          const { data: preview } = await t.call(settlement.settlePreview, params, { token: channel.token })
          const { data: order } = await channel.ask(params.settleAmount, { hash: preview?.hash ?? '' })
          open = order?.id ?? 0
          const rows = await t.services.db
            .selectFrom('settle_order_rows')
            .select(['platform_id', 'amount'])
            .where('order_id', '=', BigInt(open))
            .orderBy('position')
            .execute()
          // What was shown is what is booked, and it adds up to the last unit.
          expect(rows.map((row) => [row.platform_id, Number(row.amount) / 1000])).toEqual(
            preview?.lines.map((line) => [line.platform_id, line.amount]),
          )
          expect(rows.reduce((sum, row) => sum + row.amount, 0n)).toBe(BigInt(amount) * 1000n)
          expect((await read()).pendingUnsettledAmount).toBe(amount)
          taken = amount
        }
        if (open > 0 && outcome !== 'open') {
          const { data: list } = await finance(settlement.orders, { username: channel.username, status: [0] })
          const reserved = list?.list[0]?.amount ?? 0
          const status = outcome === 'paid' ? 1 : 2
          const done = await finance(settlement.handle, {
            id: open,
            status,
            hd_remark: outcome,
            ...(status === 1 ? { ex_rate: rate } : {}),
          })
          expect(done.success, done.message).toBe(true)
          if (status === 2) taken -= reserved
          open = 0
        }
        const byHandLimit = Math.max(0, (await read()).totalUnsettledAmount)
        const booked = Math.floor((byHandLimit * byHand) / 100)
        if (booked > 0) {
          const { success } = await finance(settlement.channelSettle, {
            platform_ids: platforms,
            channel_account: channel.username,
            event: 'update',
            settleAmount: String(booked),
          })
          expect(success).toBe(true)
          taken += booked
        }
        const now = (await read()).totalUnsettledAmount
        expect(now).toBeCloseTo(before + earned - taken, 3)
        before = now
        await nextDay(t)
      }
      expect(await foundByChecks(t.services.db)).toEqual([])
    }),
    { numRuns: 12 },
  )
}, 120_000)
