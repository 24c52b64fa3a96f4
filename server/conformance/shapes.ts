/*
 * What the documents say an answer holds: names, nested as on the wire, and under each what stands there. An amount is
 * written here as people say it, 150.25 for money and 5.5 for five and a half percent; the unit knows how it travels.
 */

export interface Leaf {
  unit: string
  fits(value: unknown): boolean
  /** What has to stand there on the wire, where the test planted it. */
  exact?: unknown
}
interface Rows {
  rowsOf: Shape
}
interface ByKey {
  byKey: Shape
}
export interface Fields {
  readonly [name: string]: Shape
}
export type Shape = Leaf | Rows | ByKey | Fields

const leaf = (unit: string, fits: Leaf['fits'], exact?: unknown): Leaf =>
  exact === undefined ? { unit, fits } : { unit, fits, exact }
const matching = (unit: string, pattern: RegExp, exact?: string) =>
  leaf(unit, (value) => typeof value === 'string' && pattern.test(value), exact)

/** Text with something in it. */
export const text = (exact?: string) => matching('text', /\S/, exact)
export const digits = (exact?: string) => matching('digits as text', /^\d+$/, exact)
export const decimalText = (exact?: string) => matching('decimal as text', /^\d+(\.\d{1,4})?$/, exact)
export const time = matching('YYYY-MM-DD HH:mm:ss', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
export const day = matching('YYYY-MM-DD', /^\d{4}-\d\d-\d\d$/)
/** Text that may be empty. */
export const anyText = leaf('text or empty', (value) => typeof value === 'string')
export const empty = leaf('empty text', (value) => value === '')
export const nothing = leaf('null', (value) => value === null)
export const picture = matching('picture', /^data:image\/png;base64,/)
export const anyList = leaf('list', Array.isArray)
export const month = matching('YYYY-MM', /^\d{4}-\d\d$/)
export const number = (exact?: number) => leaf('number', Number.isInteger, exact)
/** An on or off of a row. */
export const flag = (exact?: 0 | 1) => leaf('1 or 0', (value) => value === 0 || value === 1, exact)
export const yesNo = leaf('true or false', (value) => typeof value === 'boolean')
export const count = (exact?: number) => leaf('count', Number.isInteger, exact)

const isDecimal = (value: unknown, decimals: number) =>
  typeof value === 'number' && Number.isFinite(value) && value === Number(value.toFixed(decimals))

/** Whole currency, at most 4 decimals. */
export const plain = (amount?: number) => leaf('plain', (value) => isDecimal(value, 4), amount)
/** Whole thousandths of the currency: a number, or text where a number would lose digits. */
export const thousandths = (amount?: number) =>
  leaf(
    'thousandths',
    (value) => Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
    amount === undefined ? undefined : Math.round(amount * 1000),
  )
/** 5.5 is 5.5 %. */
export const percent = (points?: number) => leaf('percent', (value) => isDecimal(value, 1), points)
/** 55 is 5.5 %. */
export const tenthsOfPercent = (points?: number) =>
  leaf('tenths of a percent', Number.isInteger, points === undefined ? undefined : Math.round(points * 10))
/** 0.25 is 25 %. */
export const ratio = (of?: number) =>
  leaf('ratio', (value) => typeof value === 'number' && Number.isFinite(value), of)

/** A list with at least one row. */
export const rows = (rowsOf: Shape): Rows => ({ rowsOf })
/** An object whose names are data: labels by value, states by id. */
export const byKey = (each: Shape): ByKey => ({ byKey: each })
export const labels = byKey(text())

const isLeaf = (shape: Shape): shape is Leaf => typeof (shape as Leaf).fits === 'function'
const isRows = (shape: Shape): shape is Rows => 'rowsOf' in shape
const isByKey = (shape: Shape): shape is ByKey => 'byKey' in shape

/** Every documented row has every name; where there is no value stands empty text, 0 or null. */
const isNoValue = (value: unknown) => value === '' || value === 0 || value === null || value === false

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? 'missing'

function wrongLeaf({ unit, fits, exact }: Leaf, value: unknown, path: string, others: boolean): string[] {
  if (others && isNoValue(value)) return []
  if (!fits(value)) return [`${path}: ${shown(value)} is not ${unit}`]
  if (others || exact === undefined || value === exact) return []
  return [`${path}: ${shown(value)} is not ${shown(exact)} (${unit})`]
}

/** One of the things is as documented to the last amount, and all of them have the names and units. */
function wrongAmong(shape: Shape, found: readonly (readonly [string, unknown])[], path: string): string[] {
  if (found.length === 0) return [`${path}: empty`]
  const best = found
    .map(([at, value]) => wrongWith(shape, value, at, false))
    .toSorted((a, b) => a.length - b.length)[0]
  return [...(best ?? []), ...found.flatMap(([at, value]) => wrongWith(shape, value, at, true))]
}

function wrongWith(shape: Shape, value: unknown, path: string, others: boolean): string[] {
  if (isLeaf(shape)) return wrongLeaf(shape, value, path, others)
  if (isRows(shape)) {
    if (!Array.isArray(value)) return [`${path}: ${shown(value)} is no list`]
    if (others) return value.flatMap((row, index) => wrongWith(shape.rowsOf, row, `${path}[${index}]`, true))
    return wrongAmong(
      shape.rowsOf,
      value.map((row, index) => [`${path}[${index}]`, row] as const),
      path,
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path || 'data'}: ${shown(value)} is no object`]
  if (isByKey(shape)) {
    const entries = Object.entries(value).map(([key, each]) => [`${path}.${key}`, each] as const)
    return others
      ? entries.flatMap(([at, each]) => wrongWith(shape.byKey, each, at, true))
      : wrongAmong(shape.byKey, entries, path)
  }
  return Object.entries(shape).flatMap(([name, field]) => {
    const at = path ? `${path}.${name}` : name
    return Object.hasOwn(value, name)
      ? wrongWith(field, (value as Record<string, unknown>)[name], at, others)
      : [`${at}: missing`]
  })
}

/** Where an answer is not as documented; empty when it is. */
export const wrongIn = (shape: Shape, value: unknown): string[] => [
  ...new Set(wrongWith(shape, value, '', false)),
]

/** The same for names and units alone, whatever amounts and however few rows there are. */
export const wrongNamesIn = (shape: Shape, value: unknown): string[] => wrongWith(shape, value, '', true)

/** The documented names of a shape, as `list[].iMoney`, each with its unit. */
export function namesOf(shape: Shape, path = ''): (readonly [name: string, unit: string])[] {
  if (isLeaf(shape)) return [[path || 'data', shape.unit]]
  if (isRows(shape)) return namesOf(shape.rowsOf, `${path}[]`)
  if (isByKey(shape)) return namesOf(shape.byKey, `${path}{}`)
  return Object.entries(shape).flatMap(([name, field]) => namesOf(field, path ? `${path}.${name}` : name))
}
