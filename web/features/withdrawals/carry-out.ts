import { type WithdrawalOrder, withdrawals } from '../../../contract/withdrawals.ts'
import { orderStatus, type Tab } from '../../../contract/withdrawals-states.ts'
import { ApiError, call } from '../../kit/api.ts'
import type { Deed } from './deeds.ts'
import { allFailed, type Outcome, together } from './verdicts.ts'

/** What a person entered for a decision. */
export interface Given {
  checkUser?: string
  description?: string
  nRequireMul?: string
  channelId?: number
}

export interface Decision {
  deed: Deed
  /** As the person saw them. */
  orders: readonly Pick<WithdrawalOrder, 'OrderNo' | 'status' | 'rowVersion'>[]
  platformId: number
  tab: Tab
  given: Given
  /** Channel of each order, where each is paid through its own. */
  channelOf: (order: Pick<WithdrawalOrder, 'OrderNo'>) => number | undefined
  /** Says that the review stands though the payment could not be started. */
  rests: (reason: string) => string
}

/** An order call: the same for one order and for many. */
type OrderCall = typeof withdrawals.hold

/**
 * Makes the calls of a decision and says what became of each order. A refusal that names a field of the form is thrown,
 * for the person to mend it there.
 */
export async function carryOut(decision: Decision): Promise<Outcome> {
  const { deed, orders, given } = decision
  const { checkUser, description, nRequireMul } = given
  const orderNos = orders.map(({ OrderNo }) => OrderNo)
  switch (deed) {
    case 'lock':
      return send(decision, withdrawals.lock, orderNos, { checkUser })
    case 'hold':
      return send(decision, withdrawals.hold, orderNos)
    case 'refuse':
      return send(decision, withdrawals.refuse, orderNos, { description })
    case 'refuseDuty':
      return send(decision, withdrawals.refuse, orderNos, { nRequireMul })
    case 'confiscate':
      return send(decision, withdrawals.confiscate, orderNos, { description })
    case 'unlock':
      return send(decision, withdrawals.unlock, orderNos, { description })
    case 'review':
      return orders.length === 1 ? review(decision) : submitBatch(decision)
    default:
      throw new Error(`${deed} decides no orders`)
  }
}

/** Records the review, then claims the order for payment. If only the second fails, the order rests as reviewed. */
async function review(decision: Decision): Promise<Outcome> {
  const [order] = decision.orders
  if (!order) return { ok: [], failed: [] }
  const orderNos = [order.OrderNo]
  let reviewed = decision
  if (order.status !== orderStatus.reviewed) {
    const checked = await send(decision, withdrawals.check, orderNos)
    if (checked.failed.length > 0) return checked
    // The review itself is a change of the row; no other may have come between.
    reviewed = { ...decision, orders: [{ ...order, rowVersion: order.rowVersion + 1 }] }
  }
  const channelId = decision.given.channelId ?? decision.channelOf(order)
  const outcome = await send(reviewed, withdrawals.submit, orderNos, { channelId }, { keepFields: true })
  return {
    ok: outcome.ok,
    failed: outcome.failed.map(({ orderNo, message }) => ({ orderNo, message: decision.rests(message) })),
  }
}

/** One call for each channel that is paid through. */
async function submitBatch(decision: Decision): Promise<Outcome> {
  const { orders, given, channelOf } = decision
  const byChannel = Map.groupBy(orders, (order) => given.channelId ?? channelOf(order))
  const outcomes: Outcome[] = []
  for (const [channelId, group] of byChannel) {
    const orderNos = group.map(({ OrderNo }) => OrderNo)
    outcomes.push(await send(decision, withdrawals.submit, orderNos, { channelId }, { keepFields: true }))
  }
  return together(outcomes)
}

async function send(
  { platformId, tab, orders }: Decision,
  endpoint: unknown,
  orderNo: string[],
  more: Partial<Record<string, string | number | undefined>> = {},
  { keepFields = false } = {},
): Promise<Outcome> {
  const wanted = new Set(orderNo)
  const rowVersions = Object.fromEntries(
    orders.filter(({ OrderNo }) => wanted.has(OrderNo)).map((order) => [order.OrderNo, order.rowVersion]),
  )
  try {
    return await call(
      endpoint as OrderCall,
      { platformId, tabIndex: tab, orderNo, rowVersions, ...more },
      { silent: true },
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!keepFields && error.field && Object.hasOwn(more, error.field)) throw error
    return allFailed(orderNo, error.message)
  }
}
