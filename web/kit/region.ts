import { Region, type RegionFacts, regions } from '../../contract/regions.ts'

let facts: RegionFacts = regions.br
let offsetMs = 0

/** Sets what the server says of itself: its region, and its clock as of now. */
export function setRegion(region: string): void {
  const known = Region.safeParse(region)
  facts = known.success ? regions[known.data] : regions.br
}
export function setServerTime(serverTime: number): void {
  offsetMs = serverTime - Date.now()
}

/** Label, zone, currency and number locale of this deployment. */
export const region = (): RegionFacts => facts
/** The server's clock, as well as this browser knows it. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs)

// Making a format takes longer than drawing the row it is for.
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string, what: 'moment' | 'offset'): Intl.DateTimeFormat {
  const key = `${zone} ${what}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...looks[what] })
    formats.set(key, format)
  }
  return format
}
const looks = {
  moment: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
  offset: { timeZoneName: 'shortOffset' },
} as const

/** 'YYYY-MM-DD HH:mm:ss' of a moment in the region's zone. */
export function inZone(at: Date, zone: string = facts.zone): string {
  const part = Object.fromEntries(
    formatOf(zone, 'moment')
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  ) as Record<string, string>
  return `${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}:${part['second']}`
}

/** Today's business day in the region's zone. */
export const today = (): string => inZone(serverNow()).slice(0, 10)

/** The zone's distance from UTC at a moment, as people write it: 'UTC-3'. */
export function zoneOffset(at: Date = serverNow(), zone: string = facts.zone): string {
  const name = formatOf(zone, 'offset')
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  return (name ?? 'UTC').replace('GMT', 'UTC')
}
