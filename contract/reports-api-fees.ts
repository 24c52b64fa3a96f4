import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { listOf, moment } from './kit/results.ts'
import { plain } from './kit/units.ts'

/** A fee of the games' vendors that finance entered by hand, for one day of an account on a platform. */
export const ApiFeeRow = z.object({
  platform_id: z.int(),
  platform_name: z.string(),
  account_id: z.int(),
  channel_account: z.string(),
  day: z.string(),
  /** The day whose figures it changed: a later one where the day was closed already. */
  booked_day: z.string(),
  /** null where it was taken back to the computed fee. */
  amount: plain().nullable(),
  remark: z.string(),
  create_username: z.string(),
  create_time: moment(),
})

/** Additions: fees of the games' vendors by hand, where finance knows better than the points do. */
export const apiFees = endpoint({
  id: 'reports.apiFees',
  method: 'GET',
  path: '/adminapi/channel/apiFees',
  title: text('手工游戏API费', 'Game API fees by hand'),
  kinds: [kind.staff],
  params: z.object({
    ...p.paging(),
    platform_id: p.int({ min: 1 }).optional(),
    account_id: p.int({ min: 1 }).optional(),
  }),
  result: listOf(ApiFeeRow),
})

export const apiFeeSet = endpoint({
  id: 'reports.apiFeeSet',
  method: 'POST',
  path: '/adminapi/channel/apiFeeSet',
  title: text('录入游戏API费', 'Enter a game API fee'),
  kinds: [kind.staff],
  writes: true,
  params: z.object({
    platform_id: p.int({ min: 1, missing: 'kit.invalidRequest' }),
    account_id: p.int({ min: 1, missing: 'kit.invalidRequest' }),
    day: p.day(),
    /** Currency with up to 3 decimals, never negative; without it the computed fee counts again. */
    amount: p.decimal({ decimals: 3 }).optional(),
    remark: p.text({ max: 200 }).optional(),
  }),
  /** The day whose figures changed. */
  result: z.object({ booked_day: z.string() }),
})
