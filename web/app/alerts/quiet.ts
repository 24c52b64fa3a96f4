import type { AlertSettings } from '../../kit/storage.ts'

/** Until somebody chose: nothing is said, and if it were, not at night. */
export const usualAlerts: AlertSettings = {
  desktop: false,
  sound: false,
  about: { orders: true, settlements: true, late: true },
  quiet: { on: false, from: '22:00', to: '08:00' },
}

/** Whether it is quiet time at 'HH:mm'. A range may pass midnight; one that ends where it begins is the whole day. */
export function isQuiet({ on, from, to }: AlertSettings['quiet'], at: string): boolean {
  if (!on) return false
  if (from < to) return from <= at && at < to
  return at >= from || at < to
}

/** The browser's own time of day. */
export const timeOfDay = (now: Date): string =>
  [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
