/** Three lists of ceil(n/3) each, filled one after the other, so that reading down and then right keeps the order. */
export function splitInThree<T>(rows: readonly T[]): [T[], T[], T[]] {
  const size = Math.ceil(rows.length / 3)
  return [rows.slice(0, size), rows.slice(size, 2 * size), rows.slice(2 * size)]
}
