import { expect, test } from 'vitest'
import { allFailed, marksAfter, nextRow, ticksAfter, together } from './verdicts.ts'

test('after a batch only the failed orders stay ticked', () => {
  const outcome = { ok: ['A', 'C'], failed: [{ orderNo: 'B', message: 'held by ana' }] }
  expect(ticksAfter(['A', 'B', 'C'], outcome)).toEqual(['B'])
})

test('a failure marks its row until the order is decided', () => {
  const marks = marksAfter(new Map(), allFailed(['A', 'B'], 'busy'))
  expect([...marks]).toEqual([
    ['A', 'busy'],
    ['B', 'busy'],
  ])
  expect([...marksAfter(marks, { ok: ['A'], failed: [] }).keys()]).toEqual(['B'])
})

test('calls for parts of a decision add up', () => {
  expect(together([{ ok: ['A'], failed: [] }, allFailed(['B'], 'off')])).toEqual({
    ok: ['A'],
    failed: [{ orderNo: 'B', message: 'off' }],
  })
})

test('when the current row leaves, the next one that stays is current', () => {
  const rows = ['A', 'B', 'C', 'D']
  expect(nextRow(rows, 'B', new Set(['B']))).toBe('C')
  expect(nextRow(rows, 'B', new Set(['B', 'C', 'D']))).toBe('A')
  expect(nextRow(rows, 'A', new Set(rows))).toBeUndefined()
  expect(nextRow(rows, 'X', new Set())).toBeUndefined()
})
