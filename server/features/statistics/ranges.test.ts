import { expect, test } from 'vitest'
import { wholeMonths } from './ranges.ts'

test.each([
  ['2026-01-01', '2026-01-31', { first: '2026-01-01', last: '2026-01-01', rest: [] }],
  [
    '2025-12-31',
    '2026-02-28',
    { first: '2026-01-01', last: '2026-02-01', rest: [['2025-12-31', '2025-12-31']] },
  ],
  ['2024-02-01', '2024-02-28', null],
  ['2024-02-01', '2024-02-29', { first: '2024-02-01', last: '2024-02-01', rest: [] }],
  ['2026-01-02', '2026-02-27', null],
  ['2026-01-31', '2026-01-31', null],
  [
    '2025-11-15',
    '2026-02-10',
    {
      first: '2025-12-01',
      last: '2026-01-01',
      rest: [
        ['2025-11-15', '2025-11-30'],
        ['2026-02-01', '2026-02-10'],
      ],
    },
  ],
] as const)('whole months between %s and %s', (from, to, expected) => {
  const found = wholeMonths({ from, to })
  expect(found && { ...found, rest: found.rest.map((part) => [part.from, part.to]) }).toEqual(expected)
})
