import type { Writable } from 'node:stream'
import type { Unit } from '../../contract/kit/units.ts'
import { ZipWriter } from './zip.ts'

/** What a cell holds: a figure in its unit, a moment or day as the region reads it, or text (ids are text). */
export type CellUnit = Unit | 'text' | 'moment' | 'day'

export interface SheetColumn<Row> {
  title: string
  key: keyof Row & string
  /** Default text. */
  unit?: CellUnit
  /** In characters; default by unit. */
  width?: number
}

/** A second sheet of labels and texts, asked for when the rows are written, so it can name their number. */
export interface About {
  name: string
  lines(rows: number): readonly (readonly [label: string, value: string])[]
}

/** Excel's limits. */
const rowsPerSheet = 1_048_576
const longestCell = 32_767
const chunkLength = 64 * 1024

const formats = {
  text: '@',
  thousandths: '#,##0.00#',
  plain: '#,##0.00##',
  tenthsOfPercent: '0.0%',
  ratio: '0.00%',
  count: '#,##0',
  moment: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
  percent: '0.0%',
} as const satisfies Record<CellUnit, string>
const units = Object.keys(formats) as CellUnit[]
/** 0 is the plain style, 1 the bold one of titles. */
const styleOf = (unit: CellUnit) => units.indexOf(unit) + 2
const widths: Partial<Record<CellUnit, number>> = { text: 22, moment: 20, day: 12 }

/**
 * Writes an .xlsx to a stream in memory that does not grow with the rows; further rows go to further sheets. Every
 * cell is typed: text is never a formula, and a figure that a double cannot hold exactly stays text. Does not end the
 * stream. Returns the number of rows.
 */
export async function writeSheet<Row>(
  out: Writable,
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  { about, maxRows = rowsPerSheet }: { about?: About; maxRows?: number } = {},
): Promise<number> {
  const zip = new ZipWriter(out)
  const source = new Source(rows)
  const names: string[] = []
  do {
    names.push(sheetName(name, names.length))
    await zip.add(`xl/worksheets/sheet${names.length}.xml`, sheetXml(columns, source, maxRows - 1))
  } while (await source.hasMore())
  if (about) {
    names.push(sheetName(about.name, 0))
    await zip.add(`xl/worksheets/sheet${names.length}.xml`, [aboutXml(about.lines(source.taken))])
  }
  await zip.add('xl/styles.xml', [stylesXml()])
  await zip.add('xl/workbook.xml', [workbookXml(names)])
  await zip.add('xl/_rels/workbook.xml.rels', [workbookRels(names.length)])
  await zip.add('_rels/.rels', [rels([['officeDocument', 'xl/workbook.xml']])])
  await zip.add('[Content_Types].xml', [contentTypes(names.length)])
  await zip.finish()
  return source.taken
}

/** The rows with one look ahead, so that a new sheet is begun only when there is a row for it. */
class Source<Row> {
  taken = 0
  readonly #rows: AsyncIterator<Row> | Iterator<Row>
  #next: IteratorResult<Row> | undefined

  constructor(rows: AsyncIterable<Row> | Iterable<Row>) {
    this.#rows = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  }
  async hasMore(): Promise<boolean> {
    this.#next ??= await this.#rows.next()
    return !this.#next.done
  }
  take(): Row {
    if (!this.#next || this.#next.done) throw new Error('no row to take')
    const row = this.#next.value
    this.#next = undefined
    this.taken += 1
    return row
  }
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

async function* sheetXml<Row>(columns: readonly SheetColumn<Row>[], source: Source<Row>, maxRows: number) {
  const letters = columns.map((_, index) => letterOf(index))
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(
      ({ width, unit = 'text' }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width ?? widths[unit] ?? 14}" customWidth="1"/>`,
    )
    .join('')}</cols><sheetData><row r="1">${columns
    .map(({ title }, index) => textCell(`${letters[index]}1`, title, 1))
    .join('')}</row>`
  let chunk = ''
  let line = 1
  while (line <= maxRows && (await source.hasMore())) {
    const row = source.take()
    line += 1
    chunk += `<row r="${line}">`
    for (const [index, { key, unit = 'text' }] of columns.entries())
      chunk += cell(`${letters[index]}${line}`, row[key], unit)
    chunk += '</row>'
    if (chunk.length >= chunkLength) {
      yield chunk
      chunk = ''
    }
  }
  const range = `A1:${letters.at(-1) ?? 'A'}${line}`
  yield `${chunk}</sheetData><autoFilter ref="${range}"/></worksheet>`
}

function cell(place: string, value: unknown, unit: CellUnit): string {
  if (value === null || value === undefined || value === '') return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const figure = figureOf(text, unit)
  return figure === null
    ? textCell(place, text, styleOf('text'))
    : `<c r="${place}" s="${styleOf(unit)}"><v>${figure}</v></c>`
}

/** The number a cell stores, or null where it has to stay text. */
function figureOf(text: string, unit: CellUnit): string | null {
  if (unit === 'text') return null
  if (unit === 'moment' || unit === 'day') return serialOf(text)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null
  const exact =
    unit === 'thousandths' || unit === 'tenthsOfPercent'
      ? shifted(text, 3)
      : unit === 'percent'
        ? shifted(
            text.replace(/^(-?\d+)(?:\.(\d))?$/, (_, whole: string, tenth = '0') => whole + tenth),
            3,
          )
        : text
  // Excel keeps 15 digits; what has more would come out changed.
  return exact !== null && exact.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? exact : null
}

/** A whole number divided by 1000 as text, so that no digit is computed. */
function shifted(text: string, places: number): string | null {
  const match = /^(-?)(\d+)$/.exec(text)
  if (!match) return null
  const digits = (match[2] ?? '').padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  const whole = digits.slice(0, -places).replace(/^0+(?=\d)/, '')
  const value = fraction ? `${whole}.${fraction}` : whole
  return value === '0' ? '0' : `${match[1]}${value}`
}

/** Days since Excel's epoch of 'YYYY-MM-DD[ HH:mm:ss]'; cells know no zone, so the reading itself is stored. */
function serialOf(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?$/.test(text)) return null
  const at = Date.parse(`${text.replace(' ', 'T').padEnd(11, 'T').padEnd(13, '0').padEnd(16, ':00')}Z`)
  return Number.isNaN(at) ? null : String((at - Date.UTC(1899, 11, 30)) / 86_400_000)
}

const textCell = (place: string, text: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 cannot hold.
// oxlint-disable-next-line no-control-regex -- these are the ones to drop
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Text for XML. Excel reads `_x0041_` as a character code, so an underscore that would begin one is written as code. */
function escaped(text: string): string {
  return text
    .slice(0, longestCell)
    .toWellFormed()
    .replace(unspeakable, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)
}

function aboutXml(lines: readonly (readonly [string, string])[]): string {
  const rows = lines.map(
    ([label, value], index) =>
      `<row r="${index + 1}">${textCell(`A${index + 1}`, label, 1)}${textCell(`B${index + 1}`, value, styleOf('text'))}</row>`,
  )
  return `${head}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="18" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`
}

function stylesXml(): string {
  const own = units.map((unit, index) => `<numFmt numFmtId="${164 + index}" formatCode="${formats[unit]}"/>`)
  const used = units.map(
    (_, index) =>
      `<xf numFmtId="${164 + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${own.length}">${own.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${used.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${used.join('')}</cellXfs></styleSheet>`
}

const workbookXml = (names: readonly string[]) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
    .map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`

const workbookRels = (sheets: number) =>
  rels([
    ...Array.from(
      { length: sheets },
      (_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const,
    ),
    ['styles', 'styles.xml'],
  ])

const rels = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${head}<Relationships xmlns="${packaged}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const part = (path: string, type: string) =>
  `<Override PartName="/xl/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`

function contentTypes(sheets: number): string {
  const parts = Array.from({ length: sheets }, (_, index) =>
    part(`worksheets/sheet${index + 1}.xml`, 'worksheet'),
  )
  return `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${parts.join('')}</Types>`
}

function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`
}

/** A name Excel takes: at most 31 characters, none of them special. */
function sheetName(name: string, index: number): string {
  const suffix = index === 0 ? '' : `_${index + 1}`
  const plain = name.replace(/[\\/?*[\]:]/g, ' ').replace(/^'|'$/g, ' ') || 'Sheet'
  return plain.slice(0, 31 - suffix.length) + suffix
}
