import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf } from './days.ts'

test('a page lies where a list of all rows would have it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 7 }),
      (sizes, page, limit) => {
        const counts = sizes.map((n, index) => ({ day: `day${index}`, n }))
        const all = counts.flatMap(({ day, n }) => Array.from({ length: n }, (_, row) => `${day}:${row}`))
        const { days, offset, count } = daysOf(counts, { page, limit })
        const within = all.filter((row) => days.includes(row.split(':')[0] ?? ''))
        expect(within.slice(offset, offset + limit)).toEqual(all.slice((page - 1) * limit, page * limit))
        expect(count).toBe(all.length)
      },
    ),
  )
})
