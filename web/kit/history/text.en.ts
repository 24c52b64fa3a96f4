import type { Texts } from '../text.ts'
import type { zh } from './text.zh.ts'

export const en: Texts<typeof zh> = {
  history: 'History',
  historyOf: (name) => `History: ${name}`,
  at: 'Time',
  username: 'Changed by',
  action: 'Action',
  changes: 'Changes',
  reason: 'Reason',
  nothing: 'Nothing differs',
  absent: 'none',
  blank: 'empty',
  to: 'became',
  added: (count) => `${count} added`,
  removed: (count) => `${count} removed`,
  empty: 'Nothing has been changed yet',
}
