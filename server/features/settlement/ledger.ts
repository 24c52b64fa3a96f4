import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import type { Standing } from './rules.ts'

/* Every movement of settlement, in double entry. The database refuses an entry that does not add up to nothing. */

export type Book = 'group' | 'open' | 'pending' | 'settled'
type LedgerLine = {
  platform_id: number
  unit: 'money' | 'u'
  book: Book | 'treasury' | 'paid'
  amount: bigint
}

export interface Entry {
  /** What is booked once cannot be booked again: the cause by name. */
  key: string
  kind: 'reserve' | 'pay' | 'release' | 'manual'
  accountId: number
  orderId?: bigint
  username: string
  at: Date
  lines: readonly LedgerLine[]
}

/** Moves an amount of a platform from one book to another. */
export const move = (platformId: number, from: Book, to: Book, amount: bigint): LedgerLine[] => [
  { platform_id: platformId, unit: 'money', book: from, amount: -amount },
  { platform_id: platformId, unit: 'money', book: to, amount },
]

/** U that left the treasury, in hundredths. */
export const payU = (amount: bigint): LedgerLine[] =>
  amount === 0n
    ? []
    : [
        { platform_id: 0, unit: 'u', book: 'treasury', amount: -amount },
        { platform_id: 0, unit: 'u', book: 'paid', amount },
      ]

/** Writes an entry with its lines; the balances of the account follow by themselves. */
export async function bookEntry(tx: Db, { lines, ...entry }: Entry): Promise<void> {
  const { id } = await tx
    .insertInto('ledger_entries')
    .values({
      key: entry.key,
      kind: entry.kind,
      account_id: entry.accountId,
      order_id: entry.orderId ?? null,
      create_username: entry.username,
      at: entry.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into ledger_lines (entry_id, line, account_id, platform_id, unit, book, amount)
    select ${id}, line, ${entry.accountId}, platform_id, unit, book, amount
    from unnest(${lines.map(({ platform_id }) => platform_id)}::int[], ${lines.map(({ unit }) => unit)}::text[],
      ${lines.map(({ book }) => book)}::text[], ${lines.map(({ amount }) => amount)}::bigint[])
      with ordinality as given (platform_id, unit, book, amount, line)`.execute(tx)
}

/**
 * Takes the account's place in the line of its own settlements, and reads where it stands on every platform; nobody
 * moves its figures until the transaction ends. Platforms by the day they were published, then by id.
 */
export async function standingsFor(tx: Db, accountId: number, percent: number): Promise<Standing[]> {
  await sql`insert into settle_balances (account_id) values (${accountId}) on conflict do nothing`.execute(tx)
  await sql`update settle_balances set percent = ${percent} where account_id = ${accountId}`.execute(tx)
  const { rows } = await sql<Standing>`
    select platform_id, real_profit, settled, pending from account_totals
    where account_id = ${accountId} order by platform_id for update`.execute(tx)
  return inOrder(tx, rows)
}

/** Standings in the order in which platforms give: by the day they were published, then by id. */
export async function inOrder(db: Db, standings: readonly Standing[]): Promise<Standing[]> {
  const { rows } = await sql<{ id: number }>`
    select id from platforms where id = any(${standings.map(({ platform_id }) => platform_id)}::int[])
    order by publish_time nulls first, id`.execute(db)
  const place = new Map(rows.map(({ id }, index) => [id, index]))
  return standings.toSorted((a, b) => (place.get(a.platform_id) ?? 0) - (place.get(b.platform_id) ?? 0))
}

/** What an account earned since its books were last written, as lines of the entry that needs to know. */
export async function earnedSince(
  tx: Db,
  accountId: number,
  standings: readonly Standing[],
): Promise<LedgerLine[]> {
  const { rows } = await sql<{ platform_id: number; earned: bigint }>`
    select platform_id, (-sum(amount))::bigint as earned from ledger_lines
    where account_id = ${accountId} and book = 'group' group by platform_id`.execute(tx)
  const known = new Map(rows.map(({ platform_id, earned }) => [platform_id, earned]))
  return standings.flatMap(({ platform_id, real_profit }) => {
    const earned = real_profit - (known.get(platform_id) ?? 0n)
    return earned === 0n ? [] : move(platform_id, 'group', 'open', earned)
  })
}

/** Moves what an account has settled or reserved per platform, beside the ledger and in the same transaction. */
export async function moveTotals(
  tx: Db,
  accountId: number,
  lines: readonly { platform_id: number; settled: bigint; pending: bigint }[],
): Promise<void> {
  await sql`
    update account_totals t set settled = t.settled + given.settled, pending = t.pending + given.pending
    from unnest(${lines.map(({ platform_id }) => platform_id)}::int[],
      ${lines.map(({ settled }) => settled)}::bigint[], ${lines.map(({ pending }) => pending)}::bigint[])
      as given (platform_id, settled, pending)
    where t.platform_id = given.platform_id and t.account_id = ${accountId}`.execute(tx)
}
