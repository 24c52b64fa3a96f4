import type { Unit } from '../../contract/kit/units.ts'
import { region } from './region.ts'

type Wire = number | string | bigint | null | undefined

const formats = new Map<string, Intl.NumberFormat>()

/** Digits of a decimal text in the region's writing, rounded half away from zero. Exact at any size. */
function write(decimal: string, digits: number, least = digits): string {
  const { locale } = region()
  const key = `${locale}:${digits}:${least}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: digits })
    formats.set(key, format)
  }
  return format.format(decimal as unknown as number)
}

/** Thousandths from the wire as a decimal text: -1234567 is '-1234.567'. */
export function thousandthsText(value: number | string | bigint): string {
  const whole = BigInt(value)
  const digits = (whole < 0n ? -whole : whole).toString().padStart(4, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`
}

const missing = (value: Wire): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

/** What a missing figure looks like. */
export const noFigure = '–'
/** Keeps a line's place while there is nothing to say on it. */
export const emptyLine = '\u00a0'

/** A figure of the wire as people read it, by its unit; money with two decimals. */
export function figure(value: Wire, unit: Unit, digits?: number): string {
  if (missing(value)) return noFigure
  if (unit === 'thousandths') return write(thousandthsText(value), digits ?? 2)
  if (unit === 'plain') return write(String(value), digits ?? 2)
  if (unit === 'count') return write(String(value), 0)
  if (unit === 'percent') return `${write(String(value), digits ?? 1)} %`
  if (unit === 'tenthsOfPercent') return `${write(String(Number(value) / 10), digits ?? 1)} %`
  return `${write(String(Number(value) * 100), digits ?? 2)} %`
}

/** The same for a spreadsheet: no grouping, a point, all digits. */
export function rawFigure(value: Wire, unit: Unit): string {
  if (missing(value)) return ''
  return unit === 'thousandths' ? thousandthsText(value).replace(/\.?0+$/, '') : String(value)
}

/** -1, 0 or 1 as it will be shown, so that -0.001 shown as 0.00 is no loss. */
export function signOf(value: Wire, unit: Unit, digits = 2): -1 | 0 | 1 {
  if (missing(value)) return 0
  const number = unit === 'thousandths' ? Number(value) / 1000 : Number(value)
  if (Math.abs(number) < 0.5 * 10 ** -digits) return 0
  return number < 0 ? -1 : 1
}
