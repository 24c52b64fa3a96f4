import type { Clock } from '../../kit/clock.ts'
import { refuse } from '../../kit/refusal.ts'

/** Longest range of a report. */
const mostDays = 366
const dayMs = 86_400_000

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const shifted = (day: string, days: number) => new Date(utc(day) + days * dayMs).toISOString().slice(0, 10)

/** A range of business days as asked for; by default the last `usual` days with today. Refuses one that is none. */
export function rangeOf(
  clock: Clock,
  { start, end, usual }: { start: string | undefined; end: string | undefined; usual: number },
  [startName, endName]: readonly [string, string],
): { from: string; to: string } {
  const today = clock.dayOf(clock.now())
  const to = end ?? (start && start > today ? start : today)
  const from = start ?? shifted(to, 1 - usual)
  if (from > to) refuse('reports.rangeOrder', {}, startName)
  if ((utc(to) - utc(from)) / dayMs >= mostDays) refuse('reports.rangeTooLong', { most: mostDays }, endName)
  return { from, to }
}

/** A range of months, 'YYYY-MM' each; by default the present one. Answers its first and last day. */
export function monthsOf(
  clock: Clock,
  { start, end }: { start?: string | undefined; end?: string | undefined },
): { from: string; to: string } {
  const present = clock.dayOf(clock.now()).slice(0, 7)
  const last = end ?? (start && start > present ? start : present)
  const first = start ?? (end && end < present ? end : present)
  if (first > last) refuse('reports.rangeOrder', {}, 'start')
  const after = new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 0))
    .toISOString()
    .slice(0, 10)
  if ((utc(after) - utc(`${first}-01`)) / dayMs > mostDays)
    refuse('reports.rangeTooLong', { most: mostDays }, 'end')
  return { from: `${first}-01`, to: after }
}
