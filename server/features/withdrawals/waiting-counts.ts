import { sql } from 'kysely'
import type { withdrawals } from '../../../contract/withdrawals.ts'
import type { RidingRead } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'

/** How many wait in each tab, and the sum of changes at which they were counted. */
type Found = [review: number, risk: number, auto: number, changes: number]

/**
 * What waits in each tab: 1 the queue (waiting or locked), 2 the risk hold, 3 the same as 1 of flagged players. The first
 * two are kept by whoever moves orders; the third is counted, and remembered for as long as neither orders nor flags of
 * the platform change. Each transaction that changes them adds to a number, so that two reads that see the same sum see
 * the same orders and flags.
 */
export function waitingCounts(): RidingRead<(typeof withdrawals)['counts'], Found | null> {
  const remembered = new Map<number, { changes: number; auto: number }>()
  return {
    question({ platformId }) {
      const { changes, auto } = remembered.get(platformId) ?? { changes: -1, auto: 0 }
      return sql`(
        select json_build_array(t.review, t.risk,
          case when t.changes = ${changes}::bigint then ${auto}::int else (
            select count(*)::int from withdrawal_orders o
            where o.platform_id = p.id and o.status in (0, 6)
              and exists (select from players f
                where f.platform_id = p.id and f.role_id = o.role_id and f.auto_payout = 1)) end,
          t.changes)
        from platforms p cross join lateral (
          select coalesce(sum(n) filter (where status <> 7), 0)::int as review,
            coalesce(sum(n) filter (where status = 7), 0)::int as risk,
            coalesce(sum(changes) filter (where status <> 7), 0)::bigint
              + coalesce((select changes from auto_payout_changes f where f.platform_id = p.id), 0) as changes
          from withdrawal_totals where platform_id = p.id and status in (0, 6, 7)
        ) t
        where p.id = ${platformId} and p.deleted = 0)`
    },
    answer(found, _ctx, { platformId }) {
      if (!found) return refuse('platforms.notFound', {}, 'platformId')
      const [review, risk, auto, changes] = found
      remembered.set(platformId, { changes, auto })
      return { orderCount: { 1: review, 2: risk, 3: auto } }
    },
  }
}
