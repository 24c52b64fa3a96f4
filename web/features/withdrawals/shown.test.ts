import { expect, test } from 'vitest'
import { type Reread, shownRows } from './shown.ts'

const row = (OrderNo: string, rowVersion = 1) => ({ OrderNo, rowVersion })
const none = new Map<string, Reread<ReturnType<typeof row>>>()
const listedAt = 100

test('a list that was read before a live update does not take the update back', () => {
  const newer = new Map([['A', { row: row('A', 3), at: 50 }]])
  const shown = shownRows({
    listedAt,
    listed: [row('A', 2), row('B')],
    newer,
    before: [],
    current: undefined,
  })
  expect(shown.map(({ rowVersion }) => rowVersion)).toEqual([3, 1])
  expect(
    shownRows({ listedAt, listed: [row('A', 4)], newer, before: [], current: undefined })[0]?.rowVersion,
  ).toBe(4)
})

test('the current row keeps its place when it leaves the list', () => {
  const before = [row('A'), row('B'), row('C')]
  const shown = shownRows({
    listedAt,
    listed: [row('A'), row('C'), row('D')],
    newer: none,
    before,
    current: 'B',
  })
  expect(shown.map(({ OrderNo }) => OrderNo)).toEqual(['A', 'B', 'C', 'D'])
  const gone = shownRows({ listedAt, listed: [row('A')], newer: none, before, current: 'X' })
  expect(gone.map(({ OrderNo }) => OrderNo)).toEqual(['A'])
})

test('nothing new is the very same list', () => {
  const before = [row('A'), row('B')]
  expect(shownRows({ listedAt, listed: [...before], newer: none, before, current: 'A' })).toBe(before)
})

test('of two readings of the same version the later one counts', () => {
  const again = { ...row('A'), Comment: 'new' }
  const shown = (at: number) =>
    shownRows({
      listedAt,
      listed: [{ ...row('A'), Comment: 'old' }],
      newer: new Map([['A', { row: again, at }]]),
      before: [],
      current: undefined,
    })[0]?.Comment
  expect([shown(99), shown(101)]).toEqual(['old', 'new'])
})
