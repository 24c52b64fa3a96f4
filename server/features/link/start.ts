import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { listenTo } from '../../kit/db/listen.ts'
import { askOver } from './ask.ts'
import { callerOfPlatforms, type LinkServices } from './call.ts'
import { type DispatcherOptions, startDispatcher } from './dispatcher.ts'
import { healthOf } from './health.ts'
import { enqueueCommands, outboxChannel } from './outbox.ts'
import { type PullOptions, startPull } from './pull.ts'
import { startPurge } from './purge.ts'
import type { Ask, EnqueueCommands, LinkUsers } from './types.ts'

/** The running link of a work process. */
export interface Link {
  enqueueCommands: EnqueueCommands
  ask: Ask
  /** Ends the loops; waits a few seconds for what is under way, then leaves it unknown. */
  stop(): Promise<void>
}

interface LinkOptions {
  /** How long a platform may take to answer. */
  timeoutMs?: number
  dispatch?: Partial<DispatcherOptions>
  pull?: Partial<PullOptions>
  /** How long `stop` waits for answers. */
  graceMs?: number
  /** Told at each turn of a loop. */
  beats?: { dispatch: () => void; pull: () => void }
}

/**
 * Starts the link's loops: commands out, orders pulled, old traces purged. For work processes, any number of them on
 * one database; a process that only serves people needs `registerLinkIntake` and `askOf` alone.
 */
export async function startLink(
  services: LinkServices,
  users: LinkUsers,
  connection: pg.ClientConfig,
  { timeoutMs = 10_000, dispatch, pull, graceMs = 3_000, beats }: LinkOptions = {},
): Promise<Link> {
  const giveUp = new AbortController()
  const health = healthOf(services)
  const call = callerOfPlatforms(services, { timeoutMs, signal: giveUp.signal, health })
  const ask = askOver(call)
  const dispatcher = startDispatcher(
    services,
    users,
    { call, ask },
    { inFlight: 8, leaseMs: 3 * timeoutMs, scanMs: 700, beat: beats?.dispatch, ...dispatch },
  )
  const unlisten = await listenTo(
    connection,
    outboxChannel,
    (payload) => dispatcher.wake(Number(payload)),
    (error) => services.log.warn({ err: error }, 'no notifications of the outbox; searching it instead'),
  ).catch(async (error: unknown) => {
    await dispatcher.stop()
    throw error
  })
  const stopPull = startPull(services, users, ask, {
    everyMs: 30_000,
    listsEveryMs: 180_000,
    scanMs: 3_000,
    beat: beats?.pull,
    ...pull,
  })
  const stopPurge = startPurge(services, 5 * 60_000)

  return {
    enqueueCommands,
    ask,
    async stop() {
      const stopped = Promise.all([unlisten(), stopPurge(), stopPull(), dispatcher.stop()])
      const patience = new AbortController()
      await Promise.race([stopped, sleep(graceMs, undefined, patience).catch(() => {})])
      patience.abort()
      giveUp.abort()
      await stopped
      await health.close()
    },
  }
}
