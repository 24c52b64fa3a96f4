import { expect, test } from 'vitest'
import { split, standsOut, successRate } from './channels.ts'

const channel = (SortID: number, given: { Status?: 0 | 1; orderAll?: number; orderSucc?: number } = {}) => ({
  ChannelName: `c${SortID}`,
  Status: 1 as const,
  SortID,
  orderAll: 10,
  orderSucc: 9,
  orderOpen: 0,
  ...given,
})
const codes = (list: readonly { ChannelCode: string }[]) => list.map(({ ChannelCode }) => ChannelCode)

test('the five open channels of smallest priority stand in the row, the rest behind them', () => {
  const { first, rest, open } = split({
    g: channel(7),
    a: channel(3),
    b: channel(1),
    off: channel(0, { Status: 0 }),
    c: channel(3),
    d: channel(2),
    e: channel(9),
    f: channel(8),
  })
  expect(codes(first)).toEqual(['b', 'd', 'a', 'c', 'g'])
  expect(codes(rest)).toEqual(['f', 'e', 'off'])
  expect(open).toBe(7)
})

test('a name is marked also for a channel that the row does not show', () => {
  const bad = channel(1, { Status: 0, orderAll: 6, orderSucc: 1 })
  expect(standsOut({ payway: { a: channel(1), bad } })).toBe(true)
  expect(standsOut({ payway: { a: channel(1), few: { ...bad, orderAll: 5, orderSucc: 0 } } })).toBe(false)
})

test('a rate of nothing is none', () => {
  expect(successRate({ orderAll: 0, orderSucc: 0 })).toBeNull()
  expect(successRate({ orderAll: 8, orderSucc: 2 })).toBe(0.25)
})
