import { monitorEventLoopDelay } from 'node:perf_hooks'
import { codes } from '../../contract/kit/codes.ts'

/** Upper edges of the latency histogram, in seconds. */
export const latencyEdges = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

export type Outcome = 'ok' | 'refused' | 'failed'

export interface Latency {
  endpoint: string
  outcome: Outcome
  /** Answers up to each edge, not summed up; the last is for those beyond. */
  counts: number[]
  seconds: number
}

/** Connections of a pool, as far as this process knows. */
export interface PoolUse {
  total: number
  idle: number
  waiting: number
  most: number
}

/** How this process is doing: what probes and metrics tell. Kept in memory; every process tells its own. */
export interface Vitals {
  /** Once true, nothing new is to be sent here; what is under way is finished. */
  draining: boolean
  answered(endpoint: string, code: number, ms: number): void
  latencies(): Iterable<Latency>
  /** Event streams that are open now. */
  streams: number
  pool: () => PoolUse
  /** Watches a loop that must not fall silent for longer; whoever runs it calls what this answers at each turn. */
  watch(loop: string, longestMs: number): () => void
  /** Loops that have been silent for too long. */
  silent(): string[]
  /** Delays of the event loop since the last time it was asked, in seconds. */
  loopDelay(): { mean: number; p99: number; max: number }
  close(): void
}

const outcomeOf = (code: number): Outcome =>
  code === codes.ok ? 'ok' : code === codes.internal ? 'failed' : 'refused'

export function vitalsOf(now: () => number = () => performance.now()): Vitals {
  const latencies = new Map<string, Latency>()
  const loops = new Map<string, { at: number; longestMs: number }>()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return {
    draining: false,
    streams: 0,
    pool: () => ({ total: 0, idle: 0, waiting: 0, most: 0 }),
    answered(endpoint, code, ms) {
      const outcome = outcomeOf(code)
      const key = `${endpoint} ${outcome}`
      let known = latencies.get(key)
      if (!known) {
        known = {
          endpoint,
          outcome,
          counts: Array.from({ length: latencyEdges.length + 1 }, () => 0),
          seconds: 0,
        }
        latencies.set(key, known)
      }
      const seconds = ms / 1000
      const edge = latencyEdges.findIndex((upper) => seconds <= upper)
      const place = edge < 0 ? latencyEdges.length : edge
      known.counts[place] = (known.counts[place] ?? 0) + 1
      known.seconds += seconds
    },
    latencies: () => latencies.values(),
    watch(loop, longestMs) {
      const known = { at: now(), longestMs }
      loops.set(loop, known)
      return () => {
        known.at = now()
      }
    },
    silent: () => [...loops].filter(([, { at, longestMs }]) => now() - at > longestMs).map(([loop]) => loop),
    loopDelay() {
      const inSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
      const seen = {
        mean: inSeconds(delay.mean),
        p99: inSeconds(delay.percentile(99)),
        max: inSeconds(delay.max),
      }
      delay.reset()
      return seen
    },
    close: () => delay.disable(),
  }
}
