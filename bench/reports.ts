import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { features } from '../contract/index.ts'
import { kind } from '../contract/kit/kinds.ts'
import type { Endpoint } from '../contract/kit/endpoint.ts'
import { regions } from '../contract/regions.ts'
import { type Level, levels } from '../contract/reports.ts'
import { reportTaskRunners } from '../server/features/reports/index.ts'
import { clockOf } from '../server/kit/clock.ts'
import { connect } from '../server/kit/db/connect.ts'
import type { Services } from '../server/kit/services.ts'
import type { Statement } from './floors.ts'
import { callText, openLines } from './lines.ts'
import { runCase } from './measure.ts'
import type { Options } from './options.ts'
import { cannedFor, type Question, readCase } from './reads.ts'
import { dailyFloor, liveFloor, monthlyFloor, settleFloor, summaryFloor } from './reports-floors.ts'
import { populateReports } from './reports-population.ts'
import { floorHead, floorRow, machine } from './report.ts'
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

/** Exports the salesmen's settlement summary of a year in this process and watches its memory. */
async function measureExport(stage: Stage): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'pitboss-bench-export-'))
  const { db, close } = connect({ connectionString: stage.databaseUrl }, { max: 2 })
  const runner = reportTaskRunners.find((one) => one.kind === 'reports.salesmanSettle')
  if (!runner) throw new Error('no export of the settlement summary')
  const services = { db, reportDb: db, clock, config: { home } } as unknown as Services
  const megabytes = () => process.memoryUsage().rss / 2 ** 20
  const seen: number[] = []
  const timer = setInterval(() => seen.push(megabytes()), 50)
  const started = performance.now()
  try {
    const params = { startTime: dayBack(364), endTime: dayBack(0) }
    const { rows } = await runner.run({
      services,
      task: { id: 'bench', kind: runner.kind, title: 'bench', language: 'en-us', params } as never,
      caller: { accountId: 1, username: 'bench', kind: kind.staff, scope: { everything: true } } as never,
      progress: async () => {},
      signal: new AbortController().signal,
    })
    const third = seen.slice(Math.floor(seen.length / 3))
    return (
      `export of ${rows?.toLocaleString('en-US')} rows: ${((performance.now() - started) / 1000).toFixed(1)} s, ` +
      `memory of the process ${seen[0]?.toFixed(0)} MiB at the start, ${Math.max(...seen).toFixed(0)} at most, ` +
      `between ${Math.min(...third).toFixed(0)} and ${Math.max(...third).toFixed(0)} in the last two thirds\n`
    )
  } finally {
    clearInterval(timer)
    await close()
    await rm(home, { recursive: true, force: true })
  }
}

/** Measures the reports over two years of 2,000 accounts, and prints a table. */
export async function measureReports(options: Options): Promise<void> {
  const server = await startDatabaseServer()
  const ends: (() => Promise<void>)[] = [server.stop]
  try {
    const stage = await openStage(server, { orders: 1000, platforms: 200, days: 2 })
    ends.push(stage.close)
    const started = performance.now()
    const rows = await populateReports(stage.client, zone)
    const filled = ((performance.now() - started) / 1000).toFixed(0)
    process.stdout.write(`${await machine(stage.client)}\n${rows} days of accounts, filled in ${filled} s\n`)
    const lines = await openLines(stage, [stage.product.url], 1)
    ends.push(lines.close)
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
    process.stdout.write(`\n${await measureExport(stage)}`)
  } finally {
    for (const end of ends.toReversed()) await end().catch(() => {})
  }
}
