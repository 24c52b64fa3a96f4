import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import type { Services } from '../../kit/services.ts'
import type { Check } from '../../kit/verify.ts'

type Settlement = typeof features.settlement

interface Totals {
  earned: bigint
  pending: bigint
  settled: bigint
  paid_u: bigint
  remainder: bigint
  entries: number
}

/** What every check of the product found when it last ran, and what the books of settlement hold together. */
export async function books({ db, clock }: Ctx<'rule'>): Promise<ResultOf<Settlement['books']>> {
  const [checks, totals] = await Promise.all([
    db.selectFrom('book_checks').selectAll().orderBy('name').execute(),
    sql<Totals>`
      select coalesce(sum(earned), 0)::bigint as earned, coalesce(sum(pending), 0)::bigint as pending,
        coalesce(sum(settled), 0)::bigint as settled, coalesce(sum(paid_u), 0)::bigint as paid_u,
        (select coalesce(sum(remainder), 0)::bigint from settle_orders where status = 1) as remainder,
        (select count(*)::int from ledger_entries) as entries
      from settle_balances`.execute(db),
  ])
  const sum = totals.rows[0] ?? {
    earned: 0n,
    pending: 0n,
    settled: 0n,
    paid_u: 0n,
    remainder: 0n,
    entries: 0,
  }
  return {
    unexplained: checks.reduce((found, { differences }) => found + differences.length, 0),
    checks: checks.map(({ name, checked_at, ms, differences }) => ({
      name,
      ms,
      differences,
      checked_at: clock.format(checked_at),
    })),
    totals: {
      earned: toPlain(sum.earned),
      pending: toPlain(sum.pending),
      settled: toPlain(sum.settled),
      open: toPlain(sum.earned - sum.pending - sum.settled),
      paid_u: Number(sum.paid_u) / 100,
      remainder: Number(sum.remainder) / 1_000_000,
      entries: sum.entries,
    },
  }
}

/** Runs every check now. Each looks at one moment of the database; together they may take a while. */
export const checkBooks =
  (checks: readonly Check[]) =>
  async (ctx: Ctx<'rule'>): Promise<ResultOf<Settlement['booksCheck']>> => ({
    unexplained: await runChecks(ctx, checks),
  })

/** Runs checks and keeps what they found. Returns the number of differences. */
async function runChecks(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  checks: readonly Check[],
): Promise<number> {
  let found = 0
  for (const check of checks) {
    const began = performance.now()
    const differences = await check.differences(db)
    found += differences.length
    const kept = { checked_at: clock.now(), ms: Math.round(performance.now() - began), differences }
    await db
      .insertInto('book_checks')
      .values({ name: check.name, ...kept })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(kept))
      .execute()
  }
  const names = checks.map(({ name }) => name)
  await db.deleteFrom('book_checks').where('name', 'not in', names).execute()
  return found
}

const everyMs = 60_000

/** Whether nobody looked for a while. Two processes that ask at once may both look: that costs time, nothing else. */
async function isDue(db: Db, now: Date): Promise<boolean> {
  const lately = await db
    .selectFrom('book_checks')
    .select('name')
    .where('checked_at', '>', new Date(now.getTime() - everyMs + 5000))
    .limit(1)
    .executeTakeFirst()
  return lately === undefined
}

/** Looks at the books every minute, whichever process comes first. Returns the way to stop. */
export function startBookkeeping(services: Services, checks: readonly Check[]): () => void {
  const look = async () => {
    if (await isDue(services.db, services.clock.now())) await runChecks(services, checks)
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => services.log.error({ err: error }, 'books could not be checked'))
  }, everyMs)
  return () => clearInterval(timer)
}
