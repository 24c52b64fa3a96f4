import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { type WithdrawalOrder, withdrawals } from '../../../contract/withdrawals.ts'
import {
  allowedFrom,
  canReview,
  type ReviewAction,
  type Tab,
  tabStatuses,
  transitions,
} from '../../../contract/withdrawals-states.ts'

/** What a person can do to an order or its player here. Some are one action of the state machine in another form. */
export type Deed =
  | 'lock'
  | 'hold'
  | 'review'
  | 'refuse'
  | 'refuseDuty'
  | 'confiscate'
  | 'unlock'
  | 'duty'
  | 'remark'
  | 'mail'
  | 'autoAdd'
  | 'autoDel'
  | 'log'
  | 'copy'
  | 'reread'

const actionOf: Partial<Record<Deed, ReviewAction>> = {
  lock: 'lock',
  hold: 'hold',
  review: 'submit',
  refuse: 'refuse',
  refuseDuty: 'refuse',
  confiscate: 'confiscate',
  unlock: 'unlock',
}

/** The calls a deed needs; whoever may not make one of them is not offered it. */
export const callsOf: Readonly<Record<Deed, readonly Endpoint[]>> = {
  lock: [withdrawals.lock],
  hold: [withdrawals.hold],
  review: [withdrawals.check, withdrawals.submit],
  refuse: [withdrawals.refuse],
  refuseDuty: [withdrawals.refuse],
  confiscate: [withdrawals.confiscate],
  unlock: [withdrawals.unlock],
  duty: [withdrawals.turnoverDuty],
  remark: [withdrawals.remark],
  mail: [withdrawals.mail],
  autoAdd: [withdrawals.autoPayoutAdd],
  autoDel: [withdrawals.autoPayoutDel],
  log: [withdrawals.payNotifyLog],
  copy: [],
  reread: [withdrawals.list],
}

export interface Reviewer {
  me: string
  /** May give back orders of other checkers. */
  supervisor: boolean
  may: (deed: Deed) => boolean
}

const ofState = ['lock', 'hold', 'review', 'refuse', 'confiscate', 'refuseDuty', 'unlock'] as const
const ofPlayer = ['remark', 'duty', 'mail', 'log', 'copy', 'reread'] as const

/** Whether this can be done to this order now, by this person. */
export function canDo(
  deed: Deed,
  order: Pick<WithdrawalOrder, 'status' | 'checkUser' | 'autoWithdrawRoleID'>,
  tab: Tab,
  { me, supervisor, may }: Reviewer,
): boolean {
  if (!may(deed)) return false
  if (deed === 'autoAdd') return order.autoWithdrawRoleID === 0
  if (deed === 'autoDel') return order.autoWithdrawRoleID === 1
  const action = actionOf[deed]
  return action === undefined || canReview(action, order, me, { tab, supervisor })
}

/** What a row offers, most wanted first. The auto payout tab is about the flag before anything else. */
export function offers(
  order: Pick<WithdrawalOrder, 'status' | 'checkUser' | 'autoWithdrawRoleID'>,
  tab: Tab,
  reviewer: Reviewer,
): Deed[] {
  const flag: Deed[] = ['autoAdd', 'autoDel']
  const all: Deed[] = tab === 3 ? [...flag, ...ofState, ...ofPlayer] : [...ofState, ...flag, ...ofPlayer]
  return all.filter((deed) => canDo(deed, order, tab, reviewer))
}

/** Message for ticked rows that a batch cannot take: none ticked, or some in a wrong status. */
export function wrongSelection(
  deed: Deed,
  orders: readonly { status: number }[],
  tab: Tab,
):
  | 'withdrawals.selectOrder'
  | 'withdrawals.selectPlayer'
  | (typeof transitions)[ReviewAction]['wrongSelection']
  | undefined {
  if (orders.length === 0) return deed === 'autoDel' ? 'withdrawals.selectPlayer' : 'withdrawals.selectOrder'
  const action = actionOf[deed]
  if (!action) return undefined
  const from: readonly number[] = allowedFrom(action, { batch: true, tab })
  if (orders.every(({ status }) => from.includes(status))) return undefined
  return tab === 2 ? 'withdrawals.selectPending' : transitions[action].wrongSelection
}

/** Whether an order is no longer part of the tab once this is done. */
export function leavesTab(deed: Deed, tab: Tab): boolean {
  const action = actionOf[deed]
  const stays: readonly number[] = tabStatuses[tab]
  return action !== undefined && !stays.includes(transitions[action].to)
}
