import { statistics } from '../../../contract/statistics.ts'
import type { HomeBlock } from '../../kit/home-block.ts'
import { page } from '../../kit/page.tsx'

export const statisticsPages = [
  page({
    path: statistics.dailyStatistics.path,
    title: statistics.dailyStatistics.title,
    load: async () => (await import('./DailyPage.tsx')).DailyPage,
  }),
  page({
    path: statistics.monthlyStatistics.path,
    title: statistics.monthlyStatistics.title,
    load: async () => (await import('./MonthlyPage.tsx')).MonthlyPage,
  }),
]

/** All platforms' day on the home page. */
export const homePlatforms: HomeBlock = {
  key: 'platforms',
  sort: 11,
  load: async () => (await import('./HomePlatforms.tsx')).HomePlatforms,
}
