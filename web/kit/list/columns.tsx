import type { TableColumnType } from 'antd'
import * as z from 'zod'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { type Unit, unitsOf } from '../../../contract/kit/units.ts'
import { CopyText } from '../CopyText.tsx'
import { noFigure, rawFigure } from '../figures.ts'
import { Figure } from '../Money.tsx'
import type { TableSettings } from '../storage.ts'
import type { Column, ListPlace } from './types.ts'

export type Units = Readonly<Record<string, Unit>>

/** Units of a list call's rows, by field, as the contract declares them. */
export function unitsOfList(endpoint: Endpoint): Units {
  const { result } = endpoint
  const given = result instanceof z.ZodObject ? (result.shape as Record<string, unknown>)['list'] : undefined
  // A call that can also answer with a task only may leave its list out.
  const list = given instanceof z.ZodOptional ? given.unwrap() : given
  const row = list instanceof z.ZodArray ? list.element : undefined
  return row instanceof z.ZodObject ? unitsOf(row) : {}
}

export const unitOf = <R,>(column: Column<R>, units: Units): Unit | undefined =>
  column.unit ?? units[column.key]

/** A cell's value as plain text, for copying. */
export function cellText<R>(column: Column<R>, row: R, units: Units): string {
  if (column.text) return column.text(row)
  const value = (row as Record<string, unknown>)[column.key]
  const unit = unitOf(column, units)
  if (unit) return rawFigure(value as string, unit)
  return value === null || value === undefined ? '' : String(value)
}

/** Columns in the order and choice a person made; columns that are new since then stand where they are declared. */
export function arrange<R>(columns: readonly Column<R>[], settings: TableSettings | undefined): Column<R>[] {
  const place = new Map(settings?.order.map((key, index) => [key, index]))
  const known = columns.filter(({ key }) => place.has(key))
  known.sort((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0))
  const ordered = [...known]
  columns.forEach((column, index) => {
    if (!place.has(column.key)) ordered.splice(Math.min(index, ordered.length), 0, column)
  })
  const pinned = (column: Column<R>): Column<R> => {
    if (!settings) return column
    if (settings.pinned.includes(column.key)) return { ...column, pin: 'left' }
    if (column.pin !== 'left') return column
    const { pin: _, ...loose } = column
    return loose
  }
  const sides = { left: 0, none: 1, right: 2 } as const
  return ordered
    .filter((column) => (settings ? !settings.hidden.includes(column.key) : !column.hidden))
    .map(pinned)
    .map((column, index) => ({ column, index }))
    .toSorted((a, b) => sides[a.column.pin ?? 'none'] - sides[b.column.pin ?? 'none'] || a.index - b.index)
    .map(({ column }) => column)
}

export const defaultWidth = 130

/** Our columns as antd's table wants them. */
export function antdColumns<R>(
  columns: readonly Column<R>[],
  units: Units,
  place: Pick<ListPlace, 'orderBy' | 'orderType'> | undefined,
): TableColumnType<R>[] {
  return columns.map((column) => {
    const unit = unitOf(column, units)
    const sortKey = column.sort === true ? column.key : column.sort || undefined
    const sorted = sortKey && place?.orderBy === sortKey ? place.orderType : ''
    return {
      key: column.key,
      title: column.hint ? (
        <span title={column.hint} className="pb-hint">
          {column.title}
        </span>
      ) : (
        column.title
      ),
      width: column.width ?? defaultWidth,
      align: column.align ?? (unit ? 'right' : 'left'),
      ...(column.pin ? { fixed: column.pin === 'left' ? ('start' as const) : ('end' as const) } : {}),
      ...(sortKey
        ? {
            sorter: true,
            showSorterTooltip: false,
            sortOrder:
              sorted === 'asc' ? ('ascend' as const) : sorted === 'desc' ? ('descend' as const) : null,
            // What antd hands back when the header is clicked.
            dataIndex: sortKey,
          }
        : {}),
      render: (_: unknown, row: R, index: number) => cell(column, row, index, unit, units),
    }
  })
}

function cell<R>(column: Column<R>, row: R, index: number, unit: Unit | undefined, units: Units) {
  const value = (row as Record<string, unknown>)[column.key]
  const shown = column.cell ? (
    column.cell(row, index)
  ) : unit ? (
    <Figure
      value={value as string}
      unit={unit}
      signed={column.signed ?? false}
      {...(column.digits === undefined ? {} : { digits: column.digits })}
    />
  ) : value === null || value === undefined || value === '' ? (
    <span className="pb-quiet">{noFigure}</span>
  ) : (
    String(value)
  )
  const text = column.copy ? cellText(column, row, units) : ''
  return text ? <CopyText text={text}>{shown}</CopyText> : shown
}
