import type { features } from '../../../contract/index.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { listChannels, summarise } from './queries.ts'
import { pushOrder, saveOrder } from './sort.ts'
import { previewSwitch, switchChannels } from './switch.ts'
import { startSync } from './sync.ts'

/** Answers the calls about payment channels. */
export const paywayHandlers: Handlers<typeof features.payways> = {
  paywaySummary: (ctx, params) => summarise(ctx, params),
  paywayRsync: (ctx) => startSync(ctx),
  paywayStatus: (ctx, params) => switchChannels(ctx, params),
  paywaySwitchPreview: (ctx, params) => previewSwitch(ctx, params),
  paywaySort: (ctx, params) => saveOrder(ctx, params),
  paywayRsyncSort: (ctx, params) => pushOrder(ctx, params),
  paywayAll: (ctx, { platformId }) => listChannels(ctx, platformId),
}
