import { expect, test } from 'vitest'
import { barOf } from './DayBars.tsx'

test('the greater of two days fills the width, the other its share', () => {
  expect(barOf(200, [50])).toEqual({ from: 0, width: 100 })
  expect(barOf(50, [200])).toEqual({ from: 0, width: 25 })
})

test('a loss reaches to the left of a zero in the middle, and a gain beside it to the right', () => {
  expect(barOf(-100, [50])).toEqual({ from: 0, width: 50 })
  expect(barOf(50, [-100])).toEqual({ from: 50, width: 25 })
})

test('two days without anything are no bars', () => {
  expect(barOf(0, [0])).toEqual({ from: 0, width: 0 })
})
