import type { Clock } from '../../kit/clock.ts'
import { refuse } from '../../kit/refusal.ts'

export interface DayRange {
  start: string
  end: string
}

/** The business days asked for, or the last `usual` including today. An open end is open. */
export function dayRange(
  clock: Clock,
  { start, end }: { start?: string | undefined; end?: string | undefined },
  usual: number,
): DayRange {
  if (start && end && start > end) refuse('params.range', {}, 'start')
  if (start || end) return { start: start ?? '', end: end ?? '9999-12-31' }
  const today = clock.dayOf(clock.now())
  return { start: daysBefore(today, usual - 1), end: today }
}

function daysBefore(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - days)
  return at.toISOString().slice(0, 10)
}
