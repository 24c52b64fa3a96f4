import { Table } from 'antd'
import type { ReactNode } from 'react'
import { thousandthsText } from '../figures.ts'
import { Figure } from '../Money.tsx'
import { type Units, unitOf } from './columns.tsx'
import type { Column } from './types.ts'

/** Sum of a column's figures on the rows shown: thousandths and counts exactly, plain money to its four decimals. */
export function sumOf<R>(column: Column<R>, rows: readonly R[], units: Units): string | undefined {
  const unit = unitOf(column, units)
  if (!(column.total ?? (unit === 'thousandths' || unit === 'plain' || unit === 'count'))) return undefined
  const values = rows.map((row) => (row as Record<string, unknown>)[column.key])
  const given = values.filter((value) => value !== null && value !== undefined && value !== '') as (
    | string
    | number
  )[]
  if (given.length === 0) return undefined
  if (unit === 'thousandths' || unit === 'count') {
    return given.reduce((sum, value) => sum + BigInt(value), 0n).toString()
  }
  // Ten-thousandths as whole numbers, so that a sum of decimals is not off by a float's error.
  const sum = given.reduce((total, value) => total + BigInt(Math.round(Number(value) * 10_000)), 0n)
  return thousandthsText(sum / 10n) + (sum % 10n < 0n ? -(sum % 10n) : sum % 10n).toString()
}

interface TotalsRowProps<R> {
  columns: readonly Column<R>[]
  rows: readonly R[]
  units: Units
  label: string
  /** Cells before the first column: the tick boxes. */
  lead: number
  /** Cells behind the last column: the row actions. */
  trail: number
  /** Totals the server sent, by column; they win over the sum of the page. */
  totals?: Readonly<Record<string, string | number | null>>
}

/** The totals row below a table. */
export function TotalsRow<R>({ columns, rows, units, label, lead, trail, totals }: TotalsRowProps<R>) {
  const cells = columns.map((column) => totals?.[column.key] ?? sumOf(column, rows, units))
  return (
    <Table.Summary.Row className="pb-totals-row">
      {lead > 0 && <Table.Summary.Cell index={0} />}
      {columns.map((column, index) => {
        const value = cells[index]
        const unit = unitOf(column, units) ?? 'plain'
        return (
          <Table.Summary.Cell key={column.key} index={index + lead} align="right">
            {index === 0 && value === undefined ? <span className="pb-totals-label">{label}</span> : null}
            {value !== undefined && value !== null && (
              <Figure value={value} unit={unit} signed={column.signed ?? false} digits={column.digits} />
            )}
          </Table.Summary.Cell>
        )
      })}
      {trail > 0 && <Table.Summary.Cell index={columns.length + lead} />}
    </Table.Summary.Row>
  )
}

/** Named figures in a line above a table. */
export function TotalsBar({
  items,
}: {
  items: readonly { label: string; value: ReactNode; hint?: string }[]
}) {
  return (
    <dl className="pb-totals">
      {items.map(({ label, value, hint }) => (
        <div key={label} title={hint}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
