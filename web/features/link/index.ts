import { link } from '../../../contract/link.ts'
import { page } from '../../kit/page.tsx'

/** Everything it takes to link a platform, for the pages of platforms. */
export const loadConnectDialog = async () => (await import('./ConnectDialog.tsx')).ConnectDialog

export const pages = [
  page({
    path: link.health.path,
    title: link.health.title,
    load: async () => (await import('./LinkHealthPage.tsx')).LinkHealthPage,
  }),
  page({
    path: link.deadLetters.path,
    title: link.deadLetters.title,
    load: async () => (await import('./DeadLettersPage.tsx')).DeadLettersPage,
  }),
]
