import { expect, test } from 'vitest'
import { withCounts } from './live-counts.ts'

test('only rows whose counts changed are new objects', () => {
  const calm = { id: 1, orderPendingTotal: 2, orderWarningTotal: 0 }
  const busy = { id: 2, orderPendingTotal: 2, orderWarningTotal: 1 }
  const rows = withCounts(
    [calm, busy],
    new Map([
      [1, { pending: 2, warning: 0 }],
      [2, { pending: 3, warning: 1 }],
    ]),
  )
  expect(rows[0]).toBe(calm)
  expect(rows[1]).toEqual({ id: 2, orderPendingTotal: 3, orderWarningTotal: 1 })
})
