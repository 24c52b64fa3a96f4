import { sql } from 'kysely'
import {
  type ApiParts,
  add,
  addParts,
  type Derived,
  derive,
  derivedNames,
  type Sums,
  sumNames,
} from '../../../contract/figures.ts'
import type { Db } from '../../kit/db/connect.ts'
import { carriedInto } from './carried.ts'
import { knownOf, nothing } from './corrections.ts'
import { columns, type FigureName, figureNames, partsFrom, sumsFrom } from './figures-sql.ts'
import { ratesFor, type Terms } from './rates.ts'
import { keyOf } from './rollup.ts'

/** Business days, both included; null for everything since launch. */
export type Range = { from: string; to: string } | null

/** A day that went into a figure: as the reports keep it, and worked out anew. */
export interface DayAnew {
  day: string
  restated: boolean
  sums: Sums
  parts: ApiParts
  kept: Derived
  anew: Derived
  terms: Terms
}

interface Whose {
  platformId: number
  accountId: number
  range: Range
}

/** Days of an account with everything booked on them, the newest first. */
export async function daysOf(db: Db, { platformId, accountId, range }: Whose): Promise<DayAnew[]> {
  type Row = {
    account_id: number
    day: string
    restated: boolean
    api_win_lose: Record<string, number>
  } & Record<FigureName, bigint>
  const { rows } = await sql<Row>`
    select account_id, day, restated, api_win_lose, ${columns(figureNames)} from account_days
    where platform_id = ${platformId} and account_id = ${accountId} and ${within('day', range)}
    order by day desc`.execute(db)
  const carried = await carriedInto(
    db,
    platformId,
    rows.filter(({ restated }) => restated),
  )
  const termsOf = await ratesFor(
    db,
    platformId,
    rows.map(({ day }) => ({ accountId, day })),
  )
  return rows.map((row) => {
    const over = carried.get(keyOf(accountId, row.day))
    const terms = termsOf(accountId, row.day)
    const own = sumsFrom(row)
    const parts = partsFrom(row.api_win_lose)
    if (over) add(own, over.sums, sumNames, -1n)
    const anew = derive({ sums: own, parts: over ? addParts(parts, over.parts, -1n) : parts, ...terms })
    if (over) add(anew, over.derived, derivedNames)
    return { day: row.day, restated: row.restated, sums: sumsFrom(row), parts, kept: row, anew, terms }
  })
}

/** Days of an account as they were known at the end of a day: corrections by the day they are about, the newest first. */
export async function daysKnownAt(
  db: Db,
  { platformId, accountId, range }: Whose,
  knownAt: string,
): Promise<DayAnew[]> {
  const { rows } = await sql<{ day: string }>`
    select day from (
      select day from account_days
      where platform_id = ${platformId} and account_id = ${accountId} and day <= ${knownAt}::date
      union
      select origin_day from account_restatements
      where platform_id = ${platformId} and account_id = ${accountId} and booked_day <= ${knownAt}::date
    ) every where ${within('day', range)} order by day desc`.execute(db)
  const keys = rows.map(({ day }) => ({ account_id: accountId, accountId, day }))
  const known = await knownOf(db, platformId, keys, knownAt)
  const termsOf = await ratesFor(db, platformId, keys, knownAt)
  return rows.map(({ day }) => {
    const { sums, parts, derived } = known.get(keyOf(accountId, day)) ?? nothing()
    const terms = termsOf(accountId, day)
    return {
      day,
      restated: false,
      sums,
      parts,
      kept: derived,
      anew: derive({ sums, parts, ...terms }),
      terms,
    }
  })
}

const within = (column: string, range: Range) =>
  range ? sql`${sql.ref(column)} between ${range.from}::date and ${range.to}::date` : sql`true`
