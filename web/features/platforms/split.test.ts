import { expect, test } from 'vitest'
import { splitInThree } from './split.ts'

test('each of the three lists has a third of the rows, rounded up, until they run out', () => {
  expect(splitInThree([1, 2, 3, 4, 5, 6, 7])).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  expect(splitInThree([1, 2, 3, 4])).toEqual([[1, 2], [3, 4], []])
  expect(splitInThree([1])).toEqual([[1], [], []])
  expect(splitInThree([])).toEqual([[], [], []])
})

test('the three lists read one after the other are the rows in their order', () => {
  for (const count of [2, 3, 45, 300]) {
    const rows = Array.from({ length: count }, (_, index) => index)
    expect(splitInThree(rows).flat()).toEqual(rows)
  }
})
