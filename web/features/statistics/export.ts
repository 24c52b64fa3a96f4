import type { Language } from '../../../contract/kit/language.ts'
import {
  type StatisticsFigure,
  statisticsFigureNames,
  statisticsFigures,
} from '../../../contract/statistics-figures.ts'
import { taskMessages } from '../../../contract/tasks.ts'
import type { DailyRow, MonthlyRow } from './columns.tsx'

/** What stands before the figures of a row. */
export interface Lead<R> {
  title: string
  value: (row: R) => string
}

type Cell = string | number

const formats = { 0: '#,##0', 2: '#,##0.00', 3: '#,##0.000' } as const

/** A figure as a spreadsheet adds it up: money in currency, ratios as such. What a number cannot hold stays text. */
export function cellOf(name: StatisticsFigure, value: number | string): Cell {
  if (statisticsFigures[name].unit !== 'thousandths') return Number(value)
  // More digits than a spreadsheet keeps would come out changed.
  if (typeof value === 'string' || Math.abs(value) >= 1e15) {
    const digits = String(value).replace('-', '').padStart(4, '0')
    return `${String(value).startsWith('-') ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`
  }
  return value / 1000
}

/** Header and rows of the file. */
export function tableOf<R extends DailyRow | MonthlyRow>(
  leads: readonly Lead<R>[],
  rows: readonly R[],
  language: Language,
): Cell[][] {
  return [
    [
      ...leads.map(({ title }) => title),
      ...statisticsFigureNames.map((name) => statisticsFigures[name].title[language]),
    ],
    ...rows.map((row) => [
      ...leads.map(({ value }) => value(row)),
      ...statisticsFigureNames.map((name) => cellOf(name, row[name])),
    ]),
  ]
}

/** Makes the spreadsheet in the browser and hands it to the person. The writer is loaded only now. */
export async function saveSheet<R extends DailyRow | MonthlyRow>(
  leads: readonly Lead<R>[],
  rows: readonly R[],
  language: Language,
  day: string,
): Promise<void> {
  const { writeXlsx } = await import('hucre/xlsx')
  const figures = statisticsFigureNames.map((name) => {
    const { unit, decimals } = statisticsFigures[name]
    return { width: 16, numFmt: unit === 'ratio' ? '0.00%' : formats[decimals] }
  })
  const bytes = await writeXlsx({
    sheets: [
      {
        name: taskMessages['tasks.sheetName'][language],
        columns: [...leads.map(() => ({ width: 22 })), ...figures],
        rows: tableOf(leads, rows, language),
        freezePane: { rows: 1 },
      },
    ],
  })
  const address = URL.createObjectURL(
    new Blob([bytes as Uint8Array<ArrayBuffer>], {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = `data-export-${day}.xlsx`
  link.click()
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
