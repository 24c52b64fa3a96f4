import type { OrderStatus } from '../../../contract/withdrawals-states.ts'
import { orderStatus, systemTransitions } from '../../../contract/withdrawals-states.ts'
import type { Db, Tx } from '../../kit/db/connect.ts'
import { type CommandOutcome, settleCommand } from '../link/index.ts'
import { type Move, moveOrders } from './moves.ts'
import { commandKey, judgePayout, type PayoutEvidence } from './rules.ts'

const platformActor = { accountId: null, username: 'platform' } as const

/**
 * Ends payments on the platform's word, whether it came as an event or as an answer. Returns for each piece of evidence
 * that is not to be believed why (by its index); one that is known already changes nothing.
 */
export async function takePayoutEvidence(
  tx: Db,
  platformId: number,
  evidence: readonly PayoutEvidence[],
): Promise<Map<number, string>> {
  let rejected = new Map<number, string>()
  // More than once only if somebody ended the same payment between our look and our move, or a batch names one twice.
  for (let tries = 0; tries < 3; tries += 1) {
    rejected = new Map()
    const orders = await ordersNamed(tx, platformId, evidence)
    const moves = new Map<string, Move & { to: OrderStatus }>()
    evidence.forEach((piece, index) => {
      const order = orders.get(piece.orderNo)
      const verdict = judgePayout(piece, order)
      if (typeof verdict === 'object') rejected.set(index, verdict.rejected)
      else if (verdict === 'apply' && order && !moves.has(piece.orderNo))
        moves.set(piece.orderNo, ending(piece, order))
    })
    if (moves.size === 0) return rejected
    await endPayments(tx, platformId, [...moves.values()])
  }
  return rejected
}

async function ordersNamed(tx: Db, platformId: number, evidence: readonly PayoutEvidence[]) {
  const names = [...new Set(evidence.map(({ orderNo }) => orderNo))]
  const rows = await tx
    .selectFrom('withdrawal_orders')
    .select(['order_no', 'status', 'attempt', 'real_pay', 'check_user'])
    .where('platform_id', '=', platformId)
    .where('order_no', 'in', names)
    .execute()
  return new Map(rows.map((row) => [row.order_no, row]))
}

function ending(
  { orderNo, outcome, reason }: PayoutEvidence,
  order: { attempt: number; check_user: string },
): Move & { to: OrderStatus } {
  const settled = { orderNo, attempt: order.attempt, delivery: 'confirmed', deliveryTips: '' } as const
  if (outcome === 'paid') return { ...settled, to: orderStatus.completed }
  return {
    ...settled,
    to: orderStatus.failed,
    description: reason,
    reason,
    // Nobody reviewed it, so the place where the automatic payout speaks tells why.
    ...(order.check_user === '' ? { autoMessage: reason } : {}),
  }
}

async function endPayments(
  tx: Db,
  platformId: number,
  moves: readonly (Move & { to: OrderStatus })[],
): Promise<void> {
  // The command before its order: whoever stores a command's answer takes them in this order too.
  for (const { orderNo, attempt = 0 } of moves)
    if (attempt > 0) await settleCommand(tx, platformId, commandKey(orderNo, 'submit', attempt), 'done')
  for (const action of ['paid', 'failed'] as const) {
    const { from, to } = systemTransitions[action]
    await moveOrders(
      tx,
      { platformId, actor: platformActor, action: `withdrawals.${action}`, from },
      moves.filter((move) => move.to === to),
    )
  }
}

/** Until the platform has an outcome for a payment it is working on, it is asked; first after this many seconds. */
const firstAskSeconds = 3

/**
 * Shows on the order where its decision is on the way to the platform. A payment that the platform refuses to begin is
 * proven not to happen, so the order fails with the platform's reason.
 */
export async function commandMoved(tx: Tx, outcome: CommandOutcome): Promise<void> {
  const { platformId, key, name, orderNo, state, reason } = outcome
  if (orderNo === null) return
  const order = await tx
    .selectFrom('withdrawal_orders')
    .select(['attempt', 'check_user'])
    .where('platform_id', '=', platformId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst()
  if (!order) return
  const guard = { platformId, actor: platformActor }
  if (name === 'payout.start') {
    if (key !== commandKey(orderNo, 'submit', order.attempt)) return
    const { attempt } = order
    if (state === 'refused') {
      await moveOrders(tx, { ...guard, action: 'withdrawals.failed', from: systemTransitions.failed.from }, [
        {
          ...ending({ orderNo, key, outcome: 'failed', amount: 0n, reason }, order),
          delivery: 'refused',
          deliveryTips: reason,
        },
      ])
      return
    }
    // Carried out means begun: only evidence says how a payment ended.
    const delivery = state === 'accepted' || state === 'done' ? 'sent' : state
    await moveOrders(tx, { ...guard, action: null, from: [orderStatus.paying] }, [
      { orderNo, attempt, delivery, deliveryTips: reason, askIn: firstAskSeconds },
    ])
    return
  }
  const decided = decidedBy[name]
  if (!decided || key !== commandKey(orderNo, decided.action)) return
  const delivery = state === 'done' ? 'confirmed' : state === 'accepted' ? 'sent' : state
  await moveOrders(tx, { ...guard, action: null, from: [decided.status] }, [
    { orderNo, delivery, deliveryTips: reason },
  ])
}

const decidedBy: Partial<
  Record<CommandOutcome['name'], { action: 'refuse' | 'confiscate'; status: OrderStatus }>
> = {
  'withdrawal.refuse': { action: 'refuse', status: orderStatus.refused },
  'withdrawal.confiscate': { action: 'confiscate', status: orderStatus.confiscated },
}
