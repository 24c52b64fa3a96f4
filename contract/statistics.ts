import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { labels, moment } from './kit/results.ts'
import { count, thousandths } from './kit/units.ts'
import { CategoryOption, PlatformOption } from './platforms.ts'
import { shapeOf, statisticsFigureNames, totalledFigures } from './statistics-figures.ts'

/** Days that the daily page shows unless asked otherwise: 20 back and today. */
export const usualStatisticsDays = 21
/** Rows that one call may bring: what an export writes at most. */
export const mostStatisticsRows = 5000

/** Addition: what was learnt of a closed day afterwards. */
export const DayCorrection = z.object({
  day: z.string(),
  /** The business day on which it was learnt, and the moment. */
  booked_day: z.string(),
  at: moment(),
  /** The figures that changed, as delivered: money in thousandths, people as counts. */
  changes: z.array(z.object({ field: z.string(), before: thousandths(), after: thousandths() })),
})

const whose = {
  /** 0 and empty where a row is of all platforms. */
  platform_id: z.int(),
  platform_name: z.string(),
  platform_remark: z.string(),
  platform_cate_id: z.int(),
  platform_status: z.int(),
}
const rowFields = {
  ...whose,
  ...shapeOf(statisticsFigureNames),
  /** Additions: platforms in the row, and how often its closed days were put right. */
  platforms: count(),
  corrections: count(),
}

export const DailyStatisticsRow = z.object({
  /** Empty in a row that merges days. */
  day: z.string(),
  ...rowFields,
  /** Addition: the corrections of this platform's day, oldest first; none in merged rows. */
  restatements: z.array(DayCorrection),
})
export const MonthlyStatisticsRow = z.object({ month: z.string(), ...rowFields })

/** Over everything filtered, whatever the page. */
export const StatisticsSummary = z.object({ ...shapeOf(totalledFigures), Dwdiff: thousandths() })

const answer = <R extends z.ZodType>(row: R) =>
  z.object({
    list: z.array(row),
    count: z.int(),
    summary: StatisticsSummary,
    configs: z.object({
      cateList: z.array(CategoryOption),
      platformList: z.array(PlatformOption),
      platformStatusDics: labels(),
    }),
    /** Addition: when figures last came in; '' if never. */
    updated_at: moment(),
  })

const filter = () => ({
  ...p.paging({ max: mostStatisticsRows }),
  ...p.sorting(),
  platform_status: p.list(p.int({ max: 3 })).optional(),
  platform_cate_id: p.list(p.int()).optional(),
  platform_id: p.list(p.int(), { max: 1000 }).optional(),
  /** Addition: figures as they were known at the end of this business day. */
  known_at: p.day().optional(),
})

const todayFigures = () => shapeOf(totalledFigures)

export const statistics = {
  dailyStatistics: endpoint({
    id: 'statistics.dailyStatistics',
    method: 'GET',
    path: '/adminapi/platform/dailyStatistics',
    title: text('平台日统计', 'Daily statistics'),
    kinds: [kind.staff],
    params: z.object({
      ...filter(),
      start: p.day().optional(),
      end: p.day().optional(),
      /** One row a platform over the range. */
      mergeDailyFlag: p.flag().optional(),
      /** One row a date over all platforms. */
      mergeByDayFlag: p.flag().optional(),
      /** The platforms of one date: start and end are that date, and one of them is enough. */
      mergeByDayDetailFlag: p.flag().optional(),
    }),
    result: answer(DailyStatisticsRow),
  }),
  monthlyStatistics: endpoint({
    id: 'statistics.monthlyStatistics',
    method: 'GET',
    path: '/adminapi/platform/monthlyStatistics',
    title: text('平台月统计', 'Monthly statistics'),
    kinds: [kind.staff],
    params: z.object({ ...filter(), start: p.month().optional(), end: p.month().optional() }),
    result: answer(MonthlyStatisticsRow),
  }),
  todaySummary: endpoint({
    id: 'statistics.todaySummary',
    method: 'GET',
    path: '/adminapi/platform/todaySummary',
    title: text('平台今日概况', 'Platforms today'),
    kinds: [kind.staff],
    /** Page and size are sent by habit and mean nothing. */
    params: z.object(p.paging({ limit: 15 })),
    result: z.object({
      ...todayFigures(),
      /** Addition: the same figures of yesterday up to its end. */
      yesterday: z.object(todayFigures()),
      updated_at: moment(),
    }),
  }),
}

export const statisticsMessages = {
  'statistics.mergeBoth': text(
    '按平台合并和按日期合并不能同时选择',
    'Merging by platform and merging by date cannot both be chosen',
  ),
  'statistics.rangeOrder': text('开始日期不能晚于结束日期', 'The start date cannot be after the end date'),
  'statistics.rangeTooLong': text(
    '日期范围不能超过 {most} 天',
    'The date range cannot be longer than {most} days',
  ),
} as const
