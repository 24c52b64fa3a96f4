import { sql } from 'kysely'
import type { DayRates } from '../../../contract/figures.ts'
import type { Db } from '../../kit/db/connect.ts'
import { ratesOfDays } from '../accounts/index.ts'

const none: DayRates = { passage_point: 0, withdraw_point: 0, dividend_point: 0, api_points: {} }

export interface Terms {
  rates: DayRates
  /** The vendors' fee by hand, in thousandths; null where there is none. */
  manualFee: bigint | null
}

/** Looks up the rates and the fee by hand of accounts, each on its day. */
export async function ratesFor(
  db: Db,
  platformId: number,
  keys: readonly { accountId: number; day: string }[],
): Promise<(accountId: number, day: string) => Terms> {
  const ids = keys.map(({ accountId }) => accountId)
  const days = keys.map(({ day }) => day)
  const found = await ratesOfDays(db, ids, days)
  const rates = new Map(
    found.map((row) => [
      `${row.id} ${row.day}`,
      {
        passage_point: row.game_passage_point,
        withdraw_point: row.game_withdraw_point,
        dividend_point: row.game_dividend_point,
        api_points: row.api_points,
      },
    ]),
  )
  const { rows } = await sql<{ account_id: number; day: string; amount: bigint }>`
    select m.account_id, m.day, m.amount
    from unnest(${ids}::int[], ${days}::date[]) as wanted (id, day)
    join manual_api_fees m on m.platform_id = ${platformId} and m.account_id = wanted.id and m.day = wanted.day`.execute(
    db,
  )
  const fees = new Map(rows.map((row) => [`${row.account_id} ${row.day}`, row.amount]))
  return (accountId, day) => {
    const key = `${accountId} ${day}`
    return { rates: rates.get(key) ?? none, manualFee: fees.get(key) ?? null }
  }
}
