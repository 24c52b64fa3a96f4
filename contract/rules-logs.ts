import { text } from './kit/language.ts'
import { logs as l } from './logs.ts'
import { call, menu, page, type RuleSeed, readers } from './rules-kit.ts'

const onChannel = { tree: 3 } as const
const both = ['channel', 'subChannel'] as const

/** Rules of the logs: read by staff and, of their own people, by the channel side; never changed by anybody. */
export const logRules: readonly RuleSeed[] = [
  menu(320, text('日志管理', 'Logs'), 'log', 95, readers),
  page(321, 320, l.serviceLogs.rule, l.serviceLogs.title, readers),
  page(322, 320, l.channelBotLog.rule, l.channelBotLog.title, readers),
  page(323, 320, l.subChannelBotLog.rule, l.subChannelBotLog.title, readers),
  call(324, 322, l.botKey, ['operator']),
  call(325, 322, l.botKeyMake, ['operator']),
  call(326, 322, l.botKeyDel, ['operator']),

  menu(720, text('日志', 'Logs'), 'log', 95, both, 3),
  page(721, 720, l.channelBotLog.rule, l.channelBotLog.title, ['channel'], onChannel),
  page(722, 720, l.subChannelBotLog.rule, l.subChannelBotLog.title, both, onChannel),
]
