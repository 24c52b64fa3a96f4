import { decisionCase, productDecides } from './cycles.ts'
import { measureFacts } from './facts.ts'
import { tidy } from './feed.ts'
import { intakeCase, productTakesIn } from './intake.ts'
import { type Lines, openLines } from './lines.ts'
import { measureLoad } from './load.ts'
import { type Case, type CaseResult, type Contestant, runCase } from './measure.ts'
import { type Options, readOptions } from './options.ts'
import { measurePeople } from './people.ts'
import { startProgram } from './programs.ts'
import {
  asProduct,
  cannedFor,
  countsQuestion,
  listQuestion,
  liveQuestion,
  playerQuestion,
  readCase,
  readQuestions,
} from './reads.ts'
import { floorHead, floorRow, growthHead, growthRow, machine } from './report.ts'
import { measureReports } from './reports.ts'
import { measureScreens } from './screens.ts'
import { openStage, type Stage, startDatabaseServer } from './stage.ts'
import { measureStatistics } from './statistics.ts'

const connectionCounts = [1, 32] as const
const batch = 200
const print = (text: string) => void process.stdout.write(text)

type Run = (which: Case) => Promise<CaseResult | null>

const runnerOf =
  (options: Options): Run =>
  async (which) =>
    which.name.includes(options.only) ? runCase(which, options) : null

/** Each piece of work beside its floors. */
async function besideFloors(stage: Stage, lines: Lines, options: Options, run: Run): Promise<void> {
  print(`\n${floorHead()}`)
  const show = (result: CaseResult | null) => {
    if (result) print(floorRow(result))
  }
  for (const question of await readQuestions(stage, options)) {
    if (!question.name.includes(options.only)) continue
    const canned = await cannedFor(stage, lines, question)
    const urls = await openLines(stage, [canned.url], 32)
    const both: Lines = {
      ...lines,
      http: (url, worker) => (url === canned.url ? urls : lines).http(url, worker),
    }
    for (const connections of connectionCounts)
      show(await run(await readCase(stage, both, canned, connections, question)))
    await urls.close()
    await canned.stop()
  }
  const canned = await startProgram('bench/canned-server.ts', { CANNED_BYTES: '150' })
  const urls = await openLines(stage, [canned.url], 32)
  const both: Lines = {
    ...lines,
    http: (url, worker) => (url === canned.url ? urls : lines).http(url, worker),
  }
  const { seconds } = options
  const writing = async (which: Case) => {
    const result = await run(which)
    if (result) await tidy(stage.client)
    return result
  }
  for (const kind of ['lock', 'cycle'] as const)
    for (const platforms of [stage.platforms, 1])
      for (const connections of connectionCounts)
        show(await writing(decisionCase(stage, both, canned, kind, { connections, platforms, seconds })))
  for (const size of [batch, 1])
    for (const connections of [1, 8])
      show(await writing(intakeCase(stage, both, canned, { connections, size })))
  await urls.close()
  await canned.stop()
}

/** The same work, the same week, the same open orders: only the history behind them is ten times as long. */
async function besideItsYouth(
  stages: readonly [Stage, Stage],
  lines: readonly [Lines, Lines],
  options: Options,
  run: Run,
): Promise<void> {
  const [fewer, more] = [options.orders / 10, options.orders].map(
    (n) => `${n.toLocaleString('en-US')} orders`,
  )
  print(`\n${growthHead(fewer ?? '', more ?? '')}`)
  const week = Math.max(1, Math.min(7, Math.floor(options.days / 10) - 1))
  const pair = async (of: (stage: Stage, lines: Lines) => Promise<Contestant>): Promise<Contestant[]> => [
    { ...(await of(stages[0], lines[0])), name: 'small' },
    { ...(await of(stages[1], lines[1])), name: 'large' },
  ]
  const show = async (
    name: string,
    connections: number,
    of: (stage: Stage, lines: Lines) => Promise<Contestant>,
  ) => {
    const result = await run({ name: `growth: ${name}`, connections, contestants: await pair(of) })
    if (result) print(growthRow({ ...result, name }))
  }
  const reads: [string, (stage: Stage) => Promise<Buffer>][] = [
    [`order list, ${week} days, page 1`, async (of) => listQuestion(of, '', week, 1).request],
    [`order list, ${week} days, page 300`, async (of) => listQuestion(of, '', week, 300).request],
    ['order list, one player', async (of) => (await playerQuestion(of)).request],
    ['pending counts', async (of) => countsQuestion(of).request],
    ['live list, 45', async (of) => liveQuestion(of, 45).request],
  ]
  const { seconds } = options
  for (const connections of connectionCounts) {
    for (const [name, request] of reads)
      await show(name, connections, async (of, over) => asProduct(of, over, await request(of)))
    await show('lock, review, submit', connections, async (of, over) =>
      productDecides(of, over, 'cycle', { connections, platforms: of.platforms, seconds }),
    )
  }
  await show(`events, batches of ${batch}`, 8, async (of, over) => productTakesIn(of, over, batch))
}

async function main(options: Options): Promise<void> {
  const server = await startDatabaseServer()
  const ends: (() => Promise<void>)[] = [server.stop]
  const end = async () => {
    // Each for itself: what is gone already must not keep the rest from being cleaned up.
    for (const one of ends.splice(0).toReversed())
      await one().catch((error: Error) => process.stderr.write(`${error.message}\n`))
  }
  process.once('SIGINT', () => void end().finally(() => process.exit(130)))
  process.once('SIGTERM', () => void end().finally(() => process.exit(143)))
  try {
    const run = runnerOf(options)
    const stage = await openStage(server, options)
    ends.push(stage.close)
    const lines = await openLines(stage, [stage.product.url], 32)
    ends.push(lines.close)
    const { orders, platforms, days } = options
    print(`${await machine(stage.client)}\n`)
    print(
      `${orders} orders, ${platforms} platforms, ${days} days, filled in ${stage.filledIn.toFixed(1)} s; ` +
        `slots of ${options.seconds} s, medians of ${options.rounds} rounds; rate · p50 ms · p99 ms\n`,
    )
    await besideFloors(stage, lines, options, run)
    if (!options.growth) return
    const young = await openStage(server, { platforms, orders: Math.round(orders / 10), days: days / 10 })
    ends.push(young.close)
    const youngLines = await openLines(young, [young.product.url], 32)
    ends.push(youngLines.close)
    await besideItsYouth([young, stage], [youngLines, lines], options, run)
  } catch (error) {
    // Said now: cleaning up after a run that broke may break as well.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await end()
  }
}

const options = readOptions(process.argv.slice(2))
if (options?.screens) await measureScreens()
else if (options?.load) await measureLoad(options)
else if (options?.statistics) await measureStatistics(options)
else if (options?.people) await measurePeople(options)
else if (options?.reports) await measureReports(options)
else if (options?.facts) await measureFacts(options)
else if (options) await main(options)
