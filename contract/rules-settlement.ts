import { text } from './kit/language.ts'
import { call, menu, page, type RuleSeed, readers } from './rules-kit.ts'
import { quickSettlePath, settlement as s } from './settlement.ts'

const money = ['finance'] as const
const channel = ['channel'] as const
const onChannel = { tree: 3 } as const

/** Rules of settlement: finance pays, a channel asks; operators and the read-only role see. */
export const settlementRules: readonly RuleSeed[] = [
  menu(410, text('结算管理', 'Settlement'), 'settle', 40, readers),
  page(411, 410, s.orders.rule, s.orders.title, readers),
  call(414, 411, s.handle, money),
  page(412, 410, quickSettlePath, text('渠道未结算查询', 'Unsettled profit of a channel'), readers),
  call(415, 412, s.unsettledSummaryList, readers),
  call(416, 412, s.channelOrders, readers),
  call(417, 411, s.settleLog, readers),
  call(418, 411, s.settleAmountEdit, money),
  call(419, 411, s.channelSettle, money),
  call(420, 411, s.subChannelSettle, money),
  page(413, 410, s.books.rule, s.books.title, ['finance', 'viewer']),
  call(421, 413, s.booksCheck, money),

  menu(800, text('结算', 'Settlement'), 'settle', 20, channel, 3),
  page(801, 800, quickSettlePath, text('快捷结算', 'Quick settle'), channel, onChannel),
  call(802, 801, s.unsettledSummaryList, channel, onChannel),
  call(803, 801, s.settlePreview, channel, onChannel),
  call(804, 801, s.addSettleOrder, channel, onChannel),
  call(805, 801, s.channelOrders, channel, onChannel),
  call(806, 801, s.channelAddress, channel, onChannel),
  // Sub-channels have no page of their own for these two; their people page is what both kinds hold.
  call(807, 502, s.subChannelAddress, ['channel', 'subChannel'], onChannel),
  call(808, 801, s.subChannelSettle, channel, onChannel),
  call(809, 502, s.settleLog, ['channel', 'subChannel'], onChannel),
  call(810, 801, s.getPledgeU, channel, onChannel),
]
