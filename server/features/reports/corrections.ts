import { sql } from 'kysely'
import {
  add,
  addParts,
  type Derived,
  derive,
  derivedNames,
  noDerived,
  noSums,
  type Sums,
  sumNames,
} from '../../../contract/figures.ts'
import { toWire } from '../../../contract/kit/units.ts'
import type { Db, Tx } from '../../kit/db/connect.ts'
import { type Carried, carriedInto, restatedOf } from './carried.ts'
import type { Fact } from './facts.ts'
import { asJson, columns, figureNames, partsFrom, recordOf, sumsFrom } from './figures-sql.ts'
import { ratesFor } from './rates.ts'
import { type DayChange, keyOf } from './rollup.ts'

/** A fact whose sums and parts are differences to what was known of its closed day. */
export type Correction = Fact

const onWire = (parts: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(Object.entries(parts).map(([api, amount]) => [api, toWire(amount)]))

interface Booking {
  platformId: number
  today: string
  corrections: readonly Correction[]
}

/**
 * Writes down corrections of closed days and, for each account of their chains, what they change at the rates of the
 * day they are about. Returns it as changes of today, where it counts.
 */
export async function bookCorrections(
  tx: Tx,
  { platformId, today, corrections }: Booking,
): Promise<DayChange[]> {
  if (corrections.length === 0) return []
  const ids = await store(tx, platformId, today, corrections)
  const keys = [
    ...new Map(
      corrections.flatMap(({ chain, day }) =>
        chain.map((accountId) => [keyOf(accountId, day), { account_id: accountId, accountId, day }] as const),
      ),
    ).values(),
  ]
  const known = await knownOf(tx, platformId, keys)
  const termsOf = await ratesFor(tx, platformId, keys, today)
  const lines: Line[] = []
  for (const [index, { chain, day, sums, parts }] of corrections.entries()) {
    for (const accountId of chain) {
      const before = known.get(keyOf(accountId, day)) ?? nothing()
      const after = { sums: { ...before.sums }, parts: addParts(before.parts, parts) }
      add(after.sums, sums, sumNames)
      const is = derive({ ...after, ...termsOf(accountId, day) })
      const derived = { ...is }
      add(derived, before.derived, derivedNames, -1n)
      known.set(keyOf(accountId, day), { ...after, derived: is })
      lines.push({ accountId, day, correctionId: ids[index] ?? 0n, sums, parts, derived })
    }
  }
  await storeLines(tx, platformId, today, lines)
  return lines.map(({ accountId, sums, parts }) => ({
    accountId,
    day: today,
    sums,
    parts,
    restates: true,
  }))
}

export interface Line {
  accountId: number
  day: string
  correctionId: bigint
  sums: Sums
  parts: Readonly<Record<string, bigint>>
  derived: Derived
}

export const nothing = (): Carried => ({ sums: noSums(), parts: {}, derived: noDerived() })

async function store(
  tx: Tx,
  platformId: number,
  today: string,
  corrections: readonly Correction[],
): Promise<bigint[]> {
  const json = asJson(
    corrections.map(({ accountId, day, version, chain, sums, parts }) => ({
      account_id: accountId,
      day,
      version,
      chain,
      ...sums,
      api_win_lose: onWire(parts),
    })),
  )
  const { rows } = await sql<{ id: bigint; account_id: number; day: string }>`
    insert into fact_corrections
      (platform_id, account_id, day, booked_day, version, chain, api_win_lose, ${columns(sumNames)})
    select ${platformId}, s.account_id, s.day, ${today}::date, s.version, s.chain, s.api_win_lose, ${columns(sumNames, 's')}
    from jsonb_to_recordset(${json}::jsonb) as s
      (account_id int, day date, version bigint, chain int[], api_win_lose jsonb, ${recordOf(sumNames)})
    returning id, account_id, day`.execute(tx)
  const byKey = new Map(rows.map(({ id, account_id, day }) => [keyOf(account_id, day), id]))
  return corrections.map(({ accountId, day }) => byKey.get(keyOf(accountId, day)) ?? 0n)
}

/**
 * All that is known of days by now, or was at the end of the day `until`: as closed, less what they carried of earlier
 * days, and as restated since.
 */
export async function knownOf(
  tx: Db,
  platformId: number,
  keys: readonly { account_id: number; day: string }[],
  until?: string,
): Promise<Map<string, Carried>> {
  type Row = { account_id: number; day: string; api_win_lose: Record<string, number> } & Record<
    (typeof figureNames)[number],
    bigint
  >
  const { rows } = await sql<Row>`
    select d.account_id, d.day, d.api_win_lose, ${columns(figureNames, 'd')}
    from unnest(${keys.map(({ account_id }) => account_id)}::int[], ${keys.map(({ day }) => day)}::date[]) as w (id, day)
    join account_days d on d.platform_id = ${platformId} and d.account_id = w.id and d.day = w.day`.execute(
    tx,
  )
  const known = new Map<string, Carried>(
    rows.map((row) => [
      keyOf(row.account_id, row.day),
      {
        sums: sumsFrom(row),
        parts: partsFrom(row.api_win_lose),
        derived: Object.fromEntries(derivedNames.map((name) => [name, row[name]])) as Derived,
      },
    ]),
  )
  const change = (key: string, by: Carried, sign: 1n | -1n) => {
    const sum = known.get(key) ?? nothing()
    add(sum.sums, by.sums, sumNames, sign)
    add(sum.derived, by.derived, derivedNames, sign)
    known.set(key, { ...sum, parts: addParts(sum.parts, by.parts, sign) })
  }
  for (const [key, carried] of await carriedInto(tx, platformId, keys)) change(key, carried, -1n)
  for (const [key, restated] of await restatedOf(tx, platformId, keys, until)) change(key, restated, 1n)
  return known
}

/** Writes down what corrections change, as lines of the accounts they concern. */
export async function storeLines(
  tx: Tx,
  platformId: number,
  today: string,
  lines: readonly Line[],
): Promise<void> {
  const json = asJson(
    lines.map(({ accountId, day, correctionId, sums, parts, derived }) => ({
      account_id: accountId,
      origin_day: day,
      correction_id: correctionId,
      ...sums,
      ...derived,
      api_win_lose: onWire(parts),
    })),
  )
  await sql`
    insert into account_restatements
      (platform_id, account_id, booked_day, origin_day, correction_id, api_win_lose, ${columns(figureNames)})
    select ${platformId}, s.account_id, ${today}::date, s.origin_day, s.correction_id, s.api_win_lose,
      ${columns(figureNames, 's')}
    from jsonb_to_recordset(${json}::jsonb) as s
      (account_id int, origin_day date, correction_id bigint, api_win_lose jsonb, ${recordOf(figureNames)})`.execute(
    tx,
  )
}
