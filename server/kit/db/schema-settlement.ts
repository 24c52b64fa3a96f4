import type { ColumnType, Generated } from 'kysely'

type AtNow = ColumnType<Date, Date | string | undefined, Date | string>

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
}
