import dayjs, { type Dayjs } from 'dayjs'
import { inZone, serverNow, today } from '../region.ts'
import type { Texts } from '../text.ts'
import type { zh } from '../text.zh.ts'

export type Range = [Dayjs, Dayjs]

const monday = (day: Dayjs) => day.subtract((day.day() + 6) % 7, 'day')

/** Business days people mean by a word, counted in the region's zone. Weeks start on Monday. */
export function dayRange(name: RangeName): Range {
  const now = dayjs(today())
  const lastMonth = now.subtract(1, 'month')
  const ranges: Record<RangeName, () => Range> = {
    today: () => [now, now],
    yesterday: () => [now.subtract(1, 'day'), now.subtract(1, 'day')],
    thisWeek: () => [monday(now), now],
    last7: () => [now.subtract(6, 'day'), now],
    last14: () => [now.subtract(13, 'day'), now],
    last20: () => [now.subtract(19, 'day'), now],
    last21: () => [now.subtract(20, 'day'), now],
    last30: () => [now.subtract(29, 'day'), now],
    thisMonth: () => [now.startOf('month'), now],
    lastMonth: () => [lastMonth.startOf('month'), lastMonth.endOf('month')],
    last3Months: () => [now.subtract(3, 'month').add(1, 'day'), now],
    previous3Months: () => [now.subtract(3, 'month').startOf('month'), lastMonth.endOf('month')],
  }
  return ranges[name]()
}
export type RangeName =
  | 'today'
  | 'yesterday'
  | 'thisWeek'
  | 'last7'
  | 'last14'
  | 'last20'
  | 'last21'
  | 'last30'
  | 'thisMonth'
  | 'lastMonth'
  | 'last3Months'
  | 'previous3Months'

/** The same as wire text, for a page's defaults: `dayValues('last7', ['start', 'end'])`. */
export function dayValues<const N extends readonly [string, string]>(
  name: RangeName,
  [start, end]: N,
): Record<N[number], string> {
  const [from, to] = dayRange(name)
  return { [start]: from.format('YYYY-MM-DD'), [end]: to.format('YYYY-MM-DD') } as Record<N[number], string>
}

/** The region's current month as 'YYYY-MM'. */
export const thisMonth = (): string => inZone(serverNow()).slice(0, 7)

/** Shortcuts beside a calendar. */
export function rangePresets(
  t: Texts<typeof zh>,
  withTime: boolean,
): { label: string; value: () => Range }[] {
  const names: [string, RangeName][] = [
    [t.today, 'today'],
    [t.yesterday, 'yesterday'],
    [t.thisWeek, 'thisWeek'],
    [t.lastDays(7), 'last7'],
    [t.lastDays(14), 'last14'],
    [t.lastDays(30), 'last30'],
    [t.thisMonth, 'thisMonth'],
    [t.lastMonth, 'lastMonth'],
    [t.last3Months, 'last3Months'],
    [t.previous3Months, 'previous3Months'],
  ]
  return names.map(([label, name]) => ({
    label,
    value: () => {
      const [from, to] = dayRange(name)
      return withTime ? [from.startOf('day'), to.endOf('day')] : [from, to]
    },
  }))
}
