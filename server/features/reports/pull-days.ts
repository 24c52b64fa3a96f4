import { sql } from 'kysely'
import * as z from 'zod'
import type { Db, Tx } from '../../kit/db/connect.ts'
import type { Services } from '../../kit/services.ts'
import { type Ask, LinkFailure, retryingCollisions } from '../link/index.ts'
import { matched } from './absorb.ts'
import { AccountDayEvent, PlatformDayEvent } from './facts.ts'
import { recordPlatformDays } from './platform-days.ts'
import { recordFacts } from './record.ts'

type Needs = Pick<Services, 'db' | 'clock'>

const pageSize = 500

const DaysAnswer = z.object({
  accounts: z.array(AccountDayEvent).max(pageSize),
  platform: PlatformDayEvent.nullable(),
  next: z.string().max(200),
  more: z.boolean(),
})

interface Pulled {
  /** Days of accounts that were told. */
  accounts: number
  /** Names that belong to no account here. */
  unknown: string[]
}

/**
 * Asks a platform for a day, of all its accounts or of the one with this proxy, and takes in what it says as if it had
 * come by event. Throws `LinkFailure` where there is no good answer; what was taken in by then stays.
 */
export async function pullDay(
  { db, clock }: Needs,
  ask: Ask,
  platformId: number,
  day: string,
  roleId?: string,
): Promise<Pulled> {
  const pulled: Pulled = { accounts: 0, unknown: [] }
  let after = ''
  for (;;) {
    const sent = { day, after, limit: pageSize, ...(roleId ? { roleId } : {}) }
    const parsed = DaysAnswer.safeParse(await ask(platformId, 'days', sent))
    if (!parsed.success)
      throw new LinkFailure('broken', `days: ${parsed.error.issues[0]?.message ?? 'not understood'}`)
    const { accounts, platform, next, more } = parsed.data
    const wrong =
      accounts.find((one) => one.day !== day) ?? (platform && platform.day !== day ? platform : undefined)
    if (wrong) throw new LinkFailure('broken', `days: asked for ${day}, told of ${wrong.day}`)
    const today = clock.dayOf(clock.now())
    await retryingCollisions(() =>
      db.transaction().execute(async (tx: Tx) => {
        const { facts, unknown } = await matched(
          tx,
          platformId,
          accounts.map((data) => ({ id: '', data })),
        )
        await recordFacts(tx, { platformId, today, facts })
        if (platform) await recordPlatformDays(tx, platformId, today, [platform])
        pulled.accounts += facts.length
        pulled.unknown.push(...unknown.map(({ data }) => data.username))
      }),
    )
    // A platform that says "more" and does not move on would be asked for ever.
    if (!more || next === after) return pulled
    after = next
  }
}

/** Days of a platform that are over and not closed: from the day after the last closed one, or the first with figures. */
export async function openDaysBefore(
  db: Db,
  platformId: number,
  today: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with first as (
      select coalesce(
        (select max(day) + 1 from closed_days where platform_id = ${platformId}),
        (select min(day) from platform_days where platform_id = ${platformId})
      ) as day
    )
    select g.day::date as day from first, generate_series(first.day, ${today}::date - 1, interval '1 day') as g (day)
    order by 1 limit ${most}`.execute(db)
  return rows.map(({ day }) => day)
}
