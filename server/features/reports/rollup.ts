import { sql } from 'kysely'
import {
  type ApiParts,
  add,
  addParts,
  type Derived,
  derive,
  derivedNames,
  noSums,
  type Sums,
  sumNames,
} from '../../../contract/figures.ts'
import { toWire } from '../../../contract/kit/units.ts'
import type { Tx } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { carriedInto } from './carried.ts'
import {
  addExcluded,
  asJson,
  columns,
  figureNames,
  partsFrom,
  recordOf,
  setFrom,
  sumsFrom,
} from './figures-sql.ts'
import { ratesFor } from './rates.ts'

/** A change of one account's day: what its players and those below it did, or a correction booked on it. */
export interface DayChange {
  accountId: number
  day: string
  sums: Sums
  parts: ApiParts
  /** The change restates an earlier day; what follows from it stands in account_restatements, at that day's rates. */
  restates: boolean
}

export const keyOf = (accountId: number, day: string): string => `${accountId} ${day}`

type StoredDay = { account_id: number; day: string; restated: boolean; kind: number } & Record<
  (typeof figureNames)[number],
  bigint
> & { api_win_lose: Record<string, number> }

/** Adds changes of one account and day together. */
export function together(changes: readonly DayChange[]): DayChange[] {
  const byKey = new Map<string, DayChange>()
  for (const change of changes) {
    const key = keyOf(change.accountId, change.day)
    const sum = byKey.get(key) ?? {
      ...change,
      sums: noSums(),
      parts: {},
      restates: false,
    }
    add(sum.sums, change.sums, sumNames)
    sum.parts = addParts(sum.parts, change.parts)
    sum.restates ||= change.restates
    byKey.set(key, sum)
  }
  // One order for everybody, so that two who change the same days never wait for each other in a circle.
  return [...byKey.values()].toSorted((a, b) => a.accountId - b.accountId || (a.day < b.day ? -1 : 1))
}

/**
 * Adds changes to the days of accounts, works out anew what follows from them, and brings months and totals along, all
 * in the caller's transaction. Nothing of history is read.
 */
export async function rollUp(tx: Tx, platformId: number, changes: readonly DayChange[]): Promise<void> {
  const sorted = together(changes)
  if (sorted.length === 0) return
  const stored = await addToDays(tx, platformId, sorted)
  const derived = await deriveDays(tx, platformId, stored)
  const byKey = new Map(sorted.map((change) => [keyOf(change.accountId, change.day), change]))
  await addToSums(
    tx,
    platformId,
    derived.map(({ row, was, is }) => {
      const change = byKey.get(keyOf(row.account_id, row.day))
      const difference = { ...is }
      add(difference, was, derivedNames, -1n)
      return {
        account_id: row.account_id,
        day: row.day,
        kind: row.kind,
        ...(change?.sums ?? noSums()),
        ...difference,
      }
    }),
  )
}

async function addToDays(
  tx: Tx,
  platformId: number,
  changes: readonly DayChange[],
): Promise<(StoredDay & { added: ApiParts })[]> {
  const { rows } = await sql<StoredDay>`
    ${keptPlan} insert into account_days as t (platform_id, account_id, day, kind, ${columns(sumNames)}, restated)
    select ${platformId}, s.account_id, s.day, a.kind, ${columns(sumNames, 's')}, s.restated
    from jsonb_to_recordset(${asJson(
      changes.map(({ accountId, day, sums, restates }) => ({
        account_id: accountId,
        day,
        ...sums,
        restated: restates,
      })),
    )}::jsonb) as s (account_id int, day date, restated boolean, ${recordOf(sumNames)})
    join accounts a on a.id = s.account_id
    order by s.account_id, s.day
    on conflict (platform_id, account_id, day) do update set
      ${addExcluded(sumNames, 't')}, restated = t.restated or excluded.restated, updated_at = now()
    returning t.account_id, t.day, t.kind, t.restated, t.api_win_lose, ${columns(figureNames, 't')}`.execute(
    tx,
  )
  const parts = new Map(changes.map((change) => [keyOf(change.accountId, change.day), change.parts]))
  return rows.map((row) => ({ ...row, added: parts.get(keyOf(row.account_id, row.day)) ?? {} }))
}

interface Redone {
  row: StoredDay
  was: Derived
  is: Derived
}

/** Works out what follows from days whose rows this transaction holds, and stores it. */
export async function deriveDays(
  tx: Tx,
  platformId: number,
  days: readonly (StoredDay & { added: ApiParts })[],
): Promise<Redone[]> {
  const carried = await carriedInto(
    tx,
    platformId,
    days.filter(({ restated }) => restated),
  )
  const ratesOf = await ratesFor(
    tx,
    platformId,
    days.map(({ account_id, day }) => ({ accountId: account_id, day })),
  )
  const redone = days.map((row) => {
    const key = keyOf(row.account_id, row.day)
    const terms = ratesOf(row.account_id, row.day)
    const parts = addParts(partsFrom(row.api_win_lose), row.added)
    const over = carried.get(key)
    const own = sumsFrom(row)
    if (over) add(own, over.sums, sumNames, -1n)
    const is = derive({ sums: own, parts: over ? addParts(parts, over.parts, -1n) : parts, ...terms })
    if (over) add(is, over.derived, derivedNames)
    const was = Object.fromEntries(derivedNames.map((name) => [name, row[name]])) as Derived
    return { row, was, is, parts, rates: terms.rates }
  })
  await sql`
    ${keptPlan} update account_days t set
      ${setFrom([...derivedNames, 'passage_point', 'withdraw_point', 'dividend_point'], 's')},
      api_win_lose = s.api_win_lose, updated_at = now()
    from jsonb_to_recordset(${asJson(
      redone.map(({ row, is, parts, rates }) => ({
        account_id: row.account_id,
        day: row.day,
        ...is,
        passage_point: rates.passage_point,
        withdraw_point: rates.withdraw_point,
        dividend_point: rates.dividend_point,
        api_win_lose: Object.fromEntries(Object.entries(parts).map(([api, amount]) => [api, toWire(amount)])),
      })),
    )}::jsonb) as s (account_id int, day date, passage_point smallint, withdraw_point smallint,
      dividend_point smallint, api_win_lose jsonb, ${recordOf(derivedNames)})
    where t.platform_id = ${platformId} and t.account_id = s.account_id and t.day = s.day`.execute(tx)
  return redone
}

type SumChange = { account_id: number; day: string; kind: number } & Record<
  (typeof figureNames)[number],
  bigint
>

/** Adds differences to months and totals. */
export async function addToSums(tx: Tx, platformId: number, changes: readonly SumChange[]): Promise<void> {
  const moved = changes.filter((change) => figureNames.some((name) => change[name] !== 0n))
  if (moved.length === 0) return
  const json = asJson(moved)
  const grouped = (name: string) => sql`sum(s.${sql.ref(name)})`
  const sums = sql.join(figureNames.map(grouped))
  const record = sql`jsonb_to_recordset(${json}::jsonb) as s (account_id int, day date, kind smallint, ${recordOf(figureNames)})`
  await sql`
    ${keptPlan} insert into account_months as t (platform_id, account_id, month, kind, ${columns(figureNames)})
    select ${platformId}, s.account_id, date_trunc('month', s.day)::date, s.kind, ${sums} from ${record}
    group by 2, 3, 4 order by 2, 3
    on conflict (platform_id, account_id, month) do update set ${addExcluded(figureNames, 't')}`.execute(tx)
  await sql`
    ${keptPlan} insert into account_totals as t (platform_id, account_id, kind, ${columns(figureNames)})
    select ${platformId}, s.account_id, s.kind, ${sums} from ${record}
    group by 2, 3 order by 2
    on conflict (platform_id, account_id) do update set
      ${addExcluded(figureNames, 't')}, updated_at = now()`.execute(tx)
}
