import type { ColumnType, Generated } from 'kysely'

type At = ColumnType<Date, Date | string, Date | string>
type AtOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type AtNow = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T> = ColumnType<T, string, string>

/** What an account was shown before it confirmed a settle request: amounts in thousandths, the rate in ten-thousandths. */
export interface PreviewContent {
  lines: { platform_id: number; name: string; amount: number }[]
  withdraw_addr: string
  rate: number | null
  day: string
}

/** Tables of settlement; see migrations 0050 and on. */
export interface SettlementSchema {
  settle_log: {
    platform_id: number
    id: Generated<bigint>
    account_id: number
    amount: bigint
    from_day: string
    to_day: string
    booked_day: string
    source: 'order' | 'manual'
    order_id: bigint | null
    create_username: string
    at: AtNow
  }
  settle_orders: {
    id: Generated<bigint>
    account_id: number
    day: string
    status: Generated<0 | 1 | 2>
    amount: bigint
    withdraw_addr: string
    pledge_u: bigint
    profit: bigint
    settled: bigint
    percent: number
    preview: Generated<string>
    created_at: At
    ex_rate: bigint | null
    settle_u: bigint | null
    remainder: bigint | null
    hd_remark: Generated<string>
    handled_by: string | null
    handled_at: AtOrNull
    proposed_rate: bigint | null
    proposed_by: number | null
    proposed_at: AtOrNull
  }
  settle_order_rows: { order_id: bigint; position: number; platform_id: number; amount: bigint }
  settle_previews: { account_id: number; hash: string; content: Json<PreviewContent>; at: At }
  ledger_entries: {
    id: Generated<bigint>
    key: string
    kind: 'reserve' | 'pay' | 'release' | 'manual'
    account_id: number
    order_id: bigint | null
    create_username: string
    at: At
  }
  ledger_lines: {
    entry_id: bigint
    line: number
    account_id: number
    platform_id: number
    unit: 'money' | 'u'
    book: 'group' | 'open' | 'pending' | 'settled' | 'treasury' | 'paid'
    amount: bigint
  }
  settle_balances: {
    account_id: number
    earned: Generated<bigint>
    pending: Generated<bigint>
    settled: Generated<bigint>
    paid_u: Generated<bigint>
    percent: Generated<number>
  }
  book_checks: {
    name: string
    /** Of the look at everything; null before the first. */
    checked_at: At | null
    ms: number | null
    differences: string[]
    /** Of the look at what had changed. */
    lately_at: Generated<Date | null>
    lately_ms: Generated<number | null>
  }
}
