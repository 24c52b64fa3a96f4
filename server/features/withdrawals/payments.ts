import { toWire } from '../../../contract/kit/units.ts'
import type { Command } from '../link/index.ts'
import type { Move, Moved } from './moves.ts'
import { commandKey } from './rules.ts'

/** What a claim for payment changes, whoever makes it. The platform is asked about it even if no answer ever comes. */
export const submission = (channelId: number) =>
  ({
    channelId,
    checked: 'now',
    nextAttempt: true,
    delivery: 'queued',
    deliveryTips: '',
    askIn: 5,
  }) as const satisfies Omit<Move, 'orderNo'>

/** The command that pays a claimed order. Amount in thousandths. */
export const payoutStart = (order: Moved, checker: string): Omit<Command, 'platformId' | 'orderNo'> => ({
  name: 'payout.start',
  key: commandKey(order.order_no, 'submit', order.attempt),
  data: {
    orderNo: order.order_no,
    amount: toWire(order.real_pay),
    channelId: order.channel_id,
    checker,
  },
})
