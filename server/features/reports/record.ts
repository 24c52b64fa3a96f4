import { sql } from 'kysely'
import { add, addParts, type Sums, sumNames } from '../../../contract/figures.ts'
import { toWire } from '../../../contract/kit/units.ts'
import type { Tx } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { bookCorrections, type Correction } from './corrections.ts'
import type { Fact } from './facts.ts'
import {
  asJson,
  columns,
  oneCorrectionAtATime,
  partsFrom,
  recordOf,
  setFrom,
  sumsFrom,
  whileRatesStand,
} from './figures-sql.ts'
import { type DayChange, keyOf, rollUp } from './rollup.ts'

interface Recorded {
  platformId: number
  /** The business day of now: what corrections of closed days are booked on. */
  today: string
  facts: readonly Fact[]
}

/**
 * Takes in days of accounts as a platform tells them, each the whole day so far, and rolls them up for everybody above.
 * An older version than the one known changes nothing. A closed day keeps its figures: the difference is booked today.
 */
export async function recordFacts(tx: Tx, { platformId, today, facts }: Recorded): Promise<void> {
  const sorted = newestOf(facts)
  if (sorted.length === 0) return
  await whileRatesStand(tx, platformId)
  const closed = await closedAmong(tx, platformId, sorted)
  const late = sorted.filter(({ day }) => closed.has(day))
  if (late.length > 0) await oneCorrectionAtATime(tx, platformId)
  const corrections = late.length > 0 ? await correctionsOf(tx, platformId, late) : []
  const restating = await bookCorrections(tx, { platformId, today, corrections })
  const own = await storeOpen(
    tx,
    platformId,
    sorted.filter(({ day }) => !closed.has(day)),
  )
  await rollUp(tx, platformId, [...restating, ...own])
}

/** The newest fact of each account and day, in the order in which everybody takes them. */
function newestOf(facts: readonly Fact[]): Fact[] {
  const byKey = new Map<string, Fact>()
  for (const fact of facts) {
    const key = keyOf(fact.accountId, fact.day)
    const known = byKey.get(key)
    if (!known || known.version < fact.version) byKey.set(key, fact)
  }
  return [...byKey.values()].toSorted((a, b) => a.accountId - b.accountId || (a.day < b.day ? -1 : 1))
}

async function closedAmong(tx: Tx, platformId: number, facts: readonly Fact[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('closed_days')
    .select('day')
    .where('platform_id', '=', platformId)
    .where('day', 'in', [...new Set(facts.map(({ day }) => day))])
    .execute()
  return new Set(rows.map(({ day }) => day))
}

const rowsOf = (facts: readonly Fact[]) =>
  asJson(
    facts.map(({ accountId, day, version, chain, sums, parts }) => ({
      account_id: accountId,
      day,
      version,
      chain,
      ...sums,
      api_win_lose: Object.fromEntries(Object.entries(parts).map(([api, amount]) => [api, toWire(amount)])),
    })),
  )

const recordset = (json: string) => sql`
  jsonb_to_recordset(${json}::jsonb) as s
    (account_id int, day date, version bigint, chain int[], api_win_lose jsonb, ${recordOf(sumNames)})`

type Stored = {
  account_id: number
  day: string
  chain: number[]
  api_win_lose: Record<string, number> | null
} & {
  [Name in keyof Sums]: bigint | null
}

/** Stores facts of open days; what they add to the days of everybody in their chains. */
async function storeOpen(tx: Tx, platformId: number, facts: readonly Fact[]): Promise<DayChange[]> {
  if (facts.length === 0) return []
  const { rows } = await sql<Stored>`
    ${keptPlan} insert into account_facts as f (platform_id, account_id, day, version, chain, api_win_lose, ${columns(sumNames)})
    select ${platformId}, s.account_id, s.day, s.version, s.chain, s.api_win_lose, ${columns(sumNames, 's')}
    from ${recordset(rowsOf(facts))} order by s.account_id, s.day
    on conflict (platform_id, account_id, day) do update set
      version = excluded.version, api_win_lose = excluded.api_win_lose, updated_at = now(),
      ${setFrom(sumNames, 'excluded')}
    where f.version < excluded.version
    returning new.account_id, new.day, new.chain, old.api_win_lose, ${columns(sumNames, 'old')}`.execute(tx)
  const sent = new Map(facts.map((fact) => [keyOf(fact.accountId, fact.day), fact]))
  return rows.flatMap((row) => {
    const fact = sent.get(keyOf(row.account_id, row.day))
    if (!fact) return []
    const sums = { ...fact.sums }
    add(sums, sumsFrom(row), sumNames, -1n)
    const parts = addParts(fact.parts, partsFrom(row.api_win_lose), -1n)
    return row.chain.map((accountId) => ({
      accountId,
      day: row.day,
      sums,
      parts,
      restates: false,
    }))
  })
}

/** What newer versions of closed days differ by from all that was known of them. The facts as closed stay. */
async function correctionsOf(tx: Tx, platformId: number, facts: readonly Fact[]): Promise<Correction[]> {
  const { rows } = await sql<Stored & { account_id: number }>`
    insert into account_facts as f (platform_id, account_id, day, version, chain)
    select ${platformId}, s.account_id, s.day, s.version, s.chain
    from ${recordset(rowsOf(facts))} order by s.account_id, s.day
    on conflict (platform_id, account_id, day) do update set version = excluded.version
    where f.version < excluded.version
    returning f.account_id, f.day, f.chain, f.api_win_lose, ${columns(sumNames, 'f')}`.execute(tx)
  const { rows: before } = await sql<Stored>`
    select c.account_id, c.day, c.chain, c.api_win_lose, ${columns(sumNames, 'c')}
    from unnest(${rows.map((row) => row.account_id)}::int[], ${rows.map(({ day }) => day)}::date[]) as wanted (id, day)
    join fact_corrections c on c.platform_id = ${platformId} and c.account_id = wanted.id and c.day = wanted.day`.execute(
    tx,
  )
  const sent = new Map(facts.map((fact) => [keyOf(fact.accountId, fact.day), fact]))
  return rows.flatMap((row) => {
    const fact = sent.get(keyOf(row.account_id, row.day))
    if (!fact) return []
    const sums = { ...fact.sums }
    let { parts } = fact
    for (const known of [
      row,
      ...before.filter((one) => one.account_id === row.account_id && one.day === row.day),
    ]) {
      add(sums, sumsFrom(known), sumNames, -1n)
      parts = addParts(parts, partsFrom(known.api_win_lose), -1n)
    }
    const nothing = sumNames.every((name) => sums[name] === 0n) && Object.keys(parts).length === 0
    return nothing ? [] : [{ ...fact, chain: row.chain, sums, parts }]
  })
}
