import { createHash } from 'node:crypto'
import { emit } from './events.ts'
import { moveMoney, type OrderRow, orderOf } from './orders.ts'
import { channelOf, type PayoutChannel } from './payways.ts'
import { playerOf } from './players.ts'
import { drawFor } from './random.ts'
import { faultsOf, iso, type World } from './world.ts'

/** What the third party will do with a payment: `hangs` never answers, `twice` pays once and says so twice. */
type Plan = 'paid' | 'failed' | 'hangs' | 'twice'

export interface PaymentRow {
  platform_id: number
  key: string
  order_no: string
  amount: number
  channel_id: number
  plan: Plan
  due_at: number | null
  outcome: 'paying' | 'paid' | 'failed'
  reference: string
  reason: string
  at: number
}

const reasons = [
  'RECEIVER_ACCOUNT_INVALID',
  'CPF não confere com o titular',
  '收款账户状态异常',
  'INSUFFICIENT_MERCHANT_BALANCE',
  'BANK_REJECTED',
] as const

function planFor(world: World, order: OrderRow, channel: PayoutChannel): Plan {
  const { kind } = playerOf(world, order.platform_id, order.role_id) ?? { kind: 'ordinary' }
  if (kind === 'hangs' || kind === 'twice') return kind
  if (kind === 'fails') return 'failed'
  const luck = drawFor(world.seed, order.order_no, 'outcome')
  if (luck.unit() < faultsOf(world, order.platform_id).payoutFailure) return 'failed'
  // Orders made by hand succeed unless a fault says otherwise, so that whoever makes one can rely on it.
  if (order.origin === 'control') return 'paid'
  return luck.unit() < channel.successRate ? 'paid' : 'failed'
}

/** Hands a payment to the third party. Part of the transaction that stores the command. */
export function startPayment(world: World, order: OrderRow, key: string, channel: PayoutChannel): void {
  const plan = planFor(world, order, channel)
  const draw = drawFor(world.seed, order.order_no, 'delay')
  const [shortest, longest] = world.payoutDelayMs
  // Now and then a third party is slow; never for orders made by hand.
  const slow = order.origin !== 'control' && draw.chance(0.03) ? 10 : 1
  const dueAt = plan === 'hangs' ? null : world.now() + draw.int(shortest, longest) * slow
  world.store.run(
    'insert into payments values (?,?,?,?,?,?,?,?,?,?,?)',
    order.platform_id,
    key,
    order.order_no,
    order.real_pay,
    channel.id,
    plan,
    dueAt,
    'paying',
    '',
    '',
    world.now(),
  )
}

/** Lets the third party answer whatever is due, in one transaction; answers how many payments that were. */
export function answerDue(world: World, limit = 500): number {
  const isDue = 'from payments where due_at is not null and due_at <= ?'
  if (!world.store.one(`select 1 as due ${isDue} limit 1`, world.now())) return 0
  return world.store.transaction(() => {
    const due = world.store.all<PaymentRow>(
      `select * ${isDue} order by due_at, key limit ?`,
      world.now(),
      limit,
    )
    for (const payment of due) conclude(world, payment)
    return due.length
  })
}

/** The third party pays or refuses, and says so. Money leaves here and nowhere else. */
function conclude(world: World, payment: PaymentRow): void {
  const { platform_id: platformId, order_no: orderNo, plan } = payment
  const order = orderOf(world, platformId, orderNo)
  if (!order) return
  const at = world.now()
  const draw = drawFor(world.seed, orderNo, 'conclusion')
  const paid = plan !== 'failed'
  const reference = `TP${draw.digits(16)}`
  const reason = paid ? '' : draw.pick(reasons)
  if (paid) bookTransfer(world, platformId, orderNo, payment.amount, reference, at)
  const done: PaymentRow = {
    ...payment,
    outcome: paid ? 'paid' : 'failed',
    reference: paid ? reference : '',
    reason,
    at,
  }
  world.store.run(
    `update payments set due_at = null, outcome = ?, reference = ?, reason = ?, at = ?
      where platform_id = ? and key = ?`,
    done.outcome,
    done.reference,
    reason,
    at,
    platformId,
    payment.key,
  )
  const silent = drawFor(world.seed, orderNo, 'silence').unit() < faultsOf(world, platformId).neverAnswer
  const notBeforeMs = silent ? at + 1_800_000 : 0
  for (let times = plan === 'twice' ? 2 : 1; times > 0; times--) tellOutcome(world, done, times, notBeforeMs)
  moveMoney(world, order, 'paying', done.outcome === 'paid' ? 'paid' : 'failed', notBeforeMs)
}

/** One more line in the third party's own book. */
export function bookTransfer(
  world: World,
  platformId: number,
  orderNo: string,
  amount: number,
  reference: string,
  at: number,
): void {
  world.store.run(
    'insert into transfers (platform_id, order_no, amount, reference, at) values (?,?,?,?,?)',
    platformId,
    orderNo,
    amount,
    reference,
    at,
  )
}

/** Sends the raw answer of the third party and the evidence drawn from it. `key` '' = before the platform was linked. */
export function tellOutcome(world: World, payment: PaymentRow, time: number, notBeforeMs = 0): void {
  const { platform_id: platformId, order_no: orderNo, at } = payment
  const dialect = channelOf(world, platformId, payment.channel_id)?.dialect ?? 'form'
  const id = `n-${orderNo}-${time}`
  const notification = {
    id,
    orderNo,
    method: 'POST',
    parameter: rawAnswer(payment, dialect),
    error: payment.reason,
    at: iso(at),
  }
  emit(world, platformId, 'notification', notification, { at, notBeforeMs })
  emit(world, platformId, 'payout', payoutData(payment), { at, notBeforeMs })
}

/** Data of the `payout` event, of a payment that is over. */
export function payoutData(payment: PaymentRow) {
  return {
    orderNo: payment.order_no,
    key: payment.key,
    outcome: payment.outcome,
    amount: payment.outcome === 'paid' ? payment.amount : 0,
    channelId: payment.channel_id,
    reference: payment.reference,
    reason: payment.reason,
    at: iso(payment.at),
  }
}

function rawAnswer(payment: PaymentRow, dialect: 'form' | 'json'): string {
  const fields = {
    mch_id: `M${88_000 + payment.platform_id}`,
    mch_order_no: payment.order_no,
    plat_order_no: payment.reference || '-',
    amount: (payment.amount / 1000).toFixed(2),
    status: payment.outcome === 'paid' ? 'SUCCESS' : 'FAIL',
    msg: payment.reason || 'ok',
    notify_time: iso(payment.at),
  }
  const sign = createHash('md5').update(JSON.stringify(fields)).digest('hex').toUpperCase()
  return dialect === 'json'
    ? JSON.stringify({ ...fields, sign })
    : new URLSearchParams({ ...fields, sign }).toString()
}
