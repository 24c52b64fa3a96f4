import { readdirSync, readFileSync } from 'node:fs'

/** There is nothing left to work on: the slot ends here, and its rate is over the time until now. */
export class UsedUp extends Error {}

/** One request or statement after another on one connection; `worker` counts connections from 0. */
export type Work = (worker: number) => Promise<unknown>

/** What one slot of a contestant gave. Latencies in milliseconds. */
export interface Slot {
  perSecond: number
  p50: number
  p99: number
  /** Processor milliseconds per piece of work, of all processes that answer it; NaN where that is not known. */
  cpu: number
}

export interface Contestant {
  name: string
  /** Everything that may be done before the clock runs. */
  before?(): Promise<void>
  work: Work
  after?(): Promise<void>
  /** Processes that answer, from one of which all others descend where it is a database's. */
  pids?: readonly number[]
  /** How many of what is counted one piece of work is; 1 unless said. */
  counts?: number
}

/** What is measured: contestants doing the same, one after the other, round by round. */
export interface Case {
  name: string
  connections: number
  contestants: readonly Contestant[]
}

export interface Result extends Slot {
  contestant: string
}
export interface CaseResult {
  name: string
  connections: number
  results: readonly Result[]
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Keeps every connection busy for so long; a piece of work that ends after the time still counts, and its time too. */
export async function runSlot(
  { work, pids }: Pick<Contestant, 'work' | 'pids'>,
  connections: number,
  seconds: number,
): Promise<Slot> {
  const latencies: number[] = []
  const cpuBefore = cpuOf(pids)
  const started = performance.now()
  const until = started + seconds * 1000
  const worker = async (index: number) => {
    for (let now = performance.now(); now < until; ) {
      try {
        await work(index)
      } catch (error) {
        if (!(error instanceof UsedUp)) throw error
        return
      }
      const then = performance.now()
      latencies.push(then - now)
      now = then
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => worker(index)))
  const tookSeconds = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / tookSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: (cpuOf(pids) - cpuBefore) / latencies.length,
  }
}

/**
 * Processor time that processes and their children have used so far, in ms. On a machine that others use too it says
 * more than a clock; the kernel counts in hundredths of a second.
 */
function cpuOf(pids: readonly number[] | undefined): number {
  if (pids === undefined || process.platform !== 'linux') return Number.NaN
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [, parent, ...numbers] = statOf(name)
    if (pids.includes(Number(name))) ticks += sum(numbers.slice(9, 11))
    else if (pids.includes(Number(parent)) && isBackend(name)) ticks += sum(numbers.slice(9, 11))
  }
  return ticks * 10
}

const sum = (values: readonly string[]) => values.reduce((total, value) => total + Number(value), 0)

/** Whether a child of PostgreSQL serves a connection; vacuum and checkpoints belong to no piece of work. */
function isBackend(pid: string): boolean {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return title.includes('pitboss_bench') && !title.includes('autovacuum')
  } catch {
    return false
  }
}

/** Fields of a process from its state on; none when it has just ended. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Runs a case: contestants take turns within each round, and of the rounds the median counts. */
export async function runCase(
  { name, connections, contestants }: Case,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<CaseResult> {
  const slots = contestants.map((): Slot[] => [])
  // Round 0 warms up: plans, caches, compiled code.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { before, after, counts = 1, ...contestant }] of contestants.entries()) {
      await before?.()
      const slot = await runSlot(contestant, connections, round === 0 ? seconds / 3 : seconds)
      await after?.()
      if (round > 0)
        slots[index]?.push({ ...slot, perSecond: slot.perSecond * counts, cpu: slot.cpu / counts })
    }
  }
  const results = contestants.map(({ name: contestant }, index) => {
    const of = (key: keyof Slot) => median((slots[index] ?? []).map((slot) => slot[key]))
    return { contestant, perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') }
  })
  return { name, connections, results }
}
