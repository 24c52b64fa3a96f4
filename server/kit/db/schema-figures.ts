import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Kind } from '../../../contract/kit/kinds.ts'

type AtNow = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T> = ColumnType<T, string, string>
/** A figure that counts from 0: money in thousandths, or a number of people. */
type Sum = Generated<bigint>
/** Win and lose of the house by game API, in thousandths. */
export type ApiWinLose = Record<string, number>

/** What is added up of an account's days: money in thousandths, people as counts. */
export interface AccountSums {
  deposit: Sum
  withdraw: Sum
  running: Sum
  gm_up_score: Sum
  first_deposit: Sum
  adv_out: Sum
  person_count: Sum
  person_deposit: Sum
  first_deposit_person: Sum
  person_running: Sum
}

/** What follows from the sums by the rates of the day, in thousandths. */
export interface AccountFigures extends AccountSums {
  platform_win_lose: Sum
  passage_fee: Sum
  api_fee: Sum
  real_api_fee: Sum
  real_income: Sum
  real_profit: Sum
}

/** A day of a platform as delivered: money in thousandths, people as counts, average_online_time in seconds. */
export interface PlatformFigures {
  total_recharge: Sum
  total_withdrawal: Sum
  total_profit: Sum
  platform_profit_and_loss: Sum
  total_game_win: Sum
  total_game_award: Sum
  total_user_money: Sum
  yesterday_user_money: Sum
  first_charge_num: Sum
  first_charge_amount: Sum
  active_users: Sum
  new_users: Sum
  gold_coins_historical_stock: Sum
  tax: Sum
  free_gold_coin_output: Sum
  game_gold_coin_output: Sum
  total_gold_consumption: Sum
  average_online_time: Sum
  totalpay: Sum
  olduserpay: Sum
  totalwater: Sum
  gm_send_money: Sum
  inner_proxy_reg_award: Sum
  inner_proxy_award: Sum
}

/** Tables of figures; see migration 0040. */
export interface FiguresSchema {
  closed_days: { platform_id: number; day: string; closed_at: AtNow }
  account_facts: AccountSums & {
    platform_id: number
    account_id: number
    day: string
    version: bigint
    chain: number[]
    api_win_lose: Json<ApiWinLose>
    updated_at: AtNow
  }
  fact_corrections: AccountSums & {
    platform_id: number
    id: Generated<bigint>
    account_id: number
    day: string
    booked_day: string
    version: bigint
    chain: number[]
    api_win_lose: Json<ApiWinLose>
    at: AtNow
  }
  account_days: AccountFigures & {
    platform_id: number
    account_id: number
    day: string
    kind: Kind
    api_win_lose: Json<ApiWinLose>
    passage_point: Generated<number>
    withdraw_point: Generated<number>
    dividend_point: Generated<number>
    restated: Generated<boolean>
    updated_at: AtNow
  }
  account_restatements: AccountFigures & {
    platform_id: number
    account_id: number
    booked_day: string
    origin_day: string
    correction_id: bigint
    api_win_lose: Json<ApiWinLose>
    at: AtNow
  }
  account_months: AccountFigures & { platform_id: number; account_id: number; month: string; kind: Kind }
  account_totals: AccountFigures & {
    platform_id: number
    account_id: number
    kind: Kind
    settled: Sum
    pending: Sum
    updated_at: AtNow
  }
  manual_api_fees: {
    platform_id: number
    account_id: number
    day: string
    amount: bigint
    remark: Generated<string>
    changed_by: string
    changed_at: AtNow
  }
  late_api_fees: {
    platform_id: number
    id: GeneratedAlways<bigint>
    account_id: number
    day: string
    booked_day: string
    amount: bigint | null
    remark: Generated<string>
    changed_by: string
    changed_at: AtNow
  }
  platform_days: PlatformFigures & {
    platform_id: number
    day: string
    version: bigint
    corrections: Generated<number>
    updated_at: AtNow
  }
  platform_months: Omit<
    PlatformFigures,
    'total_user_money' | 'gold_coins_historical_stock' | 'average_online_time'
  > & {
    platform_id: number
    month: string
    days: number
    last_day: string
    corrections: Generated<number>
    online_seconds: Generated<string>
  }
  platform_day_corrections: {
    platform_id: number
    day: string
    version: bigint
    booked_day: string
    before: Json<Record<string, number>>
    after: Json<Record<string, number>>
    at: AtNow
  }
}
