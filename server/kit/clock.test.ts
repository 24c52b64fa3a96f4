import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Region, regions } from '../../contract/regions.ts'
import { clockOf } from './clock.ts'

const zones = Region.options.map((region) => regions[region].zone)
const hour = 3_600_000
const first = Date.UTC(2015, 0, 1)
const last = Date.UTC(2035, 0, 1)
const moments = fc.integer({ min: first, max: last }).map((at) => new Date(at))
const days = fc
  .integer({ min: first / (24 * hour), max: last / (24 * hour) })
  .map((day) => new Date(day * 24 * hour).toISOString().slice(0, 10))

describe.each(zones)('%s', (zone) => {
  const clock = clockOf(zone)

  test('a day begins at its first millisecond and ends where the next one begins', () => {
    fc.assert(
      fc.property(days, (day) => {
        const start = clock.startOf(day)
        const end = clock.endOf(day)
        expect(clock.dayOf(start)).toBe(day)
        expect(clock.dayOf(new Date(start.getTime() - 1)) < day).toBe(true)
        expect(clock.dayOf(new Date(end.getTime() - 1))).toBe(day)
        expect(clock.dayOf(end) > day).toBe(true)
        expect(end).toEqual(clock.startOf(clock.dayOf(end)))
        expect((end.getTime() - start.getTime()) / hour).toBeGreaterThanOrEqual(23)
        expect((end.getTime() - start.getTime()) / hour).toBeLessThanOrEqual(25)
      }),
      { numRuns: 300 },
    )
  })

  test('every moment lies within its own day', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const day = clock.dayOf(at)
        expect(clock.startOf(day) <= at && at < clock.endOf(day)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('what is shown is read back as the same second, or as the first of two that read the same', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const shown = clock.format(at)
        expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
        const second = Math.floor(at.getTime() / 1000) * 1000
        const read = clock.parse(shown)
        expect(clock.format(read)).toBe(shown)
        expect([second, second - hour]).toContain(read.getTime())
      }),
      { numRuns: 300 },
    )
  })

  test('later moments never read earlier than the day before', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 48 * hour }), (at, later) => {
        expect(clock.dayOf(new Date(at.getTime() + later)) >= clock.dayOf(at)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('a bare day means its start, or its end where the end is asked for', () => {
    expect(clock.parse('2026-11-21')).toEqual(clock.startOf('2026-11-21'))
    expect(clock.parse('2026-11-21', 'end')).toEqual(clock.startOf('2026-11-22'))
    expect(clock.parse('2026-11-21 10:30', 'end')).toEqual(clock.parse('2026-11-21T10:30:00'))
    expect(clock.format(null)).toBe('')
  })
})

test.each([
  ['America/Sao_Paulo', '2026-11-21', '2026-11-21T03:00:00.000Z'],
  ['Asia/Singapore', '2026-11-21', '2026-11-20T16:00:00.000Z'],
  ['Asia/Bangkok', '2026-11-21', '2026-11-20T17:00:00.000Z'],
  ['Asia/Jakarta', '2026-11-21', '2026-11-20T17:00:00.000Z'],
  ['Asia/Ho_Chi_Minh', '2026-11-21', '2026-11-20T17:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z'],
])('%s: %s begins at %s', (zone, day, utc) => {
  const clock = clockOf(zone)
  const start = new Date(utc)
  expect(clock.startOf(day)).toEqual(start)
  expect(clock.dayOf(start)).toBe(day)
  expect(clock.format(start)).toBe(`${day} 00:00:00`)
  expect(clock.format(new Date(start.getTime() + 1))).toBe(`${day} 00:00:00`)
  expect(clock.format(new Date(start.getTime() - 1))).toMatch(/ 23:59:59$/)
  expect(clock.dayOf(new Date(start.getTime() - 1))).toBe('2026-11-20')
})

describe('São Paulo, where the clock jumped at midnight', () => {
  const clock = clockOf('America/Sao_Paulo')

  test('the day that began at one o’clock has 23 hours', () => {
    // 2018-11-04 00:00 did not exist: 23:59:59 -03 was followed by 01:00:00 -02.
    const start = new Date('2018-11-04T03:00:00Z')
    expect(clock.startOf('2018-11-04')).toEqual(start)
    expect(clock.endOf('2018-11-03')).toEqual(start)
    expect(clock.format(start)).toBe('2018-11-04 01:00:00')
    expect(clock.dayOf(new Date(start.getTime() - 1))).toBe('2018-11-03')
    expect(clock.endOf('2018-11-04').getTime() - start.getTime()).toBe(23 * hour)
    for (const skipped of ['00:00:01', '00:07:13', '00:30:00', '00:59:59'])
      expect(clock.parse(`2018-11-04 ${skipped}`)).toEqual(start)
    expect(clock.parse('2018-11-04 01:00:00')).toEqual(start)
  })

  test('the day that ended twice has 25 hours, and what reads twice means the first', () => {
    // 2019-02-16 23:00 to 24:00 came twice: first -02, then -03.
    expect(clock.startOf('2019-02-16')).toEqual(new Date('2019-02-16T02:00:00Z'))
    expect(clock.startOf('2019-02-17')).toEqual(new Date('2019-02-17T03:00:00Z'))
    expect(clock.endOf('2019-02-16')).toEqual(new Date('2019-02-17T03:00:00Z'))
    expect(clock.parse('2019-02-16 23:30:00')).toEqual(new Date('2019-02-17T01:30:00Z'))
    for (const twice of ['2019-02-17T01:30:00Z', '2019-02-17T02:30:00Z'])
      expect(clock.format(new Date(twice))).toBe('2019-02-16 23:30:00')
    expect(clock.dayOf(new Date('2019-02-17T02:59:59.999Z'))).toBe('2019-02-16')
  })

  test('summer time is over for good', () => {
    for (const day of ['2019-11-03', '2025-11-02', '2030-02-17'])
      expect(clock.endOf(day).getTime() - clock.startOf(day).getTime()).toBe(24 * hour)
  })
})
