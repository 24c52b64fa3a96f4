import { orderStatus } from '../../../contract/withdrawals-states.ts'

/** Where the money of an order is, as its platform sees it. */
export const moneyStates = ['open', 'paying', 'paid', 'failed', 'refunded', 'confiscated'] as const
export type Money = (typeof moneyStates)[number]

/** Key of the command that carries a decision out: made of order, action and attempt, so it is the same at each try. */
export const commandKey = (
  orderNo: string,
  action: 'submit' | 'refuse' | 'confiscate',
  attempt = 1,
): string => `${orderNo}:${action}:${attempt}`

/** Key of the payment an order stands for; '' for one that the platform began by itself. */
export const paymentKey = (orderNo: string, attempt: number): string =>
  attempt === 0 ? '' : commandKey(orderNo, 'submit', attempt)

/** The platform's word on a payment. Amount in thousandths. */
export interface PayoutEvidence {
  orderNo: string
  key: string
  outcome: 'paid' | 'failed'
  amount: bigint
  reason: string
}

interface PaidOrder {
  order_no: string
  status: number
  attempt: number
  real_pay: bigint
}

/**
 * What a piece of evidence does to its order: moves it, is known already, or is not to be believed (a sentence naming
 * the field). Everything has to agree with what was sent: order, key, amount.
 */
export function judgePayout(
  evidence: PayoutEvidence,
  order: PaidOrder | undefined,
): 'apply' | 'known' | { rejected: string } {
  // A payment from before the platform was linked: its order says the same by itself, whenever it comes.
  if (!order) return evidence.key === '' ? 'known' : { rejected: 'data.orderNo: no such order' }
  if (evidence.key !== paymentKey(order.order_no, order.attempt))
    return { rejected: 'data.key: not the key of the current payment' }
  if (evidence.amount !== (evidence.outcome === 'paid' ? order.real_pay : 0n))
    return {
      rejected: `data.amount: ${evidence.amount} is not what a payment ${evidence.outcome} amounts to`,
    }
  if (order.status === orderStatus.paying) return 'apply'
  const ended = evidence.outcome === 'paid' ? orderStatus.completed : orderStatus.failed
  if (order.status === ended) return 'known'
  return { rejected: `data.outcome: contradicts the order, which is at status ${order.status}` }
}

/** Figures that a person would look at before paying; one that is missing stops the automatic payout. */
export const neededEvidence = [
  'mailMoney',
  'turnover',
  'balance',
  'totalDrawn',
  'totalRollOut',
  'totalPaid',
  'advFee',
  'gmScore',
  'depositCount',
  'withdrawTimes',
  'loginIpCount',
  'regIpCount',
  'payingOrders',
] as const

export interface AutoPayoutFacts {
  /** Limits in thousandths; null where none is set. */
  perOrder: bigint | null
  perDay: bigint | null
  channelOn: boolean
  amount: bigint
  evidence: Readonly<Record<string, unknown>>
  /** The player's orders of the same business day, this one included, that were not refused or returned. */
  sumOfDay: bigint
  /** The player's orders that are being paid now. */
  paying: number
}

/** Why a flagged player's order is not paid automatically, or null when it is. Whatever is unknown forbids. */
export function whyNotAutomatic(facts: AutoPayoutFacts) {
  if (facts.perOrder === null || facts.perDay === null) return 'withdrawals.autoLimits'
  if (!facts.channelOn) return 'withdrawals.autoNoChannel'
  if (neededEvidence.some((name) => typeof facts.evidence[name] !== 'number'))
    return 'withdrawals.autoMissing'
  if (facts.amount > facts.perOrder) return 'withdrawals.autoPerOrder'
  if (facts.sumOfDay > facts.perDay) return 'withdrawals.autoPerDay'
  if (facts.paying > 0 || facts.evidence['payingOrders'] !== 0) return 'withdrawals.autoOtherPaying'
  return null
}
