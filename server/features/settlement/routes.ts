import type { features } from '../../../contract/index.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import type { Check } from '../../kit/verify.ts'
import { settleAddress } from './address.ts'
import { books, checkBooks } from './books.ts'
import { handleOrder } from './handle.ts'
import { settleLog } from './log.ts'
import { oneClickSettle, settleForRange } from './manual.ts'
import { channelOrders, staffOrders } from './orders.ts'
import { settlePreview } from './preview.ts'
import type { RateForDay } from './rates.ts'
import { requestSettlement } from './request.ts'
import { ownPledge, unsettledSummary } from './summary.ts'

/** What settlement needs of others: the rate of a day, and every check of the product for its books. */
export interface SettlementUses {
  rateForDay: RateForDay
  checks: readonly Check[]
}

/** The calls of settlement. */
export const settlementHandlers = ({
  rateForDay,
  checks,
}: SettlementUses): Handlers<typeof features.settlement> => ({
  unsettledSummaryList: unsettledSummary(rateForDay),
  settlePreview: settlePreview(rateForDay),
  addSettleOrder: requestSettlement(rateForDay),
  channelOrders,
  orders: staffOrders(rateForDay),
  handle: handleOrder(rateForDay),
  channelAddress: settleAddress,
  subChannelAddress: settleAddress,
  settleAmountEdit: settleForRange,
  channelSettle: oneClickSettle(kind.channel),
  subChannelSettle: oneClickSettle(kind.subChannel),
  settleLog,
  getPledgeU: ownPledge,
  books,
  booksCheck: checkBooks(checks),
})
