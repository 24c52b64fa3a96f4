import { type RawBuilder, sql } from 'kysely'
import {
  type DerivedName,
  derivedNames,
  type SumName,
  type Sums,
  sumNames,
} from '../../../contract/figures.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'

/* Pieces of SQL that name the figures once, and the locks of those who change them. */

export const figureNames = [...sumNames, ...derivedNames] as const
export type FigureName = SumName | DerivedName

export const columns = (names: readonly string[], of?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => (of ? sql.ref(`${of}.${name}`) : sql.ref(name))))

/** `name bigint, ...` for jsonb_to_recordset. */
export const recordOf = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${sql.ref(name)} bigint`))

/** `name = t.name + excluded.name, ...` */
export const addExcluded = (names: readonly string[], table: string): RawBuilder<unknown> =>
  sql.join(
    names.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
    ),
  )

/** `name = s.name, ...` */
export const setFrom = (names: readonly string[], source: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${source}.${name}`)}`))

/** `sum(name)::bigint as name, ...` */
export const sumOf = (names: readonly string[], of?: string): RawBuilder<unknown> =>
  sql.join(
    names.map(
      (name) => sql`coalesce(sum(${sql.ref(of ? `${of}.${name}` : name)}), 0)::bigint as ${sql.ref(name)}`,
    ),
  )

/** Rows for jsonb_to_recordset: bigints travel as text. */
export const asJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** Parts as PostgreSQL keeps them, exact however large. */
export const partsFrom = (stored: Readonly<Record<string, number | string>> | null): Record<string, bigint> =>
  Object.fromEntries(Object.entries(stored ?? {}).map(([api, amount]) => [api, BigInt(amount)]))

export const sumsFrom = (row: Readonly<Record<SumName, bigint | null>>): Sums =>
  Object.fromEntries(sumNames.map((name) => [name, row[name] ?? 0n])) as Sums

const ratesLock = 7_101
const daysLock = 7_102
const correctionsLock = 7_103

/** Held while figures are worked out: rates do not change meanwhile, nor is a day of the platform closed. */
export async function whileRatesStand(tx: Db, platformId: number): Promise<void> {
  await sql`
    ${keptPlan} select pg_advisory_xact_lock_shared(${ratesLock}, 0),
      pg_advisory_xact_lock_shared(${daysLock}, ${platformId}::int)`.execute(tx)
}

/** Corrections of one platform follow one another: each is the difference to what the one before it left. */
export async function oneCorrectionAtATime(tx: Db, platformId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${correctionsLock}, ${platformId}::int)`.execute(tx)
}

/** Taken by whoever changes rates or points, before anything else: figures under way finish first. */
export async function whileRatesChange(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ratesLock}, 0)`.execute(tx)
}

/** Taken by whoever closes a day of a platform: facts under way are in before it, later ones are corrections. */
export async function whileDayCloses(tx: Db, platformId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${daysLock}, ${platformId}::int)`.execute(tx)
}
