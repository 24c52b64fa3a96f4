import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import type { Services } from '../../kit/services.ts'
import { type Ask, LinkFailure } from '../link/index.ts'
import { PayoutAnswer } from './events.ts'
import { takePayoutEvidence } from './evidence.ts'
import { untilServed } from './moves.ts'
import { paymentKey } from './rules.ts'

type Chasing = Pick<Services, 'db' | 'log'>

interface Due {
  platform_id: number
  order_no: string
  attempt: number
  asks: number
}

/** Per platform and round; what is left waits for the next round. */
const ordersPerRound = 20

/**
 * Asks platforms, again and again, about payments that have no outcome yet, and hands the answers to the same judgement
 * as events. Only asks: it never sends a payment again and never gives up on one. Runs until stopped; any number of
 * processes may run it.
 */
export function startEvidenceChase(services: Chasing, ask: Ask, { everyMs = 1000 } = {}) {
  const busy = new Map<number, Promise<void>>()
  let tidied = 0
  let stopped = false
  let looking: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    try {
      if (Date.now() - tidied > hourMs) {
        tidied = Date.now()
        await dropEmptyCounters(services.db)
      }
      const due = Map.groupBy(await dueOrders(services.db), (order) => order.platform_id)
      for (const [platformId, orders] of due) {
        // A platform that answers slowly keeps only its own orders waiting.
        if (busy.has(platformId)) continue
        const round = chasePlatform(services, ask, orders).finally(() => busy.delete(platformId))
        busy.set(platformId, round)
      }
    } catch (error) {
      services.log.error({ err: error }, 'payments without outcome could not be looked up')
    }
  }
  const timer = setInterval(() => {
    if (!stopped) looking = look()
  }, everyMs)
  return {
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      await looking
      await Promise.all(busy.values())
    },
  }
}

/** Counters of days gone by that came down to nothing; without this each day would leave its empty slots behind. */
async function dropEmptyCounters(db: Db): Promise<void> {
  await sql`delete from withdrawal_counts where n = 0 and day < current_date - 2`.execute(db)
}

const hourMs = 3_600_000

/** One round over one platform's orders. Ends early where the platform does not answer. */
export async function chasePlatform({ db, log }: Chasing, ask: Ask, orders: readonly Due[]): Promise<void> {
  for (const order of orders) {
    const { platform_id: platformId, order_no: orderNo, attempt } = order
    try {
      if (!(await claimAsk(db, order))) continue
      const key = paymentKey(orderNo, attempt)
      const answer = PayoutAnswer.parse(await ask(platformId, 'payout', { orderNo, key }))
      if (!answer.seen || answer.outcome === 'paying') continue
      const { outcome, amount = 0n, reason = '' } = answer
      const doubts = await untilServed(() =>
        db
          .transaction()
          .execute((tx) => takePayoutEvidence(tx, platformId, [{ orderNo, key, outcome, amount, reason }])),
      )
      if (doubts.size > 0) log.warn({ platformId, orderNo, why: doubts.get(0) }, 'answer not believed')
    } catch (error) {
      const unreachable = error instanceof LinkFailure
      log[unreachable ? 'debug' : 'warn']({ err: error, platformId, orderNo }, 'payment not looked up')
      if (unreachable) return
    }
  }
}

/** Payments due to be asked about: handed over to the platform, some seconds without an outcome. */
export async function dueOrders(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select o.platform_id, o.order_no, o.attempt, o.asks from platforms p
    cross join lateral (
      select platform_id, order_no, attempt, asks from withdrawal_orders
      where platform_id = p.id and status = 4 and next_ask_at <= now() and attempt > 0 and delivery <> 'queued'
      order by next_ask_at limit ${ordersPerRound}
    ) o
    where p.deleted = 0`.execute(db)
  return rows
}

/** Takes the next question about an order for this process and sets the one after it: 3 s, doubling up to 5 minutes. */
async function claimAsk(db: Db, order: Due): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('withdrawal_orders')
    .set({
      asks: sql<number>`asks + 1`,
      next_ask_at: sql<Date>`now() + least(300, 3 * 2 ^ least(asks, 10)) * interval '1 second'`,
    })
    .where('platform_id', '=', order.platform_id)
    .where('order_no', '=', order.order_no)
    .where('status', '=', 4)
    .where('attempt', '=', order.attempt)
    .where('asks', '=', order.asks)
    .where('next_ask_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
