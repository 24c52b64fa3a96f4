interface Versioned {
  OrderNo: string
  rowVersion: number
}

/** A row read by itself, and when. */
export interface Reread<R> {
  row: R
  at: number
}

interface Shown<R extends Versioned> {
  /** What the server answered for this page of the list, and when. */
  listed: readonly R[]
  listedAt: number
  newer: ReadonlyMap<string, Reread<R>>
  /** What was shown until now. */
  before: readonly R[]
  /** The order a person stands on. */
  current: string | undefined
}

/**
 * The rows to show: none older than what is known. The row a person stands on stays in its place though it has left the
 * list, so that the next key press does not meet another order.
 */
export function shownRows<R extends Versioned>(shown: Shown<R>): readonly R[] {
  const { listed, listedAt, newer, before, current } = shown
  const fresh = (row: R): R => {
    const other = newer.get(row.OrderNo)
    if (!other) return row
    const by = other.row.rowVersion - row.rowVersion
    return by > 0 || (by === 0 && other.at > listedAt) ? other.row : row
  }
  const rows = listed.map(fresh)
  const stands = before.findIndex(({ OrderNo }) => OrderNo === current)
  const kept = before[stands]
  if (!kept || rows.some(({ OrderNo }) => OrderNo === current)) return same(rows, before)
  return same(rows.toSpliced(Math.min(stands, rows.length), 0, fresh(kept)), before)
}

const same = <R>(rows: readonly R[], before: readonly R[]): readonly R[] =>
  rows.length === before.length && rows.every((row, index) => row === before[index]) ? before : rows
