import { sql } from 'kysely'
import type { DayRates } from '../../../contract/figures.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { ratesOfDays } from '../accounts/index.ts'

const none: DayRates = { passage_point: 0, withdraw_point: 0, dividend_point: 0, api_points: {} }

/** What a day of an account is worked out by. */
export interface Terms {
  rates: DayRates
  /** The vendors' fee by hand, in thousandths; null where there is none. */
  manualFee: bigint | null
  /** Whether paying out costs its points on that day. */
  payoutToo: boolean
}

interface Wanted {
  accountId: number
  day: string
}

/** Days on which payout points begin to count in the passage fee, cease to, begin again: a setting, empty by default. */
const payoutSetting = 'passage-fee-payout-days'

/**
 * Looks up the rates and the fee by hand of accounts, each on its day. A fee entered after a day was closed is part of
 * its restatements, not of its own figures: it is left out unless `lateUntil` asks for those booked up to that day.
 */
export async function ratesFor(
  db: Db,
  platformId: number,
  keys: readonly Wanted[],
  lateUntil?: string,
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
  const fees = await feesOf(db, platformId, keys)
  if (lateUntil !== undefined)
    for (const [key, fee] of await lateFeesOf(db, platformId, keys, lateUntil)) fees.set(key, fee)
  const flips = await payoutFlips(db)
  return (accountId, day) => {
    const key = `${accountId} ${day}`
    return {
      rates: rates.get(key) ?? none,
      manualFee: fees.get(key) ?? null,
      payoutToo: flips.filter((flip) => flip <= day).length % 2 === 1,
    }
  }
}

type Fees = Map<string, bigint | null>

async function feesOf(db: Db, platformId: number, keys: readonly Wanted[]): Promise<Fees> {
  const { rows } = await sql<{ account_id: number; day: string; amount: bigint }>`
    ${keptPlan} select m.account_id, m.day, m.amount
    from unnest(${keys.map(({ accountId }) => accountId)}::int[], ${keys.map(({ day }) => day)}::date[]) as wanted (id, day)
    join manual_api_fees m on m.platform_id = ${platformId} and m.account_id = wanted.id and m.day = wanted.day`.execute(
    db,
  )
  return new Map(rows.map((row) => [`${row.account_id} ${row.day}`, row.amount]))
}

async function lateFeesOf(db: Db, platformId: number, keys: readonly Wanted[], until: string): Promise<Fees> {
  const { rows } = await sql<{ account_id: number; day: string; amount: bigint | null }>`
    select distinct on (m.account_id, m.day) m.account_id, m.day, m.amount
    from unnest(${keys.map(({ accountId }) => accountId)}::int[], ${keys.map(({ day }) => day)}::date[]) as wanted (id, day)
    join late_api_fees m on m.platform_id = ${platformId} and m.account_id = wanted.id and m.day = wanted.day
    where m.booked_day <= ${until}::date
    order by m.account_id, m.day, m.id desc`.execute(db)
  return new Map(rows.map((row) => [`${row.account_id} ${row.day}`, row.amount]))
}

async function payoutFlips(db: Db): Promise<string[]> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', payoutSetting)
    .executeTakeFirst()
  return Array.isArray(row?.value) ? row.value.filter((day): day is string => typeof day === 'string') : []
}
