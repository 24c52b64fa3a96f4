import { sql } from 'kysely'
import { add, addParts, type Derived, derive, derivedNames, sumNames } from '../../../contract/figures.ts'
import type { Db } from '../../kit/db/connect.ts'
import { carriedInto } from './carried.ts'
import { knownOf, nothing } from './corrections.ts'
import { columns, type FigureName, figureNames, partsFrom, sumsFrom } from './figures-sql.ts'
import { ratesFor } from './rates.ts'
import { keyOf } from './rollup.ts'

const chunk = 5000

type Row = {
  platform_id: number
  account_id: number
  day: string
  restated: boolean
  api_win_lose: Record<string, number>
} & Record<FigureName, bigint>

/**
 * Every stored day of an account, or those that changed since a moment, with what follows from it worked out anew, in the
 * order of the key.
 */
export async function* daysAnew(db: Db, since?: Date): AsyncGenerator<{ row: Row; is: Derived }> {
  let after = { platform_id: 0, account_id: 0, day: '0001-01-01' }
  for (;;) {
    const { rows } = await sql<Row>`
      select platform_id, account_id, day, restated, api_win_lose, ${columns(figureNames)} from account_days
      where (platform_id, account_id, day) > (${after.platform_id}::int, ${after.account_id}::int, ${after.day}::date)
        ${since ? sql`and updated_at >= ${since}` : sql``}
      order by platform_id, account_id, day limit ${chunk}`.execute(db)
    for (const [platformId, days] of Map.groupBy(rows, (row) => row.platform_id))
      yield* worked(db, platformId, days)
    const last = rows.at(-1)
    if (!last || rows.length < chunk) return
    after = last
  }
}

async function* worked(
  db: Db,
  platformId: number,
  days: readonly Row[],
): AsyncGenerator<{ row: Row; is: Derived }> {
  const carried = await carriedInto(
    db,
    platformId,
    days.filter(({ restated }) => restated),
  )
  const termsOf = await ratesFor(
    db,
    platformId,
    days.map(({ account_id, day }) => ({ accountId: account_id, day })),
  )
  for (const row of days) {
    const over = carried.get(keyOf(row.account_id, row.day))
    const sums = sumsFrom(row)
    const parts = partsFrom(row.api_win_lose)
    if (over) add(sums, over.sums, sumNames, -1n)
    const own = over ? addParts(parts, over.parts, -1n) : parts
    const is = derive({ sums, parts: own, ...termsOf(row.account_id, row.day) })
    if (over) add(is, over.derived, derivedNames)
    yield { row, is }
  }
}

interface Restated {
  platform_id: number
  account_id: number
  /** The day that was restated. */
  day: string
  booked_day: string
}

/**
 * Every restated day of an account as it was known at the end of each day on which something of it was booked: as kept,
 * and worked out anew by the rates of the day and the fees entered by then. With `since` only of what was booked after.
 */
export async function* restatedAnew(
  db: Db,
  since?: Date,
): AsyncGenerator<{ key: Restated; kept: Derived; is: Derived }> {
  let after: Restated = { platform_id: 0, booked_day: '0001-01-01', account_id: 0, day: '0001-01-01' }
  for (;;) {
    const { rows } = await sql<Restated>`
      select distinct platform_id, booked_day, account_id, origin_day as day from account_restatements
      where (platform_id, booked_day, account_id, origin_day) >
          (${after.platform_id}::int, ${after.booked_day}::date, ${after.account_id}::int, ${after.day}::date)
        ${since ? sql`and at >= ${since}` : sql``}
      order by platform_id, booked_day, account_id, origin_day limit ${chunk}`.execute(db)
    const booked = Map.groupBy(rows, (row) => `${row.platform_id} ${row.booked_day}`)
    for (const keys of booked.values()) yield* judged(db, keys)
    const last = rows.at(-1)
    if (!last || rows.length < chunk) return
    after = last
  }
}

/** Of one platform and one day of booking. */
async function* judged(
  db: Db,
  keys: readonly Restated[],
): AsyncGenerator<{ key: Restated; kept: Derived; is: Derived }> {
  const [first] = keys
  if (!first) return
  const { platform_id: platformId, booked_day: until } = first
  const known = await knownOf(db, platformId, keys, until)
  const wanted = keys.map(({ account_id: accountId, day }) => ({ accountId, day }))
  const termsOf = await ratesFor(db, platformId, wanted, until)
  for (const key of keys) {
    const { sums, parts, derived } = known.get(keyOf(key.account_id, key.day)) ?? nothing()
    yield { key, kept: derived, is: derive({ sums, parts, ...termsOf(key.account_id, key.day) }) }
  }
}
