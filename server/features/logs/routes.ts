import type { features } from '../../../contract/index.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { botKeyState, makeBotKey, withdrawBotKey } from './bot-key.ts'
import { listBotLog } from './bot-list.ts'
import { reportBot } from './bot-report.ts'
import { listOperations } from './operations.ts'

const nothing = (..._done: [void]) => null

/** Answers the calls about the logs. */
export const logHandlers: Handlers<typeof features.logs> = {
  serviceLogs: (ctx, params) => listOperations(ctx, params),
  channelBotLog: (ctx, params) => listBotLog('channel', ctx, params),
  subChannelBotLog: (ctx, params) => listBotLog('subChannel', ctx, params),
  botLog: (ctx, params) => reportBot(ctx, params),
  botKey: (ctx) => botKeyState(ctx),
  botKeyMake: (ctx) => makeBotKey(ctx, ctx.caller),
  botKeyDel: async (ctx) => nothing(await withdrawBotKey(ctx)),
}
