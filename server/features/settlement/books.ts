import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import type { Check } from '../../kit/verify.ts'
import { lookAtAll } from './bookkeeping.ts'

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
    checks: checks.map(({ name, checked_at, ms, differences, lately_at, lately_ms }) => ({
      name,
      ms: ms ?? 0,
      differences,
      checked_at: clock.format(checked_at),
      lately_at: clock.format(lately_at),
      lately_ms: lately_ms ?? 0,
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

const patienceMs = 20_000

/**
 * Looks at everything now. Answers when all is looked at, at the latest after 20 seconds: what takes longer goes on, and
 * `running` says so.
 */
export const checkBooks =
  (checks: readonly Check[]) =>
  async (ctx: Ctx<'rule'>): Promise<ResultOf<Settlement['booksCheck']>> => {
    const work = lookAtAll(ctx, checks)
    work.catch((error: unknown) => ctx.log.error({ err: error }, 'books could not be checked'))
    const patience = new AbortController()
    const late = sleep(patienceMs, 'late' as const, { signal: patience.signal }).catch(() => 'late' as const)
    const done = await Promise.race([work, late])
    patience.abort()
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(cardinality(differences)), 0)::int as n from book_checks`.execute(ctx.db)
    return { unexplained: rows[0]?.n ?? 0, running: done === 'looked' ? 0 : 1 }
  }
