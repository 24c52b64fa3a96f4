import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../kit/services.ts'
import type { CallPlatform } from './call.ts'
import { type Claimed, claim, hasten, type Move, moveClaimed, platformsWithWork } from './claims.ts'
import { type Answer, decideFailure, isDown, lanePauseMs, readAnswer, readLookUp } from './rules.ts'
import { type Ask, LinkFailure, type LinkUsers } from './types.ts'

export interface DispatcherOptions {
  /** Commands under way to one platform from one process. */
  inFlight: number
  /** How long a claim holds; well above what a try can take. */
  leaseMs: number
  /** How often the outbox is searched, for what no notification told. */
  scanMs: number
  /** Told at each search. */
  beat?: (() => void) | undefined
}

/** One platform's way out: its trouble stays its own. */
interface Lane {
  inFlight: number
  failures: number
  /** How it goes with the platform: answers, answers badly, or nobody is there. */
  state: 'well' | 'troubled' | 'down'
  pausedUntil: number
  claiming: boolean
  again: boolean
}

export interface Dispatcher {
  wake(platformId: number): void
  /** Claims nothing more; resolves when nothing is under way. */
  stop(): Promise<void>
}

/** Carries commands from the outbox to the platforms, and asks about those whose outcome is unknown. */
export function startDispatcher(
  { db, log }: Pick<Services, 'db' | 'log'>,
  users: Pick<LinkUsers, 'commandMoved'>,
  { call, ask }: { call: CallPlatform; ask: Ask },
  { inFlight: most, leaseMs, scanMs, beat }: DispatcherOptions,
): Dispatcher {
  const lanes = new Map<number, Lane>()
  const me = randomBytes(6).toString('base64url')
  const running = new Set<Promise<void>>()
  const pauses = new Set<NodeJS.Timeout>()
  const stopping = new AbortController()
  // A platform in trouble is tried with a few commands before it gets all of them.
  const roomOf = { well: most, troubled: Math.ceil(most / 2), down: 1 }
  let claims = 0

  const laneOf = (platformId: number): Lane => {
    const known = lanes.get(platformId)
    if (known) return known
    const lane: Lane = {
      inFlight: 0,
      failures: 0,
      state: 'well',
      pausedUntil: 0,
      claiming: false,
      again: false,
    }
    lanes.set(platformId, lane)
    return lane
  }
  const track = (work: Promise<void>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  function wake(platformId: number): void {
    const lane = laneOf(platformId)
    if (stopping.signal.aborted || lane.pausedUntil > Date.now()) return
    if (lane.claiming) lane.again = true
    else track(fill(platformId, lane))
  }

  /** Claims as much as the lane has room for; one claim at a time. */
  async function fill(platformId: number, lane: Lane): Promise<void> {
    lane.claiming = true
    try {
      do {
        lane.again = false
        const room = roomOf[lane.state] - lane.inFlight
        if (room <= 0 || stopping.signal.aborted || lane.pausedUntil > Date.now()) break
        claims += 1
        const claimed = await claim(db, platformId, { limit: room, leaseMs, owner: `${me}.${claims}` })
        const sendBy = Date.now() + leaseMs / 2
        lane.inFlight += claimed.length
        for (const command of claimed) track(carry(lane, command, sendBy))
      } while (lane.again)
    } catch (error) {
      log.error({ err: error, platformId }, 'outbox not read')
    } finally {
      lane.claiming = false
    }
  }

  async function carry(lane: Lane, command: Claimed, sendBy: number): Promise<void> {
    const { platformId } = command
    try {
      // A process that slept since the claim must not send: somebody may have asked meanwhile.
      if (Date.now() < sendBy) await attempt(lane, command)
    } catch (error) {
      // The lease runs out, and the command is asked about.
      log.error({ err: error, platformId, key: command.key }, 'outcome of a command not stored')
    } finally {
      lane.inFlight -= 1
      wake(platformId)
    }
  }

  async function attempt(lane: Lane, command: Claimed): Promise<void> {
    let answer: Answer | null
    try {
      answer = await (command.from === 'due' ? send(command) : lookUp(command))
    } catch (error) {
      if (!(error instanceof LinkFailure)) throw error
      await moveClaimed(db, users, command, afterFailure(command, error))
      if (!stopping.signal.aborted) slowDown(command.platformId, lane, error)
      return
    }
    const move: Move = answer
      ? { ...answer, tell: answer.state }
      : // Never seen, so it may be sent, with the same key.
        { state: 'due', reason: '', pauseMs: 0, tell: 'sent' }
    await moveClaimed(db, users, command, move)
    await speedUp(command.platformId, lane)
  }

  const send = async ({ platformId, key, name, data, createdAt }: Claimed): Promise<Answer> =>
    readAnswer(
      await call(platformId, '/link/v1/commands', { key, name, data, at: createdAt.toISOString() }),
      key,
    )

  const lookUp = async ({ platformId, key }: Claimed): Promise<Answer | null> =>
    readLookUp(await ask(platformId, 'command', { key }))

  function slowDown(platformId: number, lane: Lane, failure: LinkFailure): void {
    // Of several that fail together one counts.
    if (lane.pausedUntil > Date.now()) return
    lane.failures += 1
    const down = isDown(failure)
    const pauseMs = lanePauseMs(lane.failures, down)
    if (pauseMs === 0) return
    if (lane.state === 'well')
      log.warn({ platformId, failure: failure.message }, 'platform does not answer well')
    lane.state = down ? 'down' : 'troubled'
    lane.pausedUntil = Date.now() + pauseMs
    const timer = setTimeout(() => {
      pauses.delete(timer)
      wake(platformId)
    }, pauseMs + 1)
    pauses.add(timer)
  }

  async function speedUp(platformId: number, lane: Lane): Promise<void> {
    lane.failures = 0
    if (lane.state === 'well') return
    lane.state = 'well'
    lane.pausedUntil = 0
    log.info({ platformId }, 'platform answers again')
    await hasten(db, platformId)
  }

  async function scan(): Promise<void> {
    while (!stopping.signal.aborted) {
      beat?.()
      try {
        for (const platformId of await platformsWithWork(db)) wake(platformId)
      } catch (error) {
        log.error({ err: error }, 'outbox not searched')
      }
      await sleep(scanMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  track(scan())

  return {
    wake,
    async stop() {
      stopping.abort()
      for (const timer of pauses) clearTimeout(timer)
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** What a failed try means for its command. An outcome that was unknown before is not told again. */
function afterFailure({ tries, createdAt, from }: Claimed, failure: LinkFailure): Move {
  const { state, pauseMs, counts } = decideFailure(failure, {
    tries,
    ageMs: Date.now() - createdAt.getTime(),
  })
  return {
    state,
    reason: `${failure.kind}: ${failure.message}`.replaceAll('\0', '').slice(0, 300),
    ...(state === 'unknown' ? { pauseMs } : {}),
    counts,
    tell: state === 'unknown' && from === 'unknown' ? null : state,
  }
}
