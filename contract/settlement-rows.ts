import * as z from 'zod'
import { moment, onOff } from './kit/results.ts'
import { count, percent, plain } from './kit/units.ts'

/** What an account earned, was paid and is owed on one platform, since launch. */
export const UnsettledPlatform = z.object({
  platform_id: z.int(),
  platform_name: z.string(),
  publish_time: moment(),
  RealProfit: plain(),
  SettleAmount: plain(),
  UnsettledAmount: plain(),
  peddingSettleAmount: plain(),
})

export const UnsettledSummary = z.object({
  totalUnsettledAmount: plain(),
  /** Whole currency that may be asked for now. */
  validUnsettledAmount: plain(),
  pendingUnsettledAmount: plain(),
  /** Whole U held as pledge. */
  pledge_u: count(),
  withdrawAddr: z.string(),
  platformUnsettledList: z.array(UnsettledPlatform),
  /** Additions: whose figures these are, and on what terms it may ask. */
  username: z.string(),
  remark: z.string(),
  ProxyId: z.string(),
  /** Share of cumulative profit that may be asked for, in percent. */
  percent: percent(),
  /** Least amount of a request, in whole currency. */
  minimum: z.int(),
  /** Kept back of what is unsettled. */
  reserve: plain(),
  /** Whether a settlement key is bound. */
  bound: z.boolean(),
  /** Requests wait until then after a change of address or key; empty if they need not. */
  holdUntil: moment(),
  /** '' if a request may be made today; 'pending' while one is; 'today' if one was already. */
  blocked: z.enum(['', 'pending', 'today']),
  /** Business day of the region this was read on, and the rate known for it; '' without one. */
  day: z.string(),
  rate: z.string(),
})

export const PreviewLine = z.object({
  platform_id: z.int(),
  platform_name: z.string(),
  /** Booked on this platform; negative where it is closed by what the others give. */
  amount: plain(),
  before: plain(),
  after: plain(),
})

export const Preview = z.object({
  amount: plain(),
  lines: z.array(PreviewLine),
  /** What stays unsettled afterwards. */
  reserve: plain(),
  withdraw_addr: z.string(),
  /** Rate known today, '' without one; the U of the order follows from the rate of the day it is paid. */
  rate: z.string(),
  settle_u: plain().nullable(),
  day: z.string(),
  hash: z.string(),
})

const order = {
  id: z.int(),
  create_time: moment(),
  /** The channel. */
  username: z.string(),
  withdraw_addr: z.string(),
  amount: plain(),
  /** Currency for one U, with up to 4 decimals; null until transferred. */
  ex_rate: plain().nullable(),
  settle_u: plain().nullable(),
  status: z.int(),
  hd_remark: z.string(),
}

export const ChannelOrderRow = z.object(order)

export const OrderRow = z.object({
  ...order,
  /** Whole U held as pledge when the order was made. */
  pledge_u: count(),
  /** Additions: who handled it and when; how long it has waited, and whether that is longer than promised. */
  handled_by: z.string(),
  handled_at: moment(),
  waited_minutes: count(),
  late: onOff(),
  /** A rate far from the recent ones that waits for a second person; null without. */
  proposed_rate: plain().nullable(),
  proposed_by: z.string(),
  /** Address used before by another account, or alike to one: look twice. '' if nothing was noticed. */
  address_note: z.string(),
})

export const SettleLogRow = z.object({
  /** Additions: tells two alike entries apart, whose it is, and what it came from. */
  id: z.string(),
  username: z.string(),
  platform_id: z.int(),
  platform_name: z.string(),
  amount: plain(),
  create_time: moment(),
  source: z.enum(['order', 'manual', 'pending', 'refused']),
  order_id: z.int().nullable(),
  /** Business days the booking is for. */
  from_day: z.string(),
  to_day: z.string(),
  create_username: z.string(),
})

export const SettleLogSummary = z.object({
  Deposit: plain(),
  Withdraw: plain(),
  DWdiff: plain(),
  PassageFee: plain(),
  PlatformWinLose: plain(),
  RealApiFee: plain(),
  RealIncome: plain(),
  RealProfit: plain(),
  SettleAmount: plain(),
  UnSettleAmount: plain(),
})

export const SettleAddress = z.object({
  withdraw_addr: z.string(),
  /** Whether a key has still to be bound: then the picture and the key are told, else both are empty. */
  isShow: z.boolean(),
  qrCodeUrl: z.string(),
  secret: z.string(),
  /** Additions: networks an address may be of, and since when requests wait after a change. */
  networks: z.array(z.string()),
  holdUntil: moment(),
})

export const BookCheck = z.object({
  name: z.string(),
  /** When all of it was looked at, and how long that took. */
  checked_at: moment(),
  ms: count(),
  /** When what had changed was looked at; '' where only the whole is. */
  lately_at: moment(),
  lately_ms: count(),
  differences: z.array(z.string()),
})
