import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import type { Services } from '../../kit/services.ts'
import { asOneMoment, type Check } from '../../kit/verify.ts'

type Uses = Pick<Services, 'db' | 'clock' | 'log'>

const minuteMs = 60_000
/** A change is dated by the beginning of its transaction, which may have taken a while until others saw it. */
const overlapMs = 10 * minuteMs
/** Where a difference was found all of it is looked at again this often, until it is gone. */
const againMs = 10 * minuteMs
/** The whole is looked at once a day from this hour on, when yesterday is closed. */
const wholeFromHour = 4
const booksLock = 7_104

/** Does it unless another process is at it; one at a time looks at the books. */
async function alone<T>(db: Db, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_lock(${booksLock}, 0) as mine`.execute(own)
    if (!rows[0]?.mine) return null
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${booksLock}, 0)`.execute(own)
    }
  })
}

async function timed<T>(work: () => Promise<T>): Promise<{ found: T; ms: number }> {
  const began = performance.now()
  const found = await work()
  return { found, ms: Math.round(performance.now() - began) }
}

async function keep(db: Db, name: string, kept: Partial<Kept>): Promise<void> {
  await db
    .insertInto('book_checks')
    .values({ name, differences: [], checked_at: null, ms: null, ...kept })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(kept))
    .execute()
}
interface Kept {
  checked_at: Date
  ms: number
  differences: string[]
  lately_at: Date
  lately_ms: number
}

/** Looks at all of it, and keeps what was found. */
async function lookAtWhole({ db, clock }: Uses, check: Check): Promise<void> {
  const { found, ms } = await timed(() => asOneMoment(db, (tx) => check.differences(tx)))
  await keep(db, check.name, { checked_at: clock.now(), ms, differences: found })
}

/** Every check over everything; 'busy' if another process is at it. Forgets checks that are no more. */
export async function lookAtAll(services: Uses, checks: readonly Check[]): Promise<'looked' | 'busy'> {
  const done = await alone(services.db, async () => {
    for (const check of checks) await lookAtWhole(services, check)
    const names = checks.map(({ name }) => name)
    await services.db.deleteFrom('book_checks').where('name', 'not in', names).execute()
    return 'looked' as const
  })
  return done ?? 'busy'
}

interface Known {
  name: string
  checked_at: Date | null
  lately_at: Date | null
  differences: string[]
}

/** Whether the whole was not looked at since the night, or not lately where something is wrong. */
function isWholeDue({ clock }: Pick<Uses, 'clock'>, known: Known | undefined): boolean {
  if (!known?.checked_at) return true
  const now = clock.now()
  if (known.differences.length > 0) return now.getTime() - known.checked_at.getTime() >= againMs
  const nightOf = (at: Date) => clock.dayOf(new Date(at.getTime() - wholeFromHour * 60 * minuteMs))
  return nightOf(known.checked_at) < nightOf(now)
}

/** What changed since the last look; what is found there has all of it looked at, so that nothing is forgotten. */
async function lookAtChanges(services: Uses, check: Check, known: Known): Promise<void> {
  const { db, clock } = services
  const last = known.lately_at ?? known.checked_at
  if (!check.lately || !last) return
  const now = clock.now()
  const since = new Date(last.getTime() - overlapMs)
  const { found, ms } = await timed(() => asOneMoment(db, async (tx) => check.lately?.(tx, since) ?? []))
  await keep(db, check.name, { lately_at: now, lately_ms: ms })
  if (found.length > 0 && known.differences.length === 0) await lookAtWhole(services, check)
}

/**
 * One turn: each check over what changed, and over everything where that is due. A check that fails is told and does not
 * keep the others from their turn. Nothing while another process has looked within the minute.
 */
export async function lookAtBooks(services: Uses, checks: readonly Check[]): Promise<void> {
  const { db, clock, log } = services
  await alone(db, async () => {
    const rows: Known[] = await db
      .selectFrom('book_checks')
      .select(['name', 'checked_at', 'lately_at', 'differences'])
      .execute()
    const lately = Math.max(0, ...rows.map(({ lately_at }) => lately_at?.getTime() ?? 0))
    if (clock.now().getTime() - lately < minuteMs - 5000) return
    const known = new Map(rows.map((row) => [row.name, row]))
    for (const check of checks) {
      const row = known.get(check.name)
      try {
        if (isWholeDue(services, row)) await lookAtWhole(services, check)
        else if (row) await lookAtChanges(services, check, row)
      } catch (error) {
        log.error({ err: error, check: check.name }, 'books could not be checked')
      }
    }
  })
}

/** Looks at the books every minute, whichever process comes first. Returns the way to stop. */
export function startBookkeeping(services: Services, checks: readonly Check[]): () => void {
  const timer = setInterval(() => {
    lookAtBooks(services, checks).catch((error: unknown) =>
      services.log.error({ err: error }, 'books could not be checked'),
    )
  }, minuteMs)
  return () => clearInterval(timer)
}
