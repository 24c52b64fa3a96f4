import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kind } from '../contract/kit/kinds.ts'
import { regions } from '../contract/regions.ts'
import { reportTaskRunners } from '../server/features/reports/index.ts'
import { clockOf } from '../server/kit/clock.ts'
import { connect } from '../server/kit/db/connect.ts'
import type { Services } from '../server/kit/services.ts'

/*
 * A process of its own that exports the salesmen's settlement summary of a year from DATABASE_URL, and says on one line of
 * JSON how its memory went with the rows.
 */
export interface ExportMemory {
  rows: number
  seconds: number
  /** Before the first row, in MiB. */
  atStart: { rss: number; used: number }
  /** By tenth of the rows: the most of the process, and the least and the most of what its objects took. */
  tenths: { rss: number; usedLeast: number; usedMost: number }[]
}

// Given by `node --expose-gc`: then garbage is collected now and then, and what is left is what is kept.
const { gc } = globalThis as { gc?: () => void }
const rowsBetweenCollections = 10_000

const clock = clockOf(regions.br.zone)
const mib = (bytes: number) => bytes / 2 ** 20
const dayBack = (back: number) => clock.dayOf(new Date(clock.now().getTime() - back * 86_400_000))

function memory() {
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss: mib(rss), used: mib(heapUsed + external) }
}

async function run(databaseUrl: string): Promise<ExportMemory> {
  const home = await mkdtemp(join(tmpdir(), 'pitboss-bench-export-'))
  const { db, close } = connect({ connectionString: databaseUrl }, { max: 2 })
  const runner = reportTaskRunners.find((one) => one.kind === 'reports.salesmanSettle')
  if (!runner) throw new Error('no export of the settlement summary')
  const services = { db, reportDb: db, clock, config: { home } } as unknown as Services
  const seen: { rows: number; rss: number; used: number }[] = []
  const note = (rows: number) => {
    if (gc) {
      if (rows - (seen.at(-1)?.rows ?? 0) < rowsBetweenCollections) return
      gc()
    }
    seen.push({ rows, ...memory() })
  }
  const atStart = memory()
  const started = performance.now()
  try {
    const params = { startTime: dayBack(364), endTime: dayBack(0) }
    const done = await runner.run({
      services,
      task: { id: 'bench', kind: runner.kind, title: 'bench', language: 'en-us', params } as never,
      caller: { accountId: 1, username: 'bench', kind: kind.staff, scope: { everything: true } } as never,
      progress: async (_, rows = 0) => note(rows),
      signal: new AbortController().signal,
    })
    const rows = done.rows ?? 0
    const tenths = Array.from({ length: 10 }, (_, tenth) => {
      const within = seen.filter((one) => Math.min(9, Math.floor((one.rows / rows) * 10)) === tenth)
      const used = within.map((one) => one.used)
      return {
        rss: Math.max(...within.map(({ rss }) => rss)),
        usedLeast: Math.min(...used),
        usedMost: Math.max(...used),
      }
    })
    return { rows, seconds: (performance.now() - started) / 1000, atStart, tenths }
  } finally {
    await close()
    await rm(home, { recursive: true, force: true })
  }
}

process.stdout.write(`${JSON.stringify(await run(process.env['DATABASE_URL'] ?? ''))}\n`)
