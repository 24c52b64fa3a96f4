import { text } from './kit/language.ts'

/*
 * The withdrawal order's state machine, as data. The server enforces it in its UPDATE, the page shows its buttons by
 * it, the documentation draws it, and a property test walks it.
 */

/** Stored status of a withdrawal order. */
export const orderStatus = {
  waiting: 0,
  reviewed: 1,
  refused: 2,
  confiscated: 3,
  paying: 4,
  failed: 5,
  locked: 6,
  held: 7,
  completed: 100,
} as const
export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]
export const allStatuses = [0, 1, 2, 3, 4, 5, 6, 7, 100] as const satisfies readonly OrderStatus[]

export const orderStatusTexts: Record<OrderStatus, ReturnType<typeof text>> = {
  0: text('待加入工单', 'Waiting to join the queue'),
  1: text('已审核/锁定', 'Reviewed/locked'),
  2: text('已拒绝并退款', 'Refused, refunded'),
  3: text('已拒绝并没收', 'Refused, confiscated'),
  4: text('第三方处理中', 'Third party processing'),
  5: text('失败已退款', 'Failed, refunded'),
  6: text('已加入工单待审核', 'In the queue, pending review'),
  7: text('风控挂起', 'Risk hold'),
  100: text('已完成', 'Completed'),
}

/** 1 review, 2 risk hold, 3 auto payout. */
export const tabs = [1, 2, 3] as const
export type Tab = (typeof tabs)[number]
/** What a tab shows without `allStatus`; the auto payout tab shows every status. */
export const tabStatuses: Record<Tab, readonly OrderStatus[]> = { 1: [0, 1, 6], 2: [7], 3: allStatuses }

/** What a person can do to an order. */
export type ReviewAction = 'lock' | 'hold' | 'check' | 'submit' | 'refuse' | 'confiscate' | 'unlock'

interface Transition {
  /** From which statuses a single order may go, and from which in a batch, by tab. */
  from: readonly OrderStatus[]
  batchFrom: Readonly<Record<Tab, readonly OrderStatus[]>>
  to: OrderStatus
  /** Whether only the order's checker may do it. */
  byChecker: boolean
  /** Who the checker is afterwards: the caller (or a named one), unchanged, or nobody. */
  checker: 'set' | 'keep' | 'clear'
  /** Message when rows of a wrong status were ticked. */
  wrongSelection: 'withdrawals.selectWaiting' | 'withdrawals.selectPending' | 'withdrawals.selectReviewed'
}

const both = (from: readonly OrderStatus[]) => ({ 1: from, 2: from, 3: from })
const decided = { 1: [6], 2: [7], 3: [6, 7] } as const

export const transitions: Readonly<Record<ReviewAction, Transition>> = {
  lock: {
    from: [0],
    batchFrom: both([0]),
    to: 6,
    byChecker: false,
    checker: 'set',
    wrongSelection: 'withdrawals.selectWaiting',
  },
  hold: {
    from: [0],
    batchFrom: both([0]),
    to: 7,
    byChecker: false,
    checker: 'set',
    wrongSelection: 'withdrawals.selectWaiting',
  },
  check: {
    from: [1, 6, 7],
    batchFrom: both([1, 6, 7]),
    to: 1,
    byChecker: true,
    checker: 'keep',
    wrongSelection: 'withdrawals.selectPending',
  },
  submit: {
    from: [1, 6, 7],
    batchFrom: both([1, 6]),
    to: 4,
    byChecker: true,
    checker: 'keep',
    wrongSelection: 'withdrawals.selectReviewed',
  },
  refuse: {
    from: [1, 6, 7],
    batchFrom: decided,
    to: 2,
    byChecker: true,
    checker: 'keep',
    wrongSelection: 'withdrawals.selectPending',
  },
  confiscate: {
    from: [1, 6, 7],
    batchFrom: decided,
    to: 3,
    byChecker: true,
    checker: 'keep',
    wrongSelection: 'withdrawals.selectPending',
  },
  unlock: {
    from: [1, 6, 7],
    batchFrom: both([1, 6, 7]),
    to: 0,
    byChecker: true,
    checker: 'clear',
    wrongSelection: 'withdrawals.selectPending',
  },
}

/** Moves nobody makes by hand: the automatic payout claims a waiting order, and evidence ends a paying one. */
export const systemTransitions = {
  autoSubmit: { from: [0], to: 4 },
  paid: { from: [4], to: 100 },
  failed: { from: [4], to: 5 },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>

/** Statuses an order never leaves. */
export const finalStatuses = [2, 3, 5, 100] as const satisfies readonly OrderStatus[]
/** Statuses that count as pending on the live list. */
export const pendingStatuses = [0, 1, 6] as const satisfies readonly OrderStatus[]

/** From which statuses this action may start; more than one order is a batch and is stricter. */
export function allowedFrom(
  action: ReviewAction,
  { batch, tab }: { batch: boolean; tab: Tab },
): readonly OrderStatus[] {
  const transition = transitions[action]
  return batch ? transition.batchFrom[tab] : transition.from
}

/** Whether the page offers the action to this person on this row. The server decides again. */
export function canReview(
  action: ReviewAction,
  order: { status: number; checkUser: string },
  me: string,
  options: { batch?: boolean; tab?: Tab; supervisor?: boolean } = {},
): boolean {
  const from: readonly number[] = allowedFrom(action, {
    batch: options.batch ?? false,
    tab: options.tab ?? 1,
  })
  if (!from.includes(order.status)) return false
  if (!transitions[action].byChecker) return true
  return order.checkUser === me || (action === 'unlock' && options.supervisor === true)
}
