import type { Texts } from '../../kit/text.ts'
import type { zh } from './text.zh.ts'

export const en: Texts<typeof zh> = {
  title: 'My tasks',
  id: 'ID',
  name: 'Task',
  status: 'Status',
  statuses: { queued: 'Queued', running: 'Running', completed: 'Completed', error: 'Failed' },
  tips: 'Progress',
  rows: 'Rows',
  created: 'Submitted',
  finished: 'Ended',
  download: 'Download',
  expired: 'The file has expired',
  retry: 'Try again',
  retried: 'Submitted again',
  note: 'Tasks of the last 7 days; exported files are kept for 24 hours.',
  box: 'Messages',
  unread: (count) => `Messages, ${count} unread`,
  none: 'No unread messages',
  allRead: 'All read',
  toTasks: 'My tasks',
}
