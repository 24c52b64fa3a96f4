import * as z from 'zod'
import * as p from './kit/params.ts'
import { percent, plain } from './kit/units.ts'
import { explainable } from './reports-rows.ts'

/** Which figure of which row: a range of days, or everything since launch where none is given. */
export const ExplainParams = z.object({
  field: p.oneOf(explainable),
  platform_id: p.int({ min: 1 }),
  account_id: p.int({ min: 1 }),
  start: p.day().optional(),
  end: p.day().optional(),
  /** As the report itself is read: only what was known at the end of this day. */
  known_at: p.day().optional(),
})

/** One day that went into a figure, with the rates of that day. Money is plain currency, rates are percent numbers. */
export const ExplainedDay = z.object({
  day: z.string(),
  Deposit: plain(),
  Withdraw: plain(),
  PlatformWinLose: plain(),
  passage_point: percent(),
  dividend_point: percent(),
  /** Points of withdrawals, where paying out costs them on that day; else 0. */
  payout_point: percent(),
  /** The vendors' fee as finance entered it by hand; null where it was not. */
  manual_fee: plain().nullable(),
  PassageFee: plain(),
  ApiFee: plain(),
  RealApiFee: plain(),
  RealIncome: plain(),
  RealProfit: plain(),
  /** What of it restates earlier days. */
  restated: z.boolean(),
  /** Win and lose of each game API, its points in percent. */
  apis: z.array(z.object({ api_id: z.int(), name: z.string(), amount: plain(), point: percent() })),
})

/** A correction of an earlier day that was booked on a day of the range. */
export const ExplainedCorrection = z.object({
  booked_day: z.string(),
  origin_day: z.string(),
  Deposit: plain(),
  Withdraw: plain(),
  RealApiFee: plain(),
  RealIncome: plain(),
  RealProfit: plain(),
  at: z.string(),
})

export const Explanation = z.object({
  field: z.enum(explainable),
  /** The figure as it stands in the reports. */
  kept: plain(),
  /** The same worked out anew from the days below; equal unless something is wrong. */
  anew: plain(),
  equal: z.boolean(),
  days: z.array(ExplainedDay),
  /** How many days there are; `days` holds at most 400 of them, the newest. */
  count: z.int(),
  corrections: z.array(ExplainedCorrection),
  settled: plain(),
})
export type Explanation = z.output<typeof Explanation>
