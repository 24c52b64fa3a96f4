import type { features } from '../../../contract/index.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { daily, monthly, today } from './reads.ts'

/** Answers the calls about platforms' statistics. */
export const statisticsHandlers: Handlers<typeof features.statistics> = {
  dailyStatistics: (ctx, params) => daily(ctx, params),
  monthlyStatistics: (ctx, params) => monthly(ctx, params),
  todaySummary: (ctx) => today(ctx),
}
