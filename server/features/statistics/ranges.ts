import { usualStatisticsDays } from '../../../contract/statistics.ts'
import type { Clock } from '../../kit/clock.ts'
import { refuse } from '../../kit/refusal.ts'

/** Longest range: three years and a leap day. */
const mostDays = 1096
const dayMs = 86_400_000

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const shifted = (day: string, days: number) => new Date(utc(day) + days * dayMs).toISOString().slice(0, 10)

interface Asked {
  start?: string | undefined
  end?: string | undefined
}
/** Business days, both included. */
export interface Range {
  from: string
  to: string
}

/** Business day of now and the one before it. */
export function todayAndYesterday(clock: Clock): { today: string; yesterday: string } {
  const today = clock.dayOf(clock.now())
  return { today, yesterday: shifted(today, -1) }
}

/** A range of days as asked for; by default 20 days back and today. Refuses one that is none or longer than three years. */
export function daysOf(clock: Clock, { start, end }: Asked): Range {
  const { today } = todayAndYesterday(clock)
  const to = end ?? (start && start > today ? start : today)
  return checked({ from: start ?? shifted(to, 1 - usualStatisticsDays), to })
}

/** A range of months, 'YYYY-MM' each, by default the present one: its first and last day. Refuses as days do. */
export function monthsOf(clock: Clock, { start, end }: Asked): Range {
  const present = todayAndYesterday(clock).today.slice(0, 7)
  const last = end ?? (start && start > present ? start : present)
  const first = start ?? (end && end < present ? end : present)
  const after = new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 0))
  return checked({ from: `${first}-01`, to: after.toISOString().slice(0, 10) })
}

/** The whole months of a range by their first days, and what is left before and after them; null if there is none. */
export function wholeMonths({ from, to }: Range): { first: string; last: string; rest: Range[] } | null {
  const month = (day: string, further = 0) =>
    new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + further, 1))
      .toISOString()
      .slice(0, 10)
  const first = from.endsWith('-01') ? from : month(from, 1)
  const last = shifted(to, 1).endsWith('-01') ? month(to) : month(to, -1)
  if (first > last) return null
  const rest = [
    { from, to: shifted(first, -1) },
    { from: month(last, 1), to },
  ].filter((part) => part.from <= part.to)
  return { first, last, rest }
}

function checked(range: Range): Range {
  const days = (utc(range.to) - utc(range.from)) / dayMs + 1
  if (days < 1) refuse('statistics.rangeOrder', {}, 'start')
  if (days > mostDays) refuse('statistics.rangeTooLong', { most: mostDays }, 'end')
  return range
}
