import type { Language } from '../../../contract/kit/language.ts'
import type { Unit } from '../../../contract/kit/units.ts'
import { type StatisticsFigure, statisticsFigures } from '../../../contract/statistics-figures.ts'
import { figure } from '../../kit/figures.ts'

export interface Series {
  name: string
  /** By point: the wire's value, null where there is none. */
  values: readonly (number | string | null)[]
}
export interface Drawing {
  metric: StatisticsFigure
  shape: 'line' | 'bar'
  /** Days, months or platforms. */
  points: readonly string[]
  series: readonly Series[]
}

/** Okabe and Ito's colours, told apart with every kind of colour blindness; the blue is lighter in the dark. */
const palette = {
  light: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8860b', '#56b4e9'],
  dark: ['#5ab4f0', '#ff8a3d', '#2fd3a0', '#e39cc6', '#f0e442', '#9ad0f5'],
} as const
/** Colour is never the only thing that tells lines apart. */
const marks = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow'] as const
const strokes = ['solid', 'dashed', 'dotted', 'solid', 'dashed', 'dotted'] as const
const inks = {
  light: { text: '#1b2430', quiet: '#4d5a6b', line: '#e4e8ee', panel: '#ffffff' },
  dark: { text: '#e4e8ee', quiet: '#a9b4c2', line: '#2a323c', panel: '#181d23' },
} as const

/** A value as the axis measures it: currency, percent or people. */
export function measured(value: number | string | null, unit: Unit): number | null {
  if (value === null) return null
  if (unit === 'thousandths') return Number(value) / 1000
  return unit === 'ratio' ? Number(value) * 100 : Number(value)
}

/** A measured value as people read it. */
export function readable(value: unknown, unit: Unit, digits: number): string {
  if (typeof value !== 'number') return '–'
  if (unit === 'ratio') return figure(value / 100, 'ratio')
  return unit === 'count' ? figure(value, 'count') : figure(value.toFixed(3), 'plain', digits)
}

/** What echarts draws. */
export function optionOf(
  { metric, shape, points, series }: Drawing,
  { dark, still, language }: { dark: boolean; still: boolean; language: Language },
) {
  const look = dark ? 'dark' : 'light'
  const ink = inks[look]
  const { unit, decimals, title } = statisticsFigures[metric]
  const axis = { axisLabel: { color: ink.quiet }, axisLine: { lineStyle: { color: ink.line } } }
  return {
    color: [...palette[look]],
    animation: !still,
    // Patterns tell bars apart as strokes tell lines; the box has a label of its own.
    aria: { enabled: true, label: { enabled: false }, decal: { show: shape === 'bar' && series.length > 1 } },
    textStyle: { color: ink.text },
    grid: { left: 12, right: 24, top: series.length > 1 ? 44 : 24, bottom: 8, containLabel: true },
    legend: { show: series.length > 1, top: 4, textStyle: { color: ink.text }, type: 'scroll' },
    tooltip: {
      trigger: 'axis',
      // Names of platforms are drawn, never read as markup.
      renderMode: 'richText',
      backgroundColor: ink.panel,
      borderColor: ink.line,
      textStyle: { color: ink.text },
      valueFormatter: (value: unknown) => readable(value, unit, decimals),
    },
    xAxis: { type: 'category', data: [...points], ...axis },
    yAxis: {
      type: 'value',
      name: title[language],
      nameTextStyle: { color: ink.quiet, align: 'left' },
      splitLine: { lineStyle: { color: ink.line } },
      ...axis,
      axisLabel: { color: ink.quiet, formatter: (value: number) => readable(value, unit, 0) },
    },
    series: series.map(({ name, values }, index) => ({
      type: shape,
      name,
      data: values.map((value) => measured(value, unit)),
      symbol: marks[index % marks.length],
      symbolSize: 6,
      showSymbol: points.length <= 62,
      barMaxWidth: 40,
      lineStyle: { width: 2, type: strokes[index % strokes.length] },
    })),
  }
}
