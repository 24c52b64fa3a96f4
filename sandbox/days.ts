const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether the machine knows a time zone of this name. */
export function isZone(zone: string): boolean {
  try {
    return Boolean(formatOf(zone))
  } catch {
    return false
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, made)
  return made
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function offsetAt(ms: number, zone: string): number {
  const second = Math.floor(ms / 1000) * 1000
  return Date.parse(`${formatOf(zone).format(second).replace(' ', 'T')}Z`) - second
}

/** The last midnight of a zone before or at a moment, both in ms since 1970. */
export function midnightBefore(ms: number, zone: string): number {
  const local = ms + offsetAt(ms, zone)
  const midnight = Math.floor(local / dayMs) * dayMs
  // Clocks may have been changed since that midnight.
  return midnight - offsetAt(midnight - offsetAt(ms, zone), zone)
}

/** The day of a zone in which a moment falls, YYYY-MM-DD. */
export const dayOf = (ms: number, zone: string): string => formatOf(zone).format(ms).slice(0, 10)

/** The day so many days before a day. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
