import { logs } from '../../../contract/logs.ts'
import { page } from '../../kit/page.tsx'

export const pages = [
  page({
    path: logs.serviceLogs.path,
    title: logs.serviceLogs.title,
    load: async () => (await import('./SystemLogPage.tsx')).SystemLogPage,
  }),
  page({
    path: logs.channelBotLog.path,
    title: logs.channelBotLog.title,
    load: async () => (await import('./BotLogPage.tsx')).ChannelBotLogPage,
  }),
  page({
    // The page is written with a small c, the call with a capital one.
    path: '/adminapi/subchannel/telegramBotLog',
    title: logs.subChannelBotLog.title,
    load: async () => (await import('./BotLogPage.tsx')).SubChannelBotLogPage,
  }),
]
