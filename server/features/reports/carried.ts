import { sql } from 'kysely'
import {
  add,
  addParts,
  type Derived,
  derivedNames,
  noDerived,
  noSums,
  type Sums,
  sumNames,
} from '../../../contract/figures.ts'
import type { Db } from '../../kit/db/connect.ts'
import { columns, figureNames, partsFrom, sumsFrom } from './figures-sql.ts'

export interface Carried {
  sums: Sums
  parts: Record<string, bigint>
  derived: Derived
}

type Line = { account_id: number; day: string; api_win_lose: Record<string, number> } & Record<
  (typeof figureNames)[number],
  bigint
>

function summed(lines: readonly Line[]): Map<string, Carried> {
  const byKey = new Map<string, Carried>()
  for (const line of lines) {
    const key = `${line.account_id} ${line.day}`
    const sum = byKey.get(key) ?? { sums: noSums(), parts: {}, derived: noDerived() }
    add(sum.sums, sumsFrom(line), sumNames)
    add(sum.derived, line, derivedNames)
    sum.parts = addParts(sum.parts, partsFrom(line.api_win_lose))
    byKey.set(key, sum)
  }
  return byKey
}

/** What restatements of earlier days brought into these days of accounts, by `keyOf`. */
export const carriedInto = (
  db: Db,
  platformId: number,
  days: readonly { account_id: number; day: string }[],
): Promise<Map<string, Carried>> => linesOf(db, platformId, days, 'booked_day')

/** How these days of accounts were restated afterwards, or by the end of the day `until`, by `keyOf`. */
export const restatedOf = (
  db: Db,
  platformId: number,
  days: readonly { account_id: number; day: string }[],
  until?: string,
): Promise<Map<string, Carried>> => linesOf(db, platformId, days, 'origin_day', until)

async function linesOf(
  db: Db,
  platformId: number,
  days: readonly { account_id: number; day: string }[],
  by: 'booked_day' | 'origin_day',
  until?: string,
): Promise<Map<string, Carried>> {
  if (days.length === 0) return new Map()
  const { rows } = await sql<Line>`
    select r.account_id, wanted.day, r.api_win_lose, ${columns(figureNames, 'r')}
    from unnest(${days.map(({ account_id }) => account_id)}::int[], ${days.map(({ day }) => day)}::date[])
      as wanted (id, day)
    join account_restatements r on r.platform_id = ${platformId} and r.account_id = wanted.id
      and ${sql.ref(`r.${by}`)} = wanted.day and (${until ?? null}::date is null or r.booked_day <= ${until ?? null}::date)`.execute(
    db,
  )
  return summed(rows)
}
