import { expect, test } from 'vitest'
import { adminScore, sameIp, totalDifference } from './evidence.ts'

test('the total difference is deposits less a thousandth of withdrawals', () => {
  expect(totalDifference({ totalPay: 1500.5, TotalDS: 400_250 })).toBe(1_100_250n)
  expect(totalDifference({ totalPay: 100, TotalDS: 250_000 })).toBe(-150_000n)
  expect(totalDifference({ totalPay: 0.1 + 0.2, TotalDS: 0 })).toBe(300n)
  expect(totalDifference({ totalPay: 1, TotalDS: '9007199254740993' })).toBe(-9007199254739993n)
})

test('what is unknown stays unknown and is never zero', () => {
  expect(totalDifference({ totalPay: null, TotalDS: 0 })).toBeNull()
  expect(totalDifference({ totalPay: 0, TotalDS: null })).toBeNull()
  expect(adminScore({ advFee: 5, gmScore: null })).toBeNull()
  expect(sameIp({ LoginIPCount: null, RegIPCount: null })).toBeNull()
})

test('same-IP is the larger count, and at least that where one is unknown', () => {
  expect(sameIp({ LoginIPCount: 3, RegIPCount: 7 })).toEqual({ count: 7, atLeast: false })
  expect(sameIp({ LoginIPCount: 3, RegIPCount: null })).toEqual({ count: 3, atLeast: true })
})

test('the admin score is advertising fee plus score', () => {
  expect(adminScore({ advFee: 0.1, gmScore: 0.2 })).toBe(0.3)
})
