import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../../kit/services.ts'
import { type Ask, LinkFailure } from '../link/index.ts'
import { whileDayCloses } from './figures-sql.ts'
import { openDaysBefore, pullDay } from './pull-days.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log'>

/** Time of day in the region from which yesterday is asked for once more and closed. */
const closesAt = '03:00'
const daysAtOnce = 31

export interface ClosingOptions {
  /** Pause between two looks. */
  everyMs: number
  /** Told at each look. */
  beat?: (() => void) | undefined
}

/**
 * Closes days that are over, platform by platform: asks for the day once more, takes that in, and from then on the day
 * keeps its figures. A platform that does not answer is asked again later; its day stays open meanwhile. Several
 * processes may do this at once: taking in twice and closing twice change nothing.
 */
export function startClosing(
  services: Needs,
  ask: Ask,
  { everyMs, beat }: ClosingOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      beat?.()
      await closeDue(services, ask, stopping.signal).catch((error: unknown) =>
        services.log.error({ err: error }, 'closing days'),
      )
      await sleep(everyMs * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
    }
  }
  const looping = loop()
  return async () => {
    stopping.abort()
    await looping
  }
}

/** Closes every day that is due by now. */
export async function closeDue(services: Needs, ask: Ask, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const today = clock.dayOf(now)
  const early = clock.format(now).slice(11, 16) < closesAt
  const { rows } = await sql<{ id: number }>`
    select id from platforms
    where deleted = 0 and status <> 2 and secret is not null and api_url <> '' order by id`.execute(db)
  for (const { id } of rows) {
    // Before closing time yesterday is still left alone.
    const until = early ? clock.dayOf(new Date(clock.startOf(today).getTime() - 1)) : today
    try {
      for (const day of await openDaysBefore(db, id, until, daysAtOnce)) {
        if (signal?.aborted) return
        await closeDay(services, ask, id, day)
      }
    } catch (error) {
      if (!(error instanceof LinkFailure)) throw error
      log.info({ platformId: id, failure: error.message }, 'day not closed yet')
    }
  }
}

/** Asks for a day once more and closes it. Throws `LinkFailure` where the platform has no good answer. */
export async function closeDay(services: Needs, ask: Ask, platformId: number, day: string): Promise<void> {
  const { unknown } = await pullDay(services, ask, platformId, day)
  if (unknown.length > 0)
    services.log.warn({ platformId, day, unknown: unknown.slice(0, 20) }, 'days of no account here')
  await services.db.transaction().execute(async (tx) => {
    await whileDayCloses(tx, platformId)
    await tx
      .insertInto('closed_days')
      .values({ platform_id: platformId, day })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
