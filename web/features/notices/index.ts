import { notices } from '../../../contract/notices.ts'
import type { HomeBlock } from '../../kit/home-block.ts'

/** The tab of group configuration that keeps notices. */
export const loadNoticesTab = async () => ({
  key: 'notices',
  title: notices.list.title,
  source: notices.list,
  Body: (await import('./NoticesTab.tsx')).NoticesTab,
})

/** Notices on the home page. */
export const homeNotices: HomeBlock = {
  key: 'notices',
  sort: 50,
  load: async () => (await import('./HomeNotices.tsx')).HomeNotices,
}
