import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SheetColumn, writeSheet } from './sheet.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-sheet-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Options = Parameters<typeof writeSheet>[4]
let files = 0

async function write<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  options?: Options,
) {
  const path = join(folder, `${++files}.xlsx`)
  const out = createWriteStream(path)
  const count = await writeSheet(out, 'Sheet', columns, rows, options)
  out.end()
  await finished(out)
  return { path, count, read: async () => readXlsx(await readFile(path), { readStyles: true }) }
}

/** The text of a part inside a zip file, found through its own header. */
async function part(path: string, name: string): Promise<string> {
  const bytes = await readFile(path)
  const at = bytes.indexOf(name) - 30
  return inflateRawSync(bytes.subarray(at + 30 + bytes.readUInt16LE(at + 26))).toString()
}

const one = async (value: unknown, unit: NonNullable<SheetColumn<{ v: unknown }>['unit']>) => {
  const { read } = await write([{ title: 'v', key: 'v', unit }], [{ v: value }])
  return (await read()).sheets[0]?.rows[1]?.[0] ?? null
}

test.each([
  ['thousandths', 1234567n, 1234.567],
  ['thousandths', -5, -0.005],
  ['thousandths', 0n, 0],
  ['thousandths', '1000', 1],
  ['thousandths', 9007199254740993n, '9007199254740993'],
  ['plain', 12.3456, 12.3456],
  ['tenthsOfPercent', 55, 0.055],
  ['percent', 5.5, 0.055],
  ['ratio', 0.25, 0.25],
  ['count', 42, 42],
  ['text', 42, '42'],
  ['text', '1234567890123456789', '1234567890123456789'],
  ['text', '=1+1', '=1+1'],
  ['text', '@SUM(A1)', '@SUM(A1)'],
  ['text', '<b>&"', '<b>&"'],
  ['text', 'a\u0000b\ud800', 'ab\ufffd'],
  ['text', '', null],
  ['text', null, null],
  ['count', 'not a number', 'not a number'],
  ['moment', '2026-11-21 13:14:15', new Date('2026-11-21T13:14:15Z')],
  ['day', '2026-11-21', new Date('2026-11-21T00:00:00Z')],
  ['moment', '', null],
] as const)('a %s of %s is read back as %s', async (unit, value, read) => {
  expect(await one(value, unit)).toEqual(read)
})

test('text that looks like a formula is a typed string cell and nothing else', async () => {
  const { path } = await write([{ title: '=1+1', key: 'v' }], [{ v: '=cmd|calc' }])
  const xml = await part(path, 'xl/worksheets/sheet1.xml')
  expect(xml).not.toContain('<f>')
  expect(xml).toContain('t="inlineStr"><is><t xml:space="preserve">=cmd|calc</t>')
})

test('rows beyond a sheet go to the next one, with its titles', async () => {
  const { read, count } = await write(
    [{ title: 'n', key: 'n', unit: 'count' }],
    [{ n: 1 }, { n: 2 }, { n: 3 }],
    {
      maxRows: 3,
    },
  )
  const { sheets } = await read()
  expect(count).toBe(3)
  expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
    ['Sheet', [['n'], [1], [2]]],
    ['Sheet_2', [['n'], [3]]],
  ])
})

test('no rows make a sheet with its titles and a second one that says so', async () => {
  const { read } = await write([{ title: 'n', key: 'n' }], [] as { n: string }[], {
    about: { name: 'About', lines: (rows) => [['Rows', String(rows)]] },
  })
  expect((await read()).sheets.map(({ name, rows }) => [name, rows])).toEqual([
    ['Sheet', [['n']]],
    ['About', [['Rows', '0']]],
  ])
})

test('200,000 rows are written in flat memory and read back with every id whole', async () => {
  const wanted = 200_000
  const start = 1_000_000_000_000_000_000n
  global.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  async function* rows() {
    for (let index = 0; index < wanted; index += 1) {
      if (index % 5000 === 0) peak = Math.max(peak, process.memoryUsage().rss)
      yield {
        id: start + BigInt(index),
        money: BigInt(index) * 1001n,
        name: '=1+1',
        at: '2026-11-21 00:00:00',
      }
    }
  }
  const columns = [
    { title: 'ID', key: 'id' },
    { title: '金额', key: 'money', unit: 'thousandths' },
    { title: '姓名', key: 'name' },
    { title: '时间', key: 'at', unit: 'moment' },
  ] as const
  const { path, count } = await write(columns, rows())
  expect(count).toBe(wanted)
  expect(peak - before).toBeLessThan(80 * 1024 * 1024)

  const { sheets } = await readXlsx(await readFile(path))
  const read = sheets[0]?.rows ?? []
  expect(read.length).toBe(wanted + 1)
  const wrong = read
    .slice(1)
    .findIndex(
      ([id, money, name], index) =>
        id !== String(start + BigInt(index)) || money !== Number(`${index * 1001}e-3`) || name !== '=1+1',
    )
  expect(wrong).toBe(-1)
}, 60_000)
