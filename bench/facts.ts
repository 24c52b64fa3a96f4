import { sql } from 'kysely'
import { sumNames } from '../contract/figures.ts'
import { storedFigures } from '../contract/statistics-figures.ts'
import { runChecks } from '../server/checks.ts'
import { clockOf } from '../server/kit/clock.ts'
import { connect } from '../server/kit/db/connect.ts'
import { accountDayFloor, makeFloorTables, platformDayFloor } from './facts-floors.ts'
import { factAccounts, factNames, populateFactAccounts } from './facts-population.ts'
import type { Statement } from './floors.ts'
import { signedBatch } from './intake.ts'
import { type Lines, openLines } from './lines.ts'
import { type Case, runCase } from './measure.ts'
import type { Options } from './options.ts'
import { startProgram } from './programs.ts'
import { floorHead, floorRow, machine } from './report.ts'
import { openStage, type Stage, startDatabaseServer } from './stage.ts'

const clock = clockOf('America/Sao_Paulo')
const dayBack = (days: number) => clock.dayOf(new Date(Date.now() - days * 86_400_000))
const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const print = (text: string) => void process.stdout.write(text)

interface Event {
  id: string
  type: 'accountDay' | 'platformDay'
  at: string
  data: Record<string, unknown> & { day: string; version: number }
}
let made = 0
/** Later than anything told before, whatever the clock's resolution. */
const newer = () => started + made
const started = Date.now() * 1000
const event = (type: Event['type'], data: Event['data']): Event => {
  made += 1
  return { id: `bench-${process.pid}-${made}`, type, at: new Date().toISOString(), data }
}

/** A day of an account so far: every figure is larger than when it was told before. */
function accountDay(index: number, day: string): Event {
  const grown = 1_000_000 + made * 10
  return event('accountDay', {
    day,
    version: newer(),
    username: factNames[index % factAccounts] ?? '',
    roleId: '',
    ...Object.fromEntries(sumNames.map((name, at) => [camel(name), grown + at * 1000 + index])),
    apiWinLose: [1, 2, 3, 4].map((apiId) => ({ apiId, amount: grown - apiId * 50_000 })),
  })
}
const platformDay = (back: number): Event =>
  event('platformDay', {
    day: dayBack(back),
    version: newer(),
    ...Object.fromEntries(storedFigures.map((name, at) => [camel(name), 1_000_000 + made + at])),
  })

interface Kind {
  name: string
  size: number
  floor: Statement
  /** A batch of one platform; `turn` counts its batches. */
  batch(turn: number): Event[]
}
const series = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, at) => of(at))
const kinds: readonly Kind[] = [
  {
    name: 'days of accounts, told again, 200 a batch',
    size: 200,
    floor: accountDayFloor,
    batch: () => series(200, (at) => accountDay(at, dayBack(0))),
  },
  {
    name: 'days of accounts, told again, 500 a batch',
    size: 500,
    floor: accountDayFloor,
    batch: () => series(500, (at) => accountDay(at, dayBack(at < 200 ? 0 : at < 400 ? 1 : 2))),
  },
  {
    name: 'days of accounts, new ones, 200 a batch',
    size: 200,
    floor: accountDayFloor,
    batch: (turn) => series(200, (at) => accountDay(at, dayBack(10 + turn))),
  },
  {
    name: 'days of platforms, told again, 200 a batch',
    size: 200,
    floor: platformDayFloor,
    batch: () => series(200, platformDay),
  },
]

/** What was accepted last of each account's day: deposits by platform, account and day. */
type Told = Map<string, number>

function factCase(
  stage: Stage,
  lines: Lines,
  canned: string,
  kind: Kind,
  connections: number,
  told: Told,
): Case {
  const { size, floor } = kind
  // Each platform sends on a connection of its own, as they do.
  const platformOf = (worker: number) => 1 + worker
  const turns = new Map<string, number>()
  const next = (who: string, worker: number) => {
    const turn = turns.get(`${who} ${worker}`) ?? 0
    turns.set(`${who} ${worker}`, turn + 1)
    return kind.batch(turn)
  }
  const send = (url: string, worker: number, events: readonly Event[]) =>
    lines
      .http(url, worker)
      .send(signedBatch(stage.linkSecret, platformOf(worker), JSON.stringify({ events })))
  return {
    name: kind.name,
    connections,
    contestants: [
      {
        name: 'product',
        pids: [stage.product.pid, ...stage.databasePids],
        counts: size,
        async work(worker) {
          const events = next('product', worker)
          const verdict = JSON.parse((await send(stage.product.url, worker, events)).toString()) as {
            accepted: string[]
            rejected: unknown[]
          }
          if (verdict.accepted.length !== size)
            throw new Error(`not every event was accepted: ${JSON.stringify(verdict.rejected[0])}`)
          for (const { type, data } of events)
            if (type === 'accountDay')
              told.set(
                `${platformOf(worker)} ${String(data['username'])} ${data.day}`,
                Number(data['deposit']),
              )
        },
      },
      {
        name: 'SQL',
        pids: stage.databasePids,
        counts: size,
        work: (worker) => lines.sql(worker, floor, [platformOf(worker), JSON.stringify(next('SQL', worker))]),
      },
      { name: 'HTTP', counts: size, work: (worker) => send(canned, worker, next('HTTP', worker)) },
    ],
  }
}

/** What was told, what is kept of it and what `npm run verify` says of everything that follows from it. */
async function proveTotals(stage: Stage, told: Told): Promise<void> {
  const { db, close } = connect({ connectionString: stage.databaseUrl }, { max: 2 })
  try {
    const { rows } = await sql<{ facts: string; rolled: string; days: number }>`
      select sum(deposit)::text as facts, count(*)::int as days, (
        select sum(t.deposit)::text from account_totals t join accounts a on a.id = t.account_id where a.kind = 3
      ) as rolled from account_facts`.execute(db)
    const sent = [...told.values()].reduce((sum, deposit) => sum + BigInt(deposit), 0n)
    print(
      `\ndeposits of the ${told.size} days that were told last: sent ${sent}, kept ${rows[0]?.facts} in ` +
        `${rows[0]?.days} facts, rolled up to channels ${rows[0]?.rolled}\nverify:\n`,
    )
    const differences = await runChecks(db, (line) => print(`  ${line}\n`))
    if (differences > 0 || String(sent) !== rows[0]?.facts || rows[0].facts !== rows[0].rolled)
      throw new Error('totals are not the sum of the facts')
  } finally {
    await close()
  }
}

/** Measures how many facts a second become rollups, prints a table, and proves the totals. */
export async function measureFacts(options: Options): Promise<void> {
  const server = await startDatabaseServer()
  const ends: (() => Promise<void>)[] = [server.stop]
  try {
    const stage = await openStage(server, { orders: 1000, platforms: 16, days: 2 })
    ends.push(stage.close)
    await populateFactAccounts(stage.client)
    await makeFloorTables(stage.client)
    const canned = await startProgram('bench/canned-server.ts', { CANNED_BYTES: '9000' })
    ends.push(canned.stop)
    const lines = await openLines(stage, [stage.product.url, canned.url], 8)
    ends.push(lines.close)
    print(`${await machine(stage.client)}\n\n${floorHead()}`)
    const told: Told = new Map()
    for (const kind of kinds)
      for (const connections of [1, 8])
        if (kind.name.includes(options.only))
          print(floorRow(await runCase(factCase(stage, lines, canned.url, kind, connections, told), options)))
    await proveTotals(stage, told)
  } finally {
    for (const end of ends.toReversed()) await end().catch(() => {})
  }
}
