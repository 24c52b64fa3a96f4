import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { features } from '../contract/index.ts'
import type { Endpoint } from '../contract/kit/endpoint.ts'
import { regions } from '../contract/regions.ts'
import { type Level, levels } from '../contract/reports.ts'
import { clockOf } from '../server/kit/clock.ts'
import type { Statement } from './floors.ts'
import { callText, openLines } from './lines.ts'
import { runCase } from './measure.ts'
import type { Options } from './options.ts'
import { asProduct, cannedFor, type Question, readCase } from './reads.ts'
import { floorHead, floorRow, growthHead, growthRow, head, machine, row } from './report.ts'
import type { ExportMemory } from './reports-export.ts'
import { dailyFloor, liveFloor, monthlyFloor, settleFloor, summaryFloor } from './reports-floors.ts'
import { populateReports } from './reports-population.ts'
import { openStage, type Stage, startDatabaseServer } from './stage.ts'

const { reports } = features
const { zone } = regions.br
const clock = clockOf(zone)
const dayBack = (back: number) => clock.dayOf(new Date(clock.now().getTime() - back * 86_400_000))

/** The pages of a level as they open, and a year of the settlement summary. */
function pagesOf(stage: Stage, level: Level): Question[] {
  const of = levels[level].kind
  const ask = (
    endpoint: Endpoint,
    name: string,
    filter: Readonly<Record<string, string | number>>,
    floor: Statement,
    ...values: unknown[]
  ): Question => ({
    name: `${level}: ${name}`,
    request: callText(stage, endpoint.method, endpoint.path, { limit: 20, ...filter }),
    statement: floor,
    values: [(Number(filter['page'] ?? 1) - 1) * 20, of, ...values],
  })
  const [today, week, twenty, year] = [dayBack(0), dayBack(6), dayBack(19), dayBack(364)]
  const month = today.slice(0, 7)
  const settle = reports[`${level}Settle`]
  return [
    ask(reports[`${level}Daily`], 'daily, 20 days', {}, dailyFloor, twenty, today),
    ask(reports[`${level}Daily`], 'daily, page 100', { page: 100 }, dailyFloor, twenty, today),
    ...(level === 'channel'
      ? []
      : [ask(reports[`${level}Monthly`], 'monthly', {}, monthlyFloor, `${month}-01`)]),
    ask(reports[`${level}Summary`], 'summary', {}, summaryFloor),
    ask(settle, 'settlement, 7 days', {}, settleFloor, week, today),
    ask(settle, 'settlement, a year', { startTime: year, endTime: today }, settleFloor, year, today),
    ask(reports[`${level}Live`], 'live', {}, liveFloor, today),
  ]
}

/** Exports the salesmen's settlement summary of a year in a process of its own: its memory by tenth of the rows. */
async function measureExport(stage: Stage): Promise<string> {
  const { rows, seconds, atStart, tenths } = await exportMemory(stage, [])
  const kept = await exportMemory(stage, ['--expose-gc'])
  const whole = (value: number) => value.toFixed(0)
  return (
    `export of ${rows.toLocaleString('en-US')} rows in a process of its own: ${seconds.toFixed(1)} s; ` +
    `at its start ${whole(atStart.rss)} MiB, of which objects ${whole(atStart.used)}\n\n` +
    head(['tenth of the rows', ...tenths.map((_, index) => String(index + 1))]) +
    row(['process at most, MiB', ...tenths.map(({ rss }) => whole(rss))]) +
    row(['objects, MiB', ...tenths.map((one) => `${whole(one.usedLeast)}–${whole(one.usedMost)}`)]) +
    row(['objects kept, MiB', ...kept.tenths.map(({ usedMost }) => usedMost.toFixed(1))])
  )
}

async function exportMemory({ databaseUrl }: Stage, nodeOptions: readonly string[]): Promise<ExportMemory> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...nodeOptions, join(import.meta.dirname, 'reports-export.ts')],
    { env: { ...process.env, DATABASE_URL: databaseUrl } },
  )
  return JSON.parse(stdout) as ExportMemory
}

/** The pages whose work is the same on half a year of history and on two. */
async function measureGrowth(
  [young, old]: readonly [Stage, Stage],
  [youngDays, days]: readonly [number, number],
  options: Options,
): Promise<void> {
  const lines = [
    await openLines(young, [young.product.url], 1),
    await openLines(old, [old.product.url], 1),
  ] as const
  process.stdout.write(`\n${growthHead(`${youngDays} days`, `${days} days`)}`)
  for (const level of Object.keys(levels) as Level[])
    for (const [index, { name, request }] of pagesOf(old, level).entries()) {
      if (name.endsWith('a year') || !`growth: ${name}`.includes(options.only)) continue
      const small = pagesOf(young, level)[index]
      if (!small) continue
      const contestants = [
        { ...asProduct(young, lines[0], small.request), name: 'small' },
        { ...asProduct(old, lines[1], request), name: 'large' },
      ]
      process.stdout.write(growthRow(await runCase({ name, connections: 1, contestants }, options)))
    }
  for (const one of lines) await one.close()
}

/** Measures the reports over two years of 2,000 accounts, and prints a table. */
export async function measureReports(options: Options): Promise<void> {
  const server = await startDatabaseServer()
  const ends: (() => Promise<void>)[] = [server.stop]
  try {
    const stage = await openStage(server, { orders: 1000, platforms: 200, days: 2 })
    ends.push(stage.close)
    const started = performance.now()
    const rows = await populateReports(stage.client, zone, options.reportDays)
    const filled = ((performance.now() - started) / 1000).toFixed(0)
    process.stdout.write(`${await machine(stage.client)}\n${rows} days of accounts, filled in ${filled} s\n`)
    const lines = await openLines(stage, [stage.product.url], 1)
    process.stdout.write(`\n${floorHead()}`)
    for (const level of Object.keys(levels) as Level[])
      for (const asked of pagesOf(stage, level)) {
        if (!asked.name.includes(options.only)) continue
        const canned = await cannedFor(stage, lines, asked)
        const urls = await openLines(stage, [canned.url], 1)
        const both = {
          ...lines,
          http: (url: string, worker: number) => (url === canned.url ? urls : lines).http(url, worker),
        }
        process.stdout.write(floorRow(await runCase(await readCase(stage, both, canned, 1, asked), options)))
        await urls.close()
        await canned.stop()
      }
    await lines.close()
    if ('export'.includes(options.only)) process.stdout.write(`\n${await measureExport(stage)}`)
    if (!options.growth || (options.only !== '' && !options.only.startsWith('growth'))) return
    const young = await openStage(server, { orders: 1000, platforms: 200, days: 2 })
    ends.push(young.close)
    const youngDays = Math.round(options.reportDays / 4)
    await populateReports(young.client, zone, youngDays)
    await measureGrowth([young, stage], [youngDays, options.reportDays], options)
  } finally {
    for (const end of ends.toReversed()) await end().catch(() => {})
  }
}
