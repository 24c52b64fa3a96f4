export interface DayCount {
  day: string
  n: number
}

/**
 * In which days a page lies, how far into them it begins, and how many rows there are in all. `counts` are the days
 * that have any, in the order of the list.
 */
export function daysOf(
  counts: readonly DayCount[],
  { page, limit }: { page: number; limit: number },
): { days: string[]; offset: number; count: number } {
  const from = (page - 1) * limit
  let before = 0
  let offset = 0
  const days: string[] = []
  for (const { day, n } of counts) {
    const after = before + n
    if (after > from && before < from + limit) {
      if (days.length === 0) offset = from - before
      days.push(day)
    }
    before = after
  }
  return { days, offset, count: before }
}
