import { call, page, type RuleSeed, readers } from './rules-kit.ts'
import { statistics as s } from './statistics.ts'

/** Rules of the platforms' statistics, below the menu of platforms: everybody of the back office who reads. */
export const statisticsRules: readonly RuleSeed[] = [
  page(340, 2, s.dailyStatistics.rule, s.dailyStatistics.title, readers, { sort: 13 }),
  page(341, 2, s.monthlyStatistics.rule, s.monthlyStatistics.title, readers, { sort: 14 }),
  call(342, 340, s.todaySummary, readers),
]
