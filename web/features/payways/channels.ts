import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { isConspicuous, type payways } from '../../../contract/payways.ts'

export type SummaryRow = ResultOf<typeof payways.paywaySummary>['list'][number]
export type Channel = SummaryRow['payway'][string] & { ChannelCode: string }
export type Configs = ResultOf<typeof payways.paywaySummary>['configs']

/** How many open channels a row shows. */
export const shownChannels = 5

const inOrder = (a: Channel, b: Channel) =>
  a.SortID - b.SortID || a.ChannelCode.localeCompare(b.ChannelCode, 'en')

/** The first open channels by priority; then the rest, open ones before closed ones. */
export function split(payway: SummaryRow['payway']): { first: Channel[]; rest: Channel[]; open: number } {
  const all = Object.entries(payway).map(([ChannelCode, channel]) => ({ ChannelCode, ...channel }))
  const open = all.filter(({ Status }) => Status === 1).toSorted(inOrder)
  const closed = all.filter(({ Status }) => Status === 0).toSorted(inOrder)
  return {
    first: open.slice(0, shownChannels),
    rest: [...open.slice(shownChannels), ...closed],
    open: open.length,
  }
}

/** Whether any channel of a platform stands out, also one that the row itself does not show. */
export const standsOut = ({ payway }: Pick<SummaryRow, 'payway'>): boolean =>
  Object.values(payway).some(isConspicuous)

/** Successful part of today's deposits; null where there were none. */
export const successRate = ({
  orderAll,
  orderSucc,
}: Pick<Channel, 'orderAll' | 'orderSucc'>): number | null => (orderAll === 0 ? null : orderSucc / orderAll)
