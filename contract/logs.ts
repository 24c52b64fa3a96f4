import * as z from 'zod'
import { botActions } from './logs-bot.ts'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { done, labels, listWith, moment } from './kit/results.ts'

export { botActions }

/** One call that changed something, exported or signed in; secrets are masked. */
export const OperationRow = z.object({
  id: z.int(),
  username: z.string(),
  recordtime: moment(),
  title: z.string(),
  request: z.string(),
  response: z.string(),
  /** Additions: the call's path, the code it answered, and where it came from. */
  path: z.string(),
  code: z.int(),
  address: z.string(),
})

/** Path under which the log keeps tasks that failed after their call had been answered. */
export const failedTaskPath = 'tasks.failed'

/** One thing the chat bot did, as it told. */
export const BotRow = z.object({
  id: z.int(),
  username: z.string(),
  platname: z.string(),
  channel_name: z.string(),
  channel_account: z.string(),
  action: z.string(),
  command: z.string(),
  response: z.string(),
  chat_id: z.string(),
  target_telegram_id: z.string(),
  target_telegram_username: z.string(),
  action_telegram_id: z.string(),
  action_telegram_username: z.string(),
  update_time: moment(),
  role_id: z.string(),
})

const botParams = z.object({
  ...p.paging(),
  /** Business days. Default: the last 30. */
  start: p.day().optional(),
  end: p.day().optional(),
  action: p.list(p.text({ max: 40 })).optional(),
  role_id: p.text({ max: 40 }).optional(),
  chat_id: p.text({ max: 64 }).optional(),
  username: p.text({ max: 64 }).optional(),
  platname: p.text({ max: 64 }).optional(),
  channel_account: p.text({ max: 64 }).optional(),
  channel_name: p.text({ max: 64 }).optional(),
})
const botList = listWith(BotRow, z.object({ telegram_bot_log_type: labels() }))

/** What a batch may hold at most; each entry is judged on its own. */
export const mostBotEntries = 500
const some = z.array(z.unknown()).max(mostBotEntries)

export const logs = {
  serviceLogs: endpoint({
    id: 'logs.serviceLogs',
    method: 'POST',
    path: '/adminapi/CustomerService/serviceLogs',
    title: text('系统日志', 'System log'),
    kinds: [kind.staff],
    params: z.object({
      ...p.paging(),
      /** Business days, with or without dashes. Default: the last 7, unless an id is asked for. */
      start: p.day().optional(),
      end: p.day().optional(),
      id: p.int({ max: Number.MAX_SAFE_INTEGER }).optional(),
      username: p.text({ max: 64 }).optional(),
      /** A path of `configs.routerList`, to the letter. */
      optRouter: p.text().optional(),
      /** Text within the request, in any case. */
      optRequest: p.text().optional(),
    }),
    result: listWith(OperationRow, z.object({ routerList: labels() })),
  }),
  channelBotLog: endpoint({
    id: 'logs.channelBotLog',
    method: 'GET',
    path: '/adminapi/channel/telegramBotLog',
    title: text('渠道机器人日志', 'Channel bot log'),
    kinds: [kind.staff, kind.channel],
    params: botParams,
    result: botList,
  }),
  subChannelBotLog: endpoint({
    id: 'logs.subChannelBotLog',
    method: 'GET',
    path: '/adminapi/subChannel/telegramBotLog',
    title: text('子渠道机器人日志', 'Sub-channel bot log'),
    kinds: [kind.staff, kind.channel, kind.subChannel],
    params: botParams,
    result: botList,
  }),
  botLog: endpoint({
    id: 'logs.botLog',
    method: 'POST',
    path: '/adminapi/serves/botLog',
    title: text('机器人上报', 'Report of the chat bot'),
    access: 'public',
    signed: true,
    writes: true,
    /** Shapes of the lists' members: docs/bot-log.md. */
    params: z.object({
      entries: p.json(some).optional(),
      chats: p.json(some).optional(),
      admins: p.json(some).optional(),
    }),
    result: z.object({
      accepted: z.array(z.string()),
      duplicate: z.array(z.string()),
      rejected: z.array(z.object({ id: z.string(), reason: z.string() })),
      /** Accounts whose chat or admins are known now; what was older than what is known counts as known. */
      known: z.array(z.string()),
    }),
  }),
  botKey: endpoint({
    id: 'logs.botKey',
    method: 'GET',
    path: '/adminapi/system/botKey',
    title: text('机器人密钥状态', 'State of the bot key'),
    kinds: [kind.staff],
    params: z.object({}),
    /** Empty texts while there is no key. */
    result: z.object({
      key_id: z.string(),
      made_by: z.string(),
      made_at: moment(),
      last_used: moment(),
      /** Until when the key before the present one counts; '' where it does not. */
      former_until: moment(),
    }),
  }),
  botKeyMake: endpoint({
    id: 'logs.botKeyMake',
    method: 'POST',
    path: '/adminapi/system/botKeyMake',
    title: text('生成机器人密钥', 'Make a new bot key'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({}),
    /** The secret, 64 hex digits: shown this once and never again. */
    result: z.object({ key_id: z.string(), secret: z.string(), former_until: moment() }),
  }),
  botKeyDel: endpoint({
    id: 'logs.botKeyDel',
    method: 'POST',
    path: '/adminapi/system/botKeyDel',
    title: text('停用机器人密钥', 'Withdraw the bot key'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({}),
    result: done(),
  }),
}

export const logMessages = {
  'logs.failedTask': text('后台任务失败', 'Background task failed'),
  'logs.noSuchKey': text('密钥编号未知或已停用', 'The key id is unknown or withdrawn'),
  'logs.staleTimestamp': text(
    '时间戳与服务器相差超过 300 秒',
    'The timestamp is more than 300 seconds off the clock here',
  ),
  'logs.badSignature': text('签名不正确', 'The signature is wrong'),
} as const
