import { expect, test } from 'vitest'
import { NewOrders } from './new-orders.ts'
import { isQuiet, timeOfDay } from './quiet.ts'

test('quiet hours within a day, over midnight, the whole day, and not at all', () => {
  const quiet = (from: string, to: string, at: string) => isQuiet({ on: true, from, to }, at)
  expect(['11:59', '12:00', '13:59', '14:00'].map((at) => quiet('12:00', '14:00', at))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(['21:59', '22:00', '00:00', '07:59', '08:00'].map((at) => quiet('22:00', '08:00', at))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(quiet('09:00', '09:00', '03:00')).toBe(true)
  expect(isQuiet({ on: false, from: '00:00', to: '23:59' }, '12:00')).toBe(false)
  expect(timeOfDay(new Date(2026, 0, 2, 3, 4))).toBe('03:04')
})

const order = (platformId: number, orderNo: string, rowVersion = 1) =>
  ({ type: 'order', platformId, orderNo, status: 0, checkUser: '', rowVersion }) as const

test('single orders count once each; what somebody touched is no news', () => {
  const orders = new NewOrders()
  orders.since(new Map([[1, 5]]))
  expect(orders.hear(order(1, 'a'))).toBe(true)
  orders.hear(order(1, 'a'))
  orders.hear(order(1, 'b'))
  expect(orders.hear(order(1, 'c', 2))).toBe(false)
  // One was decided meanwhile: the count grew by one only, and yet two came.
  expect([...orders.since(new Map([[1, 6]]))]).toEqual([[1, 2]])
  expect([...orders.since(new Map([[1, 6]]))]).toEqual([])
})

test('many at once are seen by the count; the first reading and a falling count say nothing', () => {
  const orders = new NewOrders()
  expect([...orders.since(new Map([[1, 50]]))]).toEqual([])
  expect(orders.hear({ type: 'orders', platformId: 1, pending: 80, warning: 0 })).toBe(true)
  const counts = new Map([
    [1, 80],
    [2, 3],
  ])
  expect([...orders.since(counts)]).toEqual([
    [1, 30],
    [2, 3],
  ])
  expect([...orders.since(new Map([[1, 10]]))]).toEqual([])
})
