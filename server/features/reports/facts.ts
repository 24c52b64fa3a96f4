import * as z from 'zod'
import { type SumName, type Sums, sumNames } from '../../../contract/figures.ts'
import type { LinkedEvent } from '../link/index.ts'

/*
 * Events of the platform link that bring figures, as docs/platform-link.md describes them. Money is an integer of
 * thousandths. Every event tells the whole day so far, never a difference.
 */
const most = 9_000_000_000_000_000
const money = z.int().min(-most).max(most)
const count = z.int().min(0).max(most)
const day = z.iso.date()
const version = z.int().min(1)

export const AccountDayEvent = z.object({
  day,
  version,
  username: z.string().max(32),
  roleId: z.string().regex(/^\d{0,19}$/),
  deposit: money,
  withdraw: money,
  running: money,
  gmUpScore: money,
  firstDeposit: money,
  advOut: money,
  personCount: count,
  personDeposit: count,
  firstDepositPerson: count,
  personRunning: count,
  apiWinLose: z.array(z.object({ apiId: z.int().min(1).max(2_147_483_647), amount: money })).max(200),
})
export type AccountDay = z.output<typeof AccountDayEvent>

/** What the protocol calls the sums. */
const wireNames: Record<SumName, keyof AccountDay> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  running: 'running',
  gm_up_score: 'gmUpScore',
  first_deposit: 'firstDeposit',
  adv_out: 'advOut',
  person_count: 'personCount',
  person_deposit: 'personDeposit',
  first_deposit_person: 'firstDepositPerson',
  person_running: 'personRunning',
}

/** A day of an account's own players on a platform: its sums so far, and the house's win by game API. */
export interface Fact {
  accountId: number
  /** The account and those above it as of that day, its channel first. */
  chain: readonly number[]
  day: string
  version: bigint
  sums: Sums
  parts: Record<string, bigint>
}

/** Sums and parts of an event, in thousandths and counts. */
export function figuresOf(event: AccountDay): Pick<Fact, 'sums' | 'parts' | 'version' | 'day'> {
  const sums = Object.fromEntries(sumNames.map((name) => [name, BigInt(event[wireNames[name]] as number)]))
  const parts: Record<string, bigint> = {}
  for (const { apiId, amount } of event.apiWinLose) {
    const sum = (parts[apiId] ?? 0n) + BigInt(amount)
    if (sum !== 0n) parts[apiId] = sum
    else delete parts[apiId]
  }
  return { sums: sums as Sums, parts, version: BigInt(event.version), day: event.day }
}

/** Figures of a platform's day by their names in the protocol and in the table. */
export const platformFigures = {
  totalRecharge: 'total_recharge',
  totalWithdrawal: 'total_withdrawal',
  totalProfit: 'total_profit',
  platformProfitAndLoss: 'platform_profit_and_loss',
  totalGameWin: 'total_game_win',
  totalGameAward: 'total_game_award',
  totalUserMoney: 'total_user_money',
  yesterdayUserMoney: 'yesterday_user_money',
  firstChargeNum: 'first_charge_num',
  firstChargeAmount: 'first_charge_amount',
  activeUsers: 'active_users',
  newUsers: 'new_users',
  goldCoinsHistoricalStock: 'gold_coins_historical_stock',
  tax: 'tax',
  freeGoldCoinOutput: 'free_gold_coin_output',
  gameGoldCoinOutput: 'game_gold_coin_output',
  totalGoldConsumption: 'total_gold_consumption',
  averageOnlineTime: 'average_online_time',
  totalpay: 'totalpay',
  olduserpay: 'olduserpay',
  totalwater: 'totalwater',
  gmSendMoney: 'gm_send_money',
  innerProxyRegAward: 'inner_proxy_reg_award',
  innerProxyAward: 'inner_proxy_award',
} as const
type PlatformWireName = keyof typeof platformFigures
export type PlatformFigureName = (typeof platformFigures)[PlatformWireName]
export const platformFigureNames = Object.values(platformFigures)

const counted = new Set<string>(['firstChargeNum', 'activeUsers', 'newUsers', 'averageOnlineTime'])
const platformShape = Object.fromEntries(
  Object.keys(platformFigures).map((name) => [name, counted.has(name) ? count : money]),
) as Record<PlatformWireName, typeof money>

export const PlatformDayEvent = z.object({ day, version, ...platformShape })
export type PlatformDay = z.output<typeof PlatformDayEvent>

/** The events that can be read, and why the others cannot; one of a day that has not begun is none. */
export function readDays<T extends z.ZodType<{ day: string }>>(
  schema: T,
  events: readonly LinkedEvent[],
  today: string,
): { read: { id: string; data: z.output<T> }[]; rejected: Map<string, string> } {
  const read: { id: string; data: z.output<T> }[] = []
  const rejected = new Map<string, string>()
  for (const { id, data } of events) {
    const parsed = schema.safeParse(data)
    const issue = parsed.error?.issues[0]
    if (issue) rejected.set(id, `${['data', ...issue.path].join('.')}: ${issue.message}`)
    else if (parsed.data && parsed.data.day > today)
      rejected.set(id, `data.day: ${parsed.data.day} has not begun`)
    else if (parsed.data) read.push({ id, data: parsed.data })
  }
  return { read, rejected }
}
