/** What became of each order of a decision. */
export interface Outcome {
  ok: readonly string[]
  failed: readonly { orderNo: string; message: string }[]
}

export const allFailed = (orders: readonly string[], message: string): Outcome => ({
  ok: [],
  failed: orders.map((orderNo) => ({ orderNo, message })),
})

/** The outcome of several calls for parts of one decision. */
export const together = (outcomes: readonly Outcome[]): Outcome => ({
  ok: outcomes.flatMap(({ ok }) => ok),
  failed: outcomes.flatMap(({ failed }) => failed),
})

/** Ticks after a decision: only what failed is left ticked; what was not part of it stays as it was. */
export function ticksAfter(ticked: readonly string[], { ok }: Outcome): string[] {
  const done = new Set(ok)
  return ticked.filter((orderNo) => !done.has(orderNo))
}

/** Marks of rows after a decision: why an order failed, until it is decided again. */
export function marksAfter(
  marks: ReadonlyMap<string, string>,
  { ok, failed }: Outcome,
): ReadonlyMap<string, string> {
  const next = new Map(marks)
  for (const orderNo of ok) next.delete(orderNo)
  for (const { orderNo, message } of failed) next.set(orderNo, message)
  return next
}

/** Where to go from a row that is leaving: the next one that stays, else the one before it. */
export function nextRow(
  rows: readonly string[],
  from: string,
  leaving: ReadonlySet<string>,
): string | undefined {
  const index = rows.indexOf(from)
  if (index < 0) return undefined
  const stays = (orderNo: string) => !leaving.has(orderNo)
  return rows.slice(index + 1).find(stays) ?? rows.slice(0, index).findLast(stays)
}
