import { describe, expect, test } from 'vitest'
import { askedOf, filterOf, sortingOf } from './asked.ts'
import { measured, optionOf, readable } from './chart-options.ts'
import type { DailyRow } from './columns.tsx'
import { linesOf } from './drawings.ts'
import { cellOf } from './export.ts'

describe('what a chart and a file take from the list', () => {
  test('the address wins over the page’s defaults; what it empties is gone; place and merging are apart', () => {
    const search = '?start=2026-01-01&end=&page=3&limit=50&orderBy=tax&orderType=asc&mergeByDayFlag=1'
    const asked = askedOf(search, { start: '2026-02-01', end: '2026-02-09' })
    expect(asked).toEqual({ start: '2026-01-01', mergeByDayFlag: '1' })
    expect(filterOf(asked)).toEqual({ start: '2026-01-01' })
    expect(sortingOf(search)).toEqual({ orderBy: 'tax', orderType: 'asc' })
    expect(sortingOf('?orderType=sideways')).toEqual({})
  })

  test('a cell is in the unit people add up; what a spreadsheet would round stays text', () => {
    expect(cellOf('total_recharge', 50.25)).toBe(50.25)
    expect(cellOf('total_withdrawal', 1_234_567)).toBe(1234.567)
    expect(cellOf('active_users', 12)).toBe(12)
    expect(cellOf('game_rtp', 0.9571)).toBe(0.9571)
    expect(cellOf('totalwater', '-35999999999999996')).toBe('-35999999999999.996')
    expect(cellOf('totalwater', 1_000_000_000_000_005)).toBe('1000000000000.005')
  })
})

describe('what a chart draws', () => {
  test('a value is measured in currency, percent or people', () => {
    expect(measured(1_500, 'thousandths')).toBe(1.5)
    expect(measured('1500', 'thousandths')).toBe(1.5)
    expect(measured(2.5, 'plain')).toBe(2.5)
    expect(measured(0.25, 'ratio')).toBe(25)
    expect(measured(7, 'count')).toBe(7)
    expect(measured(null, 'count')).toBeNull()
    expect(readable(25, 'ratio', 2)).toBe('25,00 %')
    expect(readable(1234.5, 'thousandths', 2)).toBe('1.234,50')
    expect(readable(undefined, 'count', 0)).toBe('–')
  })

  test('a platform without a day leaves a gap, not a zero', () => {
    const row = (platform_id: number, period: string, tax: number) =>
      ({ platform_id, platform_name: `P${platform_id}`, tax, period }) as DailyRow & { period: string }
    const rows = [row(1, '2026-01-02', 5), row(1, '2026-01-01', 3), row(2, '2026-01-02', 7)]
    expect(linesOf(rows, 'tax')).toEqual({
      points: ['2026-01-01', '2026-01-02'],
      series: [
        { name: 'P1', values: [3, 5] },
        { name: 'P2', values: [null, 7] },
      ],
    })
  })

  test('lines differ in mark and stroke as well as in colour, and names are never markup', () => {
    const series = ['<b>A</b>', 'B', 'C'].map((name) => ({ name, values: [1] }))
    const drawing = { metric: 'tax', shape: 'line', points: ['2026-01-01'], series } as const
    const looks = [true, false].map((dark) => optionOf(drawing, { dark, still: true, language: 'en-us' }))
    for (const option of looks) {
      expect(new Set(option.series.map(({ symbol }) => symbol)).size).toBe(3)
      expect(new Set(option.series.map(({ lineStyle }) => lineStyle.type)).size).toBe(3)
      expect(new Set(option.color).size).toBe(6)
      expect(option.tooltip.renderMode).toBe('richText')
      expect(option.animation).toBe(false)
    }
    expect(looks[0]?.color).not.toEqual(looks[1]?.color)
  })
})
