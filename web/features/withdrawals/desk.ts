import { createContext, use } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { WithdrawalOrder, withdrawals } from '../../../contract/withdrawals.ts'
import type { Tab } from '../../../contract/withdrawals-states.ts'
import type { Deed, Reviewer } from './deeds.ts'

export type Labels = ResultOf<typeof withdrawals.list>['configs']
export type PayoutChannel = ResultOf<typeof withdrawals.payoutChannels>['list'][number]

export const noLabels: Labels = {
  orderStatus: {},
  finace_record_type: {},
  channeInfo: {},
  finace_pay_type: {},
}

/** Channels people chose for orders, by order number; kept while the review is open. */
export class Choices {
  #chosen = new Map<string, number>()
  choose(orderNo: string, channelId: number): void {
    this.#chosen.set(orderNo, channelId)
  }
  /** What was chosen, else the order's own channel if that is on. */
  of(
    order: Pick<WithdrawalOrder, 'OrderNo' | 'ChannelId'>,
    on: readonly PayoutChannel[],
  ): number | undefined {
    const wanted = this.#chosen.get(order.OrderNo) ?? order.ChannelId
    return on.find(({ ChannelId }) => ChannelId === wanted)?.ChannelId
  }
}

/** What the cells of a review table need besides their row. One object as long as nothing of it changes. */
export interface Desk {
  tab: Tab
  /** Orders of every status are searched, not only the tab's. */
  history: boolean
  reviewer: Reviewer
  labels: Labels
  /** Payout channels that are on. */
  channels: readonly PayoutChannel[]
  choices: Choices
  act: (deed: Deed, order: WithdrawalOrder) => void
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('a review cell outside a review table')
  return desk
}

/** Why orders of the last decisions failed, by order number. */
export const MarksContext = createContext<ReadonlyMap<string, string>>(new Map())
