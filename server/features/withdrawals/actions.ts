import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { assignRule, superviseRule } from '../../../contract/rules.ts'
import type { withdrawals } from '../../../contract/withdrawals.ts'
import {
  allowedFrom,
  finalStatuses,
  type OrderStatus,
  orderStatusTexts,
  type ReviewAction,
  type Tab,
  transitions,
} from '../../../contract/withdrawals-states.ts'
import { holds } from '../../kit/caller.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { Refusal, refuse } from '../../kit/refusal.ts'
import { type Command, enqueueCommands } from '../link/index.ts'
import { announceDecided, type Move, type Moved, moveOrders, untilServed } from './moves.ts'
import { payoutStart, submission } from './payments.ts'
import { checkerNamed } from './queries.ts'
import { commandKey } from './rules.ts'

/** Who decides, and in which language it is told why not. */
export type Acting = Pick<Ctx<'rule'>, 'db' | 'log' | 'caller' | 'info' | 'say'>
type Verdict = ResultOf<typeof withdrawals.lock>

interface Orders {
  platformId: number
  orderNo: readonly string[]
  tabIndex: Tab
  /** The rows as the caller saw them. */
  rowVersions?: Readonly<Record<string, number>> | undefined
}
interface Decision extends Orders {
  action: ReviewAction
  /** What changes besides status and checker. */
  change?: Omit<Move, 'orderNo' | 'to'>
  /** What has to happen at the platform. */
  command?: (order: Moved) => Omit<Command, 'platformId' | 'orderNo'>
  /** May do this to orders of other checkers too. */
  anyChecker?: boolean
}

/** Waiting orders join the queue with their checker: the caller, or somebody the caller may assign. */
export async function lockOrders(ctx: Acting, params: ParamsOf<typeof withdrawals.lock>): Promise<Verdict> {
  return decide(ctx, {
    ...params,
    action: 'lock',
    change: { checkUser: await assigned(ctx, params.checkUser), checked: 'now' },
  })
}

/** Waiting orders go on risk hold, held by the caller. */
export const holdOrders = (ctx: Acting, params: ParamsOf<typeof withdrawals.hold>): Promise<Verdict> =>
  decide(ctx, {
    ...params,
    action: 'hold',
    change: { checkUser: ctx.caller.username, checked: 'now' },
  })

/** Records the review; the order stays with its checker. */
export const checkOrders = (ctx: Acting, params: ParamsOf<typeof withdrawals.check>): Promise<Verdict> =>
  decide(ctx, { ...params, action: 'check', change: { checked: 'now' } })

/** Claims orders for payment and sends the claim on its way. Refuses a channel that is unknown or off. */
export async function submitOrders(
  ctx: Acting,
  params: ParamsOf<typeof withdrawals.submit>,
): Promise<Verdict> {
  const { platformId, channelId } = params
  const channel = await ctx.db
    .selectFrom('payout_channels')
    .modifyFront(keptPlan)
    .select('channel_id')
    .where('platform_id', '=', platformId)
    .where('channel_id', '=', channelId)
    .where('is_on', '=', 1)
    .executeTakeFirst()
  if (!channel) refuse('withdrawals.channelUnknown', {}, 'channelId')
  return decide(ctx, {
    ...params,
    action: 'submit',
    change: submission(channelId),
    command: (order) => payoutStart(order, ctx.caller.username),
  })
}

/** Refuses orders and gives the money back, for a reason or with a multiple of the amount as turnover duty. */
export function refuseOrders(ctx: Acting, params: ParamsOf<typeof withdrawals.refuse>): Promise<Verdict> {
  const { description, nRequireMul } = params
  if ((description === undefined) === (nRequireMul === undefined))
    refuse('withdrawals.descriptionOrMultiple', {}, 'description')
  const multiple = nRequireMul === undefined ? null : Number(nRequireMul).toFixed(2)
  const said = description ?? ctx.say('withdrawals.refusedWithDuty', { multiple })
  return decide(ctx, {
    ...params,
    action: 'refuse',
    change: { description: said, checked: 'now', delivery: 'queued', deliveryTips: '', reason: said },
    command: ({ order_no: orderNo }) => ({
      name: 'withdrawal.refuse',
      key: commandKey(orderNo, 'refuse'),
      data: { orderNo, description: said, turnoverMultiple: multiple, checker: ctx.caller.username },
    }),
  })
}

/** Refuses orders and keeps the money. */
export const confiscateOrders = (
  ctx: Acting,
  { description, ...orders }: ParamsOf<typeof withdrawals.confiscate>,
): Promise<Verdict> =>
  decide(ctx, {
    ...orders,
    action: 'confiscate',
    change: { description, checked: 'now', delivery: 'queued', deliveryTips: '', reason: description },
    command: ({ order_no: orderNo }) => ({
      name: 'withdrawal.confiscate',
      key: commandKey(orderNo, 'confiscate'),
      data: { orderNo, description, checker: ctx.caller.username },
    }),
  })

/** Gives orders back to the queue. Supervisors may do it to orders of others. */
export const unlockOrders = (ctx: Acting, params: ParamsOf<typeof withdrawals.unlock>): Promise<Verdict> =>
  decide(ctx, {
    ...params,
    action: 'unlock',
    change: {
      checkUser: '',
      checked: 'never',
      ...(params.description === undefined ? {} : { reason: params.description }),
    },
    anyChecker: holds(ctx.caller, superviseRule),
  })

async function assigned({ db, caller }: Acting, wanted: string | undefined): Promise<string> {
  if (wanted === undefined || wanted.toLowerCase() === caller.username.toLowerCase()) return caller.username
  if (!holds(caller, assignRule)) refuse('withdrawals.mayNotAssign', {}, 'checkUser')
  const checker = await checkerNamed(db, wanted)
  return checker ?? refuse('withdrawals.checkerUnknown', { checkUser: wanted }, 'checkUser')
}

/** Decides each order by itself, so that one which somebody else took does not stop the others. */
async function decide(ctx: Acting, decision: Decision): Promise<Verdict> {
  const { orderNo: orders, action, tabIndex: tab } = decision
  const batch = orders.length > 1
  const from = allowedFrom(action, { batch, tab })
  const [only] = orders
  if (!batch && only !== undefined) {
    await decideOne(ctx, decision, from, only)
    return { ok: [only], failed: [] }
  }
  const verdict: Verdict = { ok: [], failed: [] }
  const errors: unknown[] = []
  for (const orderNo of orders) {
    try {
      await decideOne(ctx, decision, from, orderNo)
      verdict.ok.push(orderNo)
    } catch (error) {
      errors.push(error)
      verdict.failed.push({ orderNo, message: whyFailed(ctx, error, orderNo) })
    }
  }
  if (verdict.ok.length > 0) return verdict
  const trouble = errors.find((error) => !(error instanceof Refusal)) ?? null
  // The text about ticking the right rows is for rows of a wrong status; any other trouble must be told as it is.
  if (trouble !== null || !errors.some(isWrongStatus)) throw trouble ?? errors[0]
  return refuse(tab === 2 ? 'withdrawals.selectPending' : transitions[action].wrongSelection)
}

const wrongStatus: readonly string[] = [
  'withdrawals.notPending',
  'withdrawals.heldBy',
  'withdrawals.decidedBy',
]
const isWrongStatus = (error: unknown) => error instanceof Refusal && wrongStatus.includes(error.said)

function whyFailed(ctx: Acting, error: unknown, orderNo: string): string {
  if (error instanceof Refusal) return ctx.say(error.said, error.values)
  // What already worked must still be told, so one order's trouble stays its own.
  ctx.log.error({ err: error, orderNo, requestId: ctx.info.requestId }, 'order of a batch not decided')
  return ctx.say('kit.internal', { requestId: ctx.info.requestId })
}

async function decideOne(
  ctx: Acting,
  decision: Decision,
  from: readonly OrderStatus[],
  orderNo: string,
): Promise<void> {
  const { action, platformId, change, command } = decision
  const { to, byChecker } = transitions[action]
  const rowVersion = decision.rowVersions?.[orderNo]
  const guard = {
    platformId,
    actor: ctx.caller,
    action: `withdrawals.${action}` as const,
    from,
    checker: byChecker && !decision.anyChecker ? ctx.caller.username : undefined,
    quiet: true,
  }
  const moves = [{ ...change, orderNo, to, ...(rowVersion === undefined ? {} : { rowVersion }) }]
  // Twice: an order may come back between the lost race and our look at who won it.
  for (let tries = 0; tries < 2; tries += 1) {
    const won = await untilServed(() =>
      command
        ? ctx.db.transaction().execute(async (tx) => {
            const moved = await moveOrders(tx, guard, moves)
            await enqueueCommands(
              tx,
              moved.map((order) => ({ ...command(order), platformId, orderNo })),
            )
            return moved
          })
        : moveOrders(ctx.db, guard, moves),
    )
    if (won.length > 0) return announceDecided(ctx.db, platformId, won)
    await refuseAsItStands(ctx, guard, orderNo, rowVersion)
  }
  refuse('kit.changedMeanwhile')
}

/** Says why an order could not be moved, from what it is now; returns only if it could be moved now. */
async function refuseAsItStands(
  { db, info }: Acting,
  { platformId, from, checker }: { platformId: number; from: readonly number[]; checker: string | undefined },
  orderNo: string,
  rowVersion: number | undefined,
): Promise<void> {
  const order = await db
    .selectFrom('withdrawal_orders')
    .select(['status', 'check_user', 'row_version'])
    .where('platform_id', '=', platformId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst()
  if (!order) return refuse('withdrawals.orderNotFound')
  const holder = order.check_user
  const values = { holder, status: orderStatusTexts[order.status as OrderStatus][info.lang] }
  if (!from.includes(order.status)) {
    if (holder === '') refuse('withdrawals.notPending', values)
    const decided = finalStatuses.some((status) => status === order.status)
    refuse(decided ? 'withdrawals.decidedBy' : 'withdrawals.heldBy', values)
  }
  if (checker !== undefined && holder !== checker) refuse('withdrawals.notChecker', values)
  if (rowVersion !== undefined && order.row_version !== rowVersion) refuse('withdrawals.changedSince')
}
