import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { labels, listWith } from './kit/results.ts'
import { count, plain } from './kit/units.ts'
import * as row from './settlement-rows.ts'

const staff = [kind.staff]
const ownChannel = [kind.channel]
const id = () => p.int({ min: 1 })
const statuses = () => p.list(p.oneOf([0, 1, 2]))
const account = () => p.text({ max: 64, missing: 'settlement.accountMissing' })
const wholeAmount = () =>
  p.text({
    missing: 'settlement.amountWhole',
    pattern: /^0*[1-9]\d{0,11}$/,
    invalid: 'settlement.amountWhole',
  })
const cents = () => p.text({ max: 20, pattern: /^\d{1,12}(\.\d{1,2})?$/, invalid: 'settlement.amountShape' })
const stepUpCode = () => p.text({ max: 6 }).optional()

const address = () =>
  z.object({
    /** 1 saves; without it the call answers what is set. */
    isEdit: p.oneOf([1]).optional(),
    withdraw_addr: p.text({ max: 128, invalid: 'settlement.addressShape' }).optional(),
    code: p.text({ max: 6 }).optional(),
  })

/** Two steps in one call: without an event it tells the limit, with `update` it books. */
const oneClick = () => ({
  platform_ids: p.list(p.platformId(), { max: 1000, missing: 'settlement.noneChosen' }),
  channel_account: account(),
  event: p.oneOf(['update']).optional(),
  /** Currency with up to 2 decimals, from 1 to the unsettled total. */
  settleAmount: cents().optional(),
  identify_code: stepUpCode(),
})

const orderFilter = () => ({
  ...p.paging(),
  ...p.sorting(),
  start: p.day().optional(),
  end: p.day().optional(),
  username: p.text({ max: 64 }).optional(),
  status: statuses().optional(),
})

export const settlement = {
  unsettledSummaryList: endpoint({
    id: 'settlement.unsettledSummaryList',
    method: 'GET',
    path: '/adminapi/channel/unsettledSummaryList',
    title: text('未结算汇总', 'Unsettled profit'),
    kinds: [kind.staff, kind.channel],
    params: z.object({
      ignore0: p.flag().optional(),
      /** For staff; a channel always reads its own. */
      channel_account: p.text({ max: 64 }).optional(),
      ProxyId: p.text({ max: 19 }).optional(),
    }),
    result: row.UnsettledSummary,
  }),
  settlePreview: endpoint({
    id: 'settlement.settlePreview',
    method: 'POST',
    path: '/adminapi/channel/settlePreview',
    title: text('结算预览', 'Preview of a settle request'),
    kinds: ownChannel,
    params: z.object({ settleAmount: wholeAmount() }),
    result: row.Preview,
  }),
  addSettleOrder: endpoint({
    id: 'settlement.addSettleOrder',
    method: 'POST',
    path: '/adminapi/channel/addSettleOrder',
    title: text('申请结算', 'Ask for settlement'),
    kinds: ownChannel,
    writes: true,
    params: z.object({
      /** Whole currency. */
      settleAmount: wholeAmount(),
      code: p.text({ max: 6, missing: 'settlement.codeRequired' }),
      /** Addition: hash of the preview that was confirmed. If anything moved since, the request is refused. */
      hash: p.text({ max: 64, pattern: /^[0-9a-f]{64}$/ }).optional(),
    }),
    result: z.object({ id: z.int() }),
  }),
  channelOrders: endpoint({
    id: 'settlement.channelOrders',
    method: 'GET',
    path: '/adminapi/channel/settleOrderList',
    title: text('渠道结算单', 'Settle orders of a channel'),
    kinds: [kind.staff, kind.channel],
    params: z.object(orderFilter()),
    result: z.object({
      list: z.array(row.ChannelOrderRow),
      count: count(),
      configs: z.object({ statusDics: labels() }),
    }),
  }),
  orders: endpoint({
    id: 'settlement.orders',
    method: 'GET',
    path: '/adminapi/platform/settleOrderList',
    title: text('结算管理', 'Settlement orders'),
    kinds: staff,
    params: z.object(orderFilter()),
    result: z.object({
      list: z.array(row.OrderRow),
      count: count(),
      /** Over the whole filter but for its status. */
      summary: z.object({ pendingAmount: plain(), pendingCount: count() }),
      configs: z.object({
        statusDics: labels(),
        /** Addition: the rate to begin with, '' without one, and the day it is of. */
        rate: z.string(),
        rateDay: z.string(),
      }),
    }),
  }),
  handle: endpoint({
    id: 'settlement.handle',
    method: 'POST',
    path: '/adminapi/platform/settleOrderHandle',
    title: text('处理结算单', 'Handle a settle order'),
    kinds: staff,
    writes: true,
    params: z.object({
      id: id(),
      status: p.oneOf([1, 2], { missing: 'settlement.statusRequired' }),
      hd_remark: p.text({ max: 500, missing: 'settlement.remarkRequired' }),
      /** Currency for one U, above 0; asked for with status 1. */
      ex_rate: p.decimal({ decimals: 4, max: 1e9 }).optional(),
      /** Compared with what the server works out; a difference above 0.01 is refused. */
      settle_u: p.decimal({ decimals: 4 }).optional(),
      /** Addition: 1 notes a rate far from the recent ones, for another person to confirm. */
      propose: p.oneOf([1]).optional(),
    }),
    /** One line per platform booked. */
    result: z.array(z.string()),
  }),
  channelAddress: endpoint({
    id: 'settlement.channelAddress',
    method: 'POST',
    path: '/adminapi/channel/withdrawAddrEdit',
    title: text('结算地址', 'Settlement address'),
    kinds: ownChannel,
    writes: true,
    params: address(),
    result: row.SettleAddress,
  }),
  subChannelAddress: endpoint({
    id: 'settlement.subChannelAddress',
    method: 'POST',
    path: '/adminapi/subChannel/withdrawAddrEdit',
    title: text('子渠道结算地址', 'Settlement address of a sub-channel'),
    kinds: [kind.channel, kind.subChannel],
    writes: true,
    params: address(),
    result: row.SettleAddress,
  }),
  settleAmountEdit: endpoint({
    id: 'settlement.settleAmountEdit',
    method: 'POST',
    path: '/adminapi/channel/settleAmountEdit',
    title: text('渠道结算', 'Settle a channel on a platform'),
    kinds: staff,
    writes: true,
    params: z.object({
      platform_id: p.platformId(),
      channel_account: account(),
      startTime: p.day(),
      endTime: p.day(),
      settleAmount: cents(),
      identify_code: stepUpCode(),
    }),
    result: z.object({ unSettleAmountTotal: plain() }),
  }),
  channelSettle: endpoint({
    id: 'settlement.channelSettle',
    method: 'POST',
    path: '/adminapi/channel/settleAmountUpdate',
    title: text('渠道一键结算', 'One-click settle of a channel'),
    kinds: staff,
    writes: true,
    params: z.object(oneClick()),
    result: z.object({ unSettleAmountTotal: plain() }),
  }),
  subChannelSettle: endpoint({
    id: 'settlement.subChannelSettle',
    method: 'POST',
    path: '/adminapi/subChannel/settleAmountUpdate',
    title: text('子渠道一键结算', 'One-click settle of a sub-channel'),
    kinds: [kind.staff, kind.channel],
    writes: true,
    params: z.object(oneClick()),
    result: z.object({ unSettleAmountTotal: plain() }),
  }),
  settleLog: endpoint({
    id: 'settlement.settleLog',
    method: 'GET',
    path: '/adminapi/channel/settleLog',
    title: text('结算记录', 'Settlement records'),
    kinds: [kind.staff, kind.channel, kind.subChannel],
    params: z.object({
      ...p.paging(),
      platform_id: p.platformId().optional(),
      order_id: id().optional(),
      username: p.text({ max: 64 }).optional(),
    }),
    /** Addition: the platforms that have records of it, for the selector. */
    result: listWith(
      row.SettleLogRow,
      z.object({ platformList: z.array(z.object({ id: z.int(), name: z.string() })) }),
    ).extend({
      summary: row.SettleLogSummary,
    }),
  }),
  getPledgeU: endpoint({
    id: 'settlement.getPledgeU',
    method: 'GET',
    path: '/adminapi/channel/getPledgeU',
    title: text('质押余额', 'Pledge balance'),
    kinds: ownChannel,
    params: z.object({}),
    /** Whole U. */
    result: z.object({ pledge_u: count() }),
  }),
  books: endpoint({
    id: 'settlement.books',
    method: 'GET',
    path: '/adminapi/platform/books',
    title: text('账目核对', 'Books'),
    kinds: staff,
    params: z.object({}),
    result: z.object({
      /** Differences found by the latest run of each check. */
      unexplained: count(),
      checks: z.array(row.BookCheck),
      /** What the books of settlement hold over all accounts, and the U paid, with 2 decimals. */
      totals: z.object({
        earned: plain(),
        pending: plain(),
        settled: plain(),
        open: plain(),
        paid_u: plain(),
        remainder: plain(),
        entries: count(),
      }),
    }),
  }),
  booksCheck: endpoint({
    id: 'settlement.booksCheck',
    method: 'POST',
    path: '/adminapi/platform/booksCheck',
    title: text('重新核对账目', 'Check the books now'),
    kinds: staff,
    writes: true,
    params: z.object({}),
    /** `running` 1: it takes long and goes on, or another look was under way. */
    result: z.object({ unexplained: count(), running: z.literal([0, 1]) }),
  }),
}

/** The page where a channel asks for its money; its rule is the page's address. */
export const quickSettlePath = '/adminapi/channel/quickSettle'

/** Settle orders: how each status is called by staff and on the channel side. */
export const settleStatuses = [
  { status: 0, staff: text('待处理', 'Pending'), channel: text('待处理', 'Pending') },
  { status: 1, staff: text('已转账', 'Transferred'), channel: text('已转账', 'Transferred') },
  { status: 2, staff: text('已拒绝', 'Refused'), channel: text('已驳回', 'Rejected') },
] as const

/** Orders are promised to be paid within this many minutes. */
export const promisedMinutes = 30
