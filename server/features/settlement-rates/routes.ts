import type { features } from '../../../contract/index.ts'
import { rateToText } from '../../../contract/settlement-rates.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { addRate, confirmRate, deleteRate, editRate } from './actions.ts'
import { listRates, todayRate } from './queries.ts'

const nothing = (..._done: [void]) => null

/** Answers the calls about settlement rates. */
export const settlementRateHandlers: Handlers<typeof features.settlementRates> = {
  list: (ctx, params) => listRates(ctx, params),
  add: (ctx, params) => addRate(ctx, params),
  edit: (ctx, params) => editRate(ctx, params),
  del: async (ctx, { id }) => nothing(await deleteRate(ctx, id)),
  confirm: async (ctx, params) => nothing(await confirmRate(ctx, params)),
  today: async ({ db, clock }) => ({ rate: rateToText(await todayRate(db, clock.dayOf(clock.now()))) }),
}
