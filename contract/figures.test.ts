import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addParts, apiFee, derive, noSums, passageFee, thousandthsOf } from './figures.ts'

const money = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
const point = fc.integer({ min: 0, max: 1000 })

describe('rounding', () => {
  test.each([
    [1n, 500n, 1n],
    [1n, 499n, 0n],
    [-1n, 500n, 0n],
    [-3n, 500n, -1n],
    [-1n, 501n, -1n],
    [100_000n, 55n, 5_500n],
    [0n, 1000n, 0n],
  ])('%s by %s thousandths is %s', (value, part, rounded) => {
    expect(thousandthsOf(value, part)).toBe(rounded)
  })

  test('never more than half a unit off, and halves go up', () => {
    fc.assert(
      fc.property(money, point, (value, part) => {
        const off = 1000n * thousandthsOf(value, BigInt(part)) - value * BigInt(part)
        expect(off > -500n && off <= 500n).toBe(true)
      }),
    )
  })
})

const rates = { passage_point: 55, withdraw_point: 20, dividend_point: 400, api_points: { 1: 120, 2: 80 } }

test('a day worked out by hand', () => {
  const sums = { ...noSums(), deposit: 1_000_000n, withdraw: 400_000n }
  const parts = { 1: 300_000n, 2: -50_000n, 3: 9_000n }
  expect(derive({ sums, parts, rates, manualFee: null })).toEqual({
    platform_win_lose: 259_000n,
    passage_fee: 55_000n,
    // 300 x 12 % - 50 x 8 %; the third API has no points.
    api_fee: 32_000n,
    real_api_fee: 32_000n,
    real_income: 513_000n,
    real_profit: 205_200n,
  })
  expect(derive({ sums, parts, rates, manualFee: 40_000n })).toMatchObject({
    api_fee: 32_000n,
    real_api_fee: 40_000n,
    real_income: 505_000n,
    real_profit: 202_000n,
  })
  expect(derive({ sums, parts, rates, manualFee: 0n })).toMatchObject({ real_api_fee: 0n })
  expect(derive({ sums, parts, rates, manualFee: null, payoutToo: true })).toMatchObject({
    passage_fee: 63_000n,
  })
})

test('a loss keeps its sign down to the profit, and vendors get nothing of it', () => {
  const sums = { ...noSums(), deposit: 100_000n, withdraw: 300_000n }
  expect(derive({ sums, parts: { 1: -90_000n }, rates, manualFee: null })).toMatchObject({
    platform_win_lose: -90_000n,
    passage_fee: 5_500n,
    api_fee: 0n,
    real_income: -205_500n,
    real_profit: -82_200n,
  })
})

test('fees follow their rates and nothing else', () => {
  fc.assert(
    fc.property(money, money, point, (deposit, withdraw, passage_point) => {
      expect(passageFee({ deposit, withdraw }, { passage_point, withdraw_point: 999 })).toBe(
        thousandthsOf(deposit, BigInt(passage_point)),
      )
      expect(apiFee({ 7: deposit }, { 8: 1000 })).toBe(0n)
    }),
  )
})

test('parts added and taken away again are as before', () => {
  const parts = fc.dictionary(
    fc.constantFrom('1', '2', '3'),
    money.filter((value) => value !== 0n),
  )
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      expect(addParts(addParts(one, other), other, -1n)).toEqual(one)
    }),
  )
})
