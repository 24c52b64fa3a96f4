import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { kitWords } from '../kit-text.ts'
import { setRegion, setServerTime } from '../region.ts'
import { dayRange, type RangeName, rangePresets } from './ranges.ts'

const at = (moment: string) => {
  vi.setSystemTime(new Date(moment))
  setServerTime(Date.now())
}
beforeEach(() => {
  vi.useFakeTimers()
  setRegion('br')
})
afterEach(() => vi.useRealTimers())
const days = (name: RangeName) => dayRange(name).map((day) => day.format('YYYY-MM-DD'))

test('shortcuts count business days of the region, weeks from Monday, months in full', () => {
  // Sunday in São Paulo, Monday already in Greenwich.
  at('2026-03-02T01:00:00Z')
  expect(days('today')).toEqual(['2026-03-01', '2026-03-01'])
  expect(days('yesterday')).toEqual(['2026-02-28', '2026-02-28'])
  expect(days('thisWeek')).toEqual(['2026-02-23', '2026-03-01'])
  expect(days('last7')).toEqual(['2026-02-23', '2026-03-01'])
  expect(days('last14')).toEqual(['2026-02-16', '2026-03-01'])
  expect(days('last30')).toEqual(['2026-01-31', '2026-03-01'])
  expect(days('thisMonth')).toEqual(['2026-03-01', '2026-03-01'])
  expect(days('lastMonth')).toEqual(['2026-02-01', '2026-02-28'])
  expect(days('last3Months')).toEqual(['2025-12-02', '2026-03-01'])
  expect(days('previous3Months')).toEqual(['2025-12-01', '2026-02-28'])
})

test('beside a calendar stand the ten documented ones; with times they are whole days', async () => {
  at('2026-03-02T12:00:00Z')
  const t = await kitWords.load('en-us')
  const presets = rangePresets(t, true)
  expect(presets.map(({ label }) => label)).toEqual([
    'Today',
    'Yesterday',
    'This week',
    t.lastDays(7),
    t.lastDays(14),
    t.lastDays(30),
    'This month',
    'Last month',
    t.last3Months,
    t.previous3Months,
  ])
  expect(presets[0]?.value().map((day) => day.format('DD HH:mm:ss'))).toEqual(['02 00:00:00', '02 23:59:59'])
})
