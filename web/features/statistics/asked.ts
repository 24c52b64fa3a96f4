import type { CallOf } from '../../../contract/kit/endpoint.ts'
import type { statistics } from '../../../contract/statistics.ts'

type Values = Readonly<Record<string, string>>
export type Filtered = Partial<CallOf<typeof statistics.dailyStatistics>>

const place = new Set(['page', 'limit', 'orderBy', 'orderType'])
const merges = new Set(['mergeDailyFlag', 'mergeByDayFlag', 'mergeByDayDetailFlag'])

/** What a list is asked for by its address and its page's defaults, without its place in it. */
export function askedOf(search: string, defaults: Values): Values {
  const given = Object.fromEntries(new URLSearchParams(search))
  return Object.fromEntries(
    Object.entries({ ...defaults, ...given }).filter(([name, value]) => value !== '' && !place.has(name)),
  )
}

/** The same without merging: what a chart or a detail narrows by. Values are already what the wire wants. */
export const filterOf = (asked: Values): Filtered =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => !merges.has(name)))

/** How the list is sorted. */
export function sortingOf(search: string): { orderBy?: string; orderType?: 'asc' | 'desc' } {
  const given = new URLSearchParams(search)
  const orderBy = given.get('orderBy')
  const orderType = given.get('orderType')
  return {
    ...(orderBy ? { orderBy } : {}),
    ...(orderType === 'asc' || orderType === 'desc' ? { orderType } : {}),
  }
}
