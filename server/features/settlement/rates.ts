import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'

/** A settlement rate: currency for one U in ten-thousandths, and the business day it is of. */
export interface DayRate {
  rate: bigint
  day: string
}

/** Looks up the rate of a business day, else of the latest day before; null where there is none. */
export type RateForDay = (db: Db, day: string) => Promise<DayRate | null>

/** The rate lately used, in ten-thousandths: of the day, else of the latest transfer; null before there was any. */
export async function recentRate(db: Db, known: bigint | null): Promise<bigint | null> {
  if (known !== null) return known
  const { rows } = await sql<{ ex_rate: bigint }>`
    select ex_rate from settle_orders where status = 1 order by handled_at desc limit 1`.execute(db)
  return rows[0]?.ex_rate ?? null
}
