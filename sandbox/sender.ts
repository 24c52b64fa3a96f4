import * as z from 'zod'
import { nextEvents, nextRelease, type Outgoing } from './events.ts'
import { drawFor } from './random.ts'
import { linkHeaders } from './signing.ts'
import { count } from './store.ts'
import { type Faults, faultsOf, platformOf, type World } from './world.ts'

const Verdict = z.object({
  accepted: z.array(z.string()),
  duplicate: z.array(z.string()),
  rejected: z.array(z.object({ id: z.string(), reason: z.string() })),
})
type Verdict = z.infer<typeof Verdict>

const batchSize = 200
const firstPauseMs = 200
const longestPauseMs = 5000

export interface Sender {
  /** There is something new; `atOnce` also ends a pause after failures. */
  ring(atOnce?: boolean): void
  stop(): Promise<void>
}

/** Carries one platform's events to Pitboss, one batch at a time and in order, for ever. */
export function startSender(world: World, platformId: number): Sender {
  const stopping = new AbortController()
  const chaos = drawFor(world.seed, platformId, 'sender')
  let wake: (() => void) | null = null
  let pausing = false
  let rung = false

  /** Waits until rung, at most `ms`. While pausing after a failure only an `atOnce` ring ends it. */
  const rest = async (ms: number, afterFailure: boolean) => {
    if (stopping.signal.aborted || (rung && !afterFailure)) return
    pausing = afterFailure
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wake = null
    pausing = false
  }

  const run = async () => {
    let pauseMs = 0
    while (!stopping.signal.aborted) {
      rung = false
      const faults = faultsOf(world, platformId)
      const platform = platformOf(world, platformId)
      const ready = platform?.secret && platform.pitboss_url && !faults.down
      const due = ready ? nextEvents(world, platformId, batchSize) : []
      if (!ready || due.length === 0) {
        const release = ready ? nextRelease(world, platformId) : null
        await rest(release === null ? 60_000 : Math.max(release - world.now(), 10), false)
        continue
      }
      if (faults.delayMs > 0) await rest(faults.delayMs, true)
      if (stopping.signal.aborted || faultsOf(world, platformId).down) continue

      const batch = disturb(world, due, faults, chaos.unit)
      const verdict = await deliver(platform.secret, platform.pitboss_url, batch)
      if (verdict && file(world, platformId, batch, verdict, faults, chaos.unit) > 0) {
        pauseMs = 0
        continue
      }
      if (stopping.signal.aborted) break
      count(world.store, platformId, 'deliveriesFailed')
      pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs)
      const before = world.now()
      await rest(pauseMs, true)
      if (world.now() - before < pauseMs - 20) pauseMs = 0
    }
  }

  /** The verdict, or null if nothing may be taken as accepted. */
  const deliver = async (secret: string, base: string, batch: Outgoing[]) => {
    const url = new URL(`${base.replace(/\/+$/, '')}/link/v1/events`)
    const body = `{"events":[${batch.map((event) => event.json).join(',')}]}`
    const path = url.pathname + url.search
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: linkHeaders(secret, platformId, { method: 'POST', path, body }, world.now()),
        body,
        redirect: 'error',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(30_000)]),
      })
      const text = await answer.text()
      return answer.status === 200 ? Verdict.parse(JSON.parse(text)) : null
    } catch {
      // Refused, broken, too slow or unreadable: all of it means that nothing was taken.
      return null
    }
  }

  const running = run()
  return {
    ring: (atOnce = false) => {
      rung = true
      if (!pausing || atOnce) wake?.()
    },
    stop: async () => {
      stopping.abort()
      wake?.()
      await running
    },
  }
}

/** The batch as the faults in force send it: some events later, some swapped, some twice. */
function disturb(world: World, due: Outgoing[], faults: Faults, unit: () => number): Outgoing[] {
  let batch = due
  if (faults.reorderEvents > 0 && due.length > 1) {
    const stays = (event: Outgoing) => event.held === 0 && unit() < faults.reorderEvents / 2
    const late = due.filter((event, index) => index < due.length - 1 && stays(event))
    for (const { seq } of late) world.store.run('update events set held = 1 where seq = ?', seq)
    batch = due.filter((event) => !late.includes(event))
    for (let last = batch.length - 1; last > 0; last--) {
      const other = Math.floor(unit() * (last + 1))
      const [a, b] = [batch[last], batch[other]]
      if (a && b && unit() < faults.reorderEvents) [batch[last], batch[other]] = [b, a]
    }
  }
  return faults.duplicateEvents > 0
    ? batch.flatMap((event) => (unit() < faults.duplicateEvents / 2 ? [event, event] : [event]))
    : batch
}

/** Takes finished events out of the outbox, and answers how many: none means try again later. */
function file(
  world: World,
  platformId: number,
  batch: Outgoing[],
  { accepted, duplicate, rejected }: Verdict,
  faults: Faults,
  unit: () => number,
): number {
  const { store } = world
  const reasons = new Map(rejected.map(({ id, reason }) => [id, reason]))
  const taken = new Set([...accepted, ...duplicate])
  const finished = new Set<number>()
  store.transaction(() => {
    for (const event of batch) {
      const reason = reasons.get(event.id)
      if (finished.has(event.seq) || (reason === undefined && !taken.has(event.id))) continue
      finished.add(event.seq)
      if (reason !== undefined) {
        store.run('insert into rejections values (?, ?, ?, ?)', platformId, event.id, reason, event.json)
      } else if (!event.again && unit() < faults.duplicateEvents) {
        store.run('update events set again = 1 where seq = ?', event.seq)
        continue
      }
      store.run('delete from events where seq = ?', event.seq)
    }
    count(store, platformId, 'eventsAccepted', accepted.length)
    count(store, platformId, 'eventsDuplicate', duplicate.length)
    count(store, platformId, 'eventsRejected', rejected.length)
  })
  return finished.size
}
