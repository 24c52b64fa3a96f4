import { logs } from '../../../contract/logs.ts'
import { page } from '../../kit/page.tsx'

export const pages = [
  page({
    path: logs.serviceLogs.path,
    title: logs.serviceLogs.title,
    load: async () => (await import('./SystemLogPage.tsx')).SystemLogPage,
  }),
]
