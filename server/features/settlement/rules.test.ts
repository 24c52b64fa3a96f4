import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inU, withdrawable } from '../../../contract/settlement-sums.ts'
import { allocate, moneyFrom, openOf, rateFrom, type Standing, wholeOf } from './rules.ts'

const standings = (profit: { min: bigint; max: bigint }) =>
  fc
    .array(
      fc.record({
        real_profit: fc.bigInt(profit),
        settled: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
        pending: fc.constant(0n),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((rows) => rows.map((row, index): Standing => ({ platform_id: index + 1, ...row })))

const usual = standings({ min: -50_000_000n, max: 100_000_000n })
const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n)

describe('allocation', () => {
  test('adds up to the last unit, closes what is in the red, and takes from the last backwards', () => {
    fc.assert(
      fc.property(usual, fc.nat(), (platforms, wish) => {
        const { open } = wholeOf(platforms)
        fc.pre(open > 0n)
        const amount = (BigInt(wish) % open) + 1n
        const lines = allocate(platforms, amount)
        expect(sum(lines.map((line) => line.amount))).toBe(amount)
        const taken = new Map(lines.map((line) => [line.platform_id, line.amount]))
        expect(taken.size).toBe(lines.length)
        let partial = 0
        let untouched = false
        for (const platform of platforms.toReversed()) {
          const mine = taken.get(platform.platform_id) ?? 0n
          const has = openOf(platform)
          if (has < 0n) expect(mine).toBe(has)
          else {
            expect(mine).toBeGreaterThanOrEqual(0n)
            expect(mine).toBeLessThanOrEqual(has)
            if (untouched) expect(mine).toBe(0n)
            if (mine < has) {
              untouched = true
              if (mine > 0n) partial += 1
            }
          }
        }
        expect(partial).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2000 },
    )
  })

  test('throws rather than give what is not there', () => {
    fc.assert(
      fc.property(usual, fc.bigInt({ min: 1n, max: 10n ** 12n }), (platforms, more) => {
        const { open } = wholeOf(platforms)
        fc.pre(open + more > 0n)
        expect(() => allocate(platforms, open + more)).toThrow(RangeError)
      }),
    )
  })
})

describe('what may be asked for', () => {
  test('is whole, never negative, and never reaches into what is kept back, however often it is taken', () => {
    fc.assert(
      fc.property(
        usual,
        fc.integer({ min: 0, max: 100 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (platforms, percent, wishes) => {
          const { profit } = wholeOf(platforms)
          let { settled } = wholeOf(platforms)
          for (const wish of wishes) {
            const limit = withdrawable({ profit, settled, pending: 0n }, percent)
            expect(limit % 1000n).toBe(0n)
            expect(limit).toBeGreaterThanOrEqual(0n)
            if (limit === 0n) continue
            settled +=
              ((BigInt(wish) * 1000n) % limit) + 1000n > limit
                ? limit
                : ((BigInt(wish) * 1000n) % limit) + 1000n
            expect(settled * 100n).toBeLessThanOrEqual(profit * BigInt(percent))
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('taken in full day after day leaves the kept share and less than one unit of currency', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (profit) => {
        let settled = 0n
        for (let day = 0; day < 30; day += 1) settled += withdrawable({ profit, settled, pending: 0n }, 90)
        const left = profit * 90n - settled * 100n
        expect(left).toBeGreaterThanOrEqual(0n)
        expect(left).toBeLessThan(100_000n)
      }),
    )
  })
})

describe('U', () => {
  test('times the rate and the remainder make up the amount exactly; the remainder is under half a hundredth', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 9n * 10n ** 14n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (amount, rate) => {
          const { settleU, remainder } = inU(amount, rate)
          expect(settleU * rate + remainder).toBe(amount * 1000n)
          expect(remainder * 2n).toBeLessThan(rate)
          expect(remainder * 2n).toBeGreaterThanOrEqual(-rate)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('is rounded half up', () => {
    expect(inU(moneyFrom('500'), rateFrom('5.43')).settleU).toBe(9208n)
    expect(inU(moneyFrom('1'), rateFrom('200')).settleU).toBe(1n)
    expect(inU(moneyFrom('1'), rateFrom('201')).settleU).toBe(0n)
  })
})
