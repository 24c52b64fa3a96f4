import './no-eval.ts'
import * as z from 'zod'

/** How a figure on the wire reads. Two units never add; the formatter, the exporter and the tests read them from here. */
export type Unit = 'thousandths' | 'plain' | 'tenthsOfPercent' | 'percent' | 'ratio' | 'count'

declare const unit: unique symbol
type Branded<U extends Unit> = bigint & { readonly [unit]: U }

/** Money inside the server: whole thousandths of the currency. */
export type Thousandths = Branded<'thousandths'>
export const asThousandths = (value: bigint): Thousandths => value as Thousandths

/** Integer thousandths on the wire. Beyond 2^53 it travels as text, so no digit is lost. */
export const thousandths = () =>
  z.union([z.int(), z.string().regex(/^-?\d+$/)]).meta({ unit: 'thousandths' satisfies Unit })
/** Whole currency on the wire, with up to 4 decimals. */
export const plain = () => z.number().meta({ unit: 'plain' satisfies Unit })
/** Rates and points as stored: 55 is 5.5 %. */
export const tenthsOfPercent = () => z.int().meta({ unit: 'tenthsOfPercent' satisfies Unit })
/** 5.5 is 5.5 %, with one decimal. */
export const percent = () => z.number().meta({ unit: 'percent' satisfies Unit })
/** 0.25 is 25 %. */
export const ratio = () => z.number().meta({ unit: 'ratio' satisfies Unit })
export const count = () => z.int().meta({ unit: 'count' satisfies Unit })

/** Money for the wire as integer thousandths. */
export function toWire(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}

/** Thousandths for the wire as plain currency: exact up to 2^53 thousandths. */
export const toPlain = (value: bigint): number => Number(value) / 1000

/** Thousandths from plain currency with at most 3 decimals; refuses anything a thousandth cannot hold. */
export function fromPlain(value: string | number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,3})0*)?$/.exec(String(value))
  if (!match) throw new RangeError(`not an amount in whole thousandths: ${value}`)
  const [, sign, whole = '0', rest = ''] = match
  const total = BigInt(whole) * 1000n + BigInt(rest.padEnd(3, '0'))
  return sign ? -total : total
}

/** The unit of each field of a row schema, by wire name: what formatter and exporter ask. */
export function unitsOf(row: z.ZodObject): Record<string, Unit> {
  const found: Record<string, Unit> = {}
  for (const [name, field] of Object.entries(row.shape)) {
    const known = unitOf(field as z.ZodType)
    if (known) found[name] = known
  }
  return found
}

function unitOf(field: z.ZodType): Unit | undefined {
  const meta = field.meta()?.['unit']
  if (meta) return meta as Unit
  return field instanceof z.ZodNullable || field instanceof z.ZodOptional
    ? unitOf(field.unwrap() as z.ZodType)
    : undefined
}
