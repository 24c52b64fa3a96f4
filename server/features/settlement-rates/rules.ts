/** How far a rate may be from the usual before a second person is asked, in tenths of a percent. */
export const usualBand = 100

/** The middle one; of an even number the lower of the two. null of none. */
export function median(rates: readonly bigint[]): bigint | null {
  const ordered = rates.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return ordered[(ordered.length - 1) >> 1] ?? null
}

/** Whether a rate is further from the usual than the band allows. Where nothing is usual yet, nothing is far. */
export function isFar(rate: bigint, usual: bigint | null, band: number): boolean {
  if (usual === null) return false
  const distance = rate > usual ? rate - usual : usual - rate
  return distance * 1000n > usual * BigInt(band)
}
