import * as z from 'zod'
import type { LinkedEvent } from '../link/index.ts'
import { moneyStates } from './rules.ts'

/*
 * Events of the platform link that concern withdrawals, as docs/platform-link.md describes them. Money is an integer of
 * thousandths except where the page says plain.
 */
const name = (max = 200) => z.string().max(max)
const orderNo = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const roleId = z.string().regex(/^\d{1,19}$/)
const version = z.int().min(1)
const money = z.int().min(0)
const signed = z.int()
const smallInt = z.int().min(-2_147_483_648).max(2_147_483_647)
const moment = z.iso.datetime({ offset: true })
const known = <T extends z.ZodType>(figure: T) => figure.nullish()

export const Evidence = z.looseObject({
  mailMoney: known(signed),
  turnover: known(signed),
  balance: known(signed),
  totalDrawn: known(signed),
  totalRollOut: known(signed),
  totalPaid: known(z.number()),
  advFee: known(z.number()),
  gmScore: known(z.number()),
  depositCount: known(smallInt),
  withdrawTimes: known(smallInt),
  loginIpCount: known(smallInt),
  regIpCount: known(smallInt),
  payingOrders: known(smallInt),
  isBlogger: known(z.boolean()),
  depositLevel: known(smallInt),
  teamRemark: known(name(500)),
  channelRemark: known(name(500)),
  salesmanRemark: known(name(500)),
})

export const WithdrawalEvent = z.object({
  orderNo,
  version,
  money: z.enum(moneyStates),
  roleId,
  packageName: name(),
  requestedAt: moment,
  amount: money,
  tax: money,
  realPay: money,
  payWay: smallInt,
  channelId: smallInt.nullable(),
  realName: name(),
  cardNo: name(),
  province: name(),
  city: name(),
  bankName: name(),
  recordType: z.int().min(0).max(32_767),
  evidence: Evidence,
})
export type WithdrawalEvent = z.output<typeof WithdrawalEvent>

export const PayoutEvent = z.object({
  orderNo,
  key: z.string().max(128),
  outcome: z.enum(['paid', 'failed']),
  amount: money.transform(BigInt),
  reason: z.string().max(2000).default(''),
})

/** What a platform answers when it is asked about a payment. */
export const PayoutAnswer = z.discriminatedUnion('seen', [
  z.object({ seen: z.literal(false) }),
  z.object({
    seen: z.literal(true),
    outcome: z.enum(['paying', 'paid', 'failed']),
    amount: money.transform(BigInt).optional(),
    reason: z.string().max(2000).optional(),
  }),
])

export const NotificationEvent = z.object({
  id: z.string().min(1).max(128),
  orderNo,
  method: name(64),
  parameter: z.string().max(65_536),
  error: z.string().max(4096),
  at: moment,
})

export const PlayerEvent = z.object({
  roleId,
  version,
  channelRoleId: z.string().max(64),
  username: name(),
  totalDeposit: z
    .number()
    .min(-9e12)
    .max(9e12)
    .transform((plain) => Math.round(plain * 1000)),
  totalRollOut: signed,
  totalRunning: signed,
  totalTax: signed,
  totalWin: signed,
  depositMinusRollOut: signed,
  remark: name(2000),
})

/** What JSON can say and PostgreSQL's text cannot hold: NUL and halves of surrogate pairs. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

/** Reads events by a schema: what was understood, and for each other id why not, naming the field. */
export function readEvents<T extends z.ZodType>(schema: T, events: readonly LinkedEvent[]) {
  const read: { id: string; data: z.output<T> }[] = []
  const rejected = new Map<string, string>()
  for (const { id, data } of events) {
    const parsed = schema.safeParse(data)
    const issue = parsed.error?.issues[0]
    if (issue) rejected.set(id, `${['data', ...issue.path].join('.')}: ${issue.message}`)
    else if (unstorable.test(JSON.stringify(data))) rejected.set(id, 'data: holds a character that is none')
    else read.push({ id, data: parsed.data as z.output<T> })
  }
  return { read, rejected }
}

/** The newest version of each thing that a batch tells about, in the order of their names. */
export function newest<E extends { data: { version: number } }>(
  events: readonly E[],
  nameOf: (event: E) => string,
): E[] {
  const byName = new Map<string, E>()
  for (const event of events) {
    const before = byName.get(nameOf(event))
    if (!before || before.data.version < event.data.version) byName.set(nameOf(event), event)
  }
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event)
}
