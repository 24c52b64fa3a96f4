/**
 * Time as the region sees it. The database holds moments in UTC; days, limits per day and what people read are cut in
 * the region's zone, here and nowhere else.
 */
export interface Clock {
  readonly timeZone: string
  now(): Date
  /** Business day of a moment, 'YYYY-MM-DD'. */
  dayOf(at: Date): string
  /** 'YYYY-MM-DD HH:mm:ss' in the zone; '' for no moment. */
  format(at: Date | null): string
  /** First moment of a business day. */
  startOf(day: string): Date
  /** First moment after a business day. */
  endOf(day: string): Date
  /** The moment of 'YYYY-MM-DD[ HH:mm[:ss]]' read in the zone. A bare day means its start, or its end if so asked. */
  parse(text: string, bound?: 'start' | 'end'): Date
}

const quarterMs = 15 * 60_000
const mostOffsets = 20_000

export function clockOf(timeZone: string, now: () => Date = () => new Date()): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  // The formatter is slow, and a list shows dozens of moments: it is asked for the offset of each quarter of an hour
  // once. No zone changes its offset within one.
  const offsets = new Map<number, number>()
  const offsetAt = (instant: number): number => {
    const quarter = Math.floor(instant / quarterMs)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const start = quarter * quarterMs
    const offset = Date.parse(`${format.format(start).replace(' ', 'T')}Z`) - start
    if (offsets.size >= mostOffsets) offsets.clear()
    offsets.set(quarter, offset)
    return offset
  }
  const local = (at: Date) =>
    new Date(at.getTime() + offsetAt(at.getTime())).toISOString().slice(0, 19).replace('T', ' ')
  const parse = (text: string): Date => {
    const [day = '', time = '00:00:00'] = text.replace('T', ' ').split(' ')
    const wanted = `${day} ${time.length === 5 ? `${time}:00` : time}`
    return localToInstant(wanted, local)
  }
  const nextDay = (day: string) => {
    const next = new Date(`${day}T00:00:00Z`)
    next.setUTCDate(next.getUTCDate() + 1)
    return next.toISOString().slice(0, 10)
  }
  const clock: Clock = {
    timeZone,
    now,
    dayOf: (at) => local(at).slice(0, 10),
    format: (at) => (at ? local(at) : ''),
    startOf: (day) => parse(day),
    endOf: (day) => parse(nextDay(day)),
    parse: (text, bound = 'start') =>
      bound === 'end' && text.length === 10 ? parse(nextDay(text)) : parse(text),
  }
  return clock
}

/**
 * The instant whose local reading is `wanted`. Where the clock jumps over it, the first instant after the jump; where
 * it occurs twice, the first.
 */
function localToInstant(wanted: string, local: (at: Date) => string): Date {
  const asUtc = Date.parse(`${wanted.replace(' ', 'T')}Z`)
  const offsetAt = (instant: number) => Date.parse(`${local(new Date(instant)).replace(' ', 'T')}Z`) - instant
  const hour = 3_600_000
  const candidates = [offsetAt(asUtc - 14 * hour), offsetAt(asUtc + 14 * hour)].map(
    (offset) => asUtc - offset,
  )
  const exact = candidates.filter((instant) => local(new Date(instant)) === wanted)
  if (exact.length > 0) return new Date(Math.min(...exact))
  let low = Math.min(...candidates)
  let high = Math.max(...candidates)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (local(new Date(middle)) < wanted) low = middle
    else high = middle
  }
  return new Date(high)
}
