import { expect, test } from 'vitest'
import { waitingOf } from './waiting.ts'

const at = (AddTime: string, status = 0) => waitingOf({ status, AddTime }, '2026-03-04 12:00:00')

test('an order turns amber after half an hour and red after two hours', () => {
  expect(at('2026-03-04 11:31:00')).toEqual({ minutes: 29, tone: '' })
  expect(at('2026-03-04 11:30:00')).toEqual({ minutes: 30, tone: 'warn' })
  expect(at('2026-03-04 10:00:00', 7)).toEqual({ minutes: 120, tone: 'bad' })
})

test('a decided order waits no more, and a clock that is ahead makes nothing negative', () => {
  expect(at('2026-03-04 10:00:00', 100)).toBeUndefined()
  expect(at('2026-03-04 12:00:30')).toEqual({ minutes: 0, tone: '' })
})
