import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { listOf, moment } from './kit/results.ts'
import { count } from './kit/units.ts'

/** A command or event that needs a person: given up on, refused, or not understood. */
export const DeadLetter = z.object({
  id: z.string(),
  platform_id: z.int(),
  platform_name: z.string(),
  direction: z.enum(['command', 'event']),
  name: z.string(),
  key: z.string(),
  state: z.string(),
  attempts: count(),
  reason: z.string(),
  body: z.string(),
  at: moment(),
})

/** What can be said of one direction of a platform's link; `link.is.*` are the sentences. */
const linkFindings = [
  'well',
  'untried',
  'noSecret',
  'noAddress',
  'plainHttp',
  'unreachable',
  'tls',
  'timeout',
  'dropped',
  'status',
  'serverError',
  'garbled',
  'version',
  'otherPlatform',
  'unknownPlatform',
  'signature',
  'oldSecret',
  'clock',
  'replayed',
  'silent',
  'late',
] as const
export type LinkFinding = (typeof linkFindings)[number]

/** One direction of a link: what is known of it, in the caller's language, and when that was. */
const Direction = z.object({
  ok: z.boolean(),
  finding: z.enum(linkFindings),
  message: z.string(),
  at: moment(),
})

/** A platform's link at a glance. */
export const LinkHealth = z.object({
  platform_id: z.int(),
  platform_name: z.string(),
  status: z.int(),
  icon: z.string(),
  /** Commands and questions from here to the platform. */
  commands: Direction,
  /** Events from the platform to here. */
  events: Direction,
  last_event: moment(),
  last_answer: moment(),
  /** Average of the last five minutes, rounded up. */
  eventsPerMinute: count(),
  /** Seconds between the newest event and its arrival; null where none is known. */
  eventDelay: count().nullable(),
  /** Commands not yet confirmed by the platform, and the age of the oldest in seconds. */
  waiting: count(),
  waitingFor: count(),
  dead: count(),
  /** Until when the secret before the present one counts; '' where it does not. */
  oldSecretUntil: moment(),
})

export const link = {
  health: endpoint({
    id: 'link.health',
    method: 'GET',
    path: '/adminapi/platform/linkHealth',
    title: text('平台对接状态', 'Link health'),
    kinds: [kind.staff],
    params: z.object({ ...p.paging({ limit: 100 }), platform_id: p.list(p.int()).optional() }),
    result: listOf(LinkHealth),
  }),
  secret: endpoint({
    id: 'link.secret',
    method: 'POST',
    path: '/adminapi/platform/linkSecret',
    title: text('生成对接密钥', 'Make a new link secret'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ platformId: p.platformId() }),
    /** The secret, 64 hex digits: shown this once and never again. */
    result: z.object({ platform_id: z.int(), secret: z.string(), oldSecretUntil: moment() }),
  }),
  test: endpoint({
    id: 'link.test',
    method: 'POST',
    path: '/adminapi/platform/linkTest',
    title: text('测试平台对接', 'Test the link to a platform'),
    kinds: [kind.staff],
    params: z.object({ platformId: p.platformId() }),
    result: z.object({
      commands: Direction,
      events: Direction,
      /** How long the platform took to answer, in ms; null where it did not. */
      took: count().nullable(),
      /** Seconds the platform's clock is ahead of ours; null where it is not known. */
      clockAhead: count().nullable(),
    }),
  }),
  deadLetters: endpoint({
    id: 'link.deadLetters',
    method: 'GET',
    path: '/adminapi/platform/linkDeadLetters',
    title: text('对接异常', 'Dead letters'),
    kinds: [kind.staff],
    params: z.object({ ...p.paging(), platform_id: p.list(p.int()).optional() }),
    result: listOf(DeadLetter),
  }),
  resend: endpoint({
    id: 'link.resend',
    method: 'POST',
    path: '/adminapi/platform/linkResend',
    title: text('重新发送', 'Send again'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({
      platform_id: p.platformId(),
      direction: p.oneOf(['command', 'event']),
      id: p.text({ max: 64 }),
    }),
    result: z.null(),
  }),
}

export const linkMessages = {
  'link.notDead': text('该记录已不在异常状态', 'This entry needs no help any more'),
  'link.notSetUp': text('该平台尚未配置对接密钥', 'This platform has no link secret yet'),
  'link.stillRejected': text('仍无法处理：{reason}', 'Still not understood: {reason}'),
  'link.is.well': text('正常', 'All is well'),
  'link.is.untried': text('尚未与平台通信', 'The platform has not been asked yet'),
  'link.is.serverError': text(
    '平台内部错误（HTTP {status}）：请联系平台方',
    'The platform failed inside (HTTP {status}): ask the people who run it',
  ),
  'link.is.noSecret': text('尚未生成对接密钥', 'There is no link secret yet'),
  'link.is.noAddress': text('尚未填写接口地址，或地址无效', 'The API address is missing or not an address'),
  'link.is.plainHttp': text(
    '接口地址必须使用 https，本系统不允许 http',
    'The API address must use https: plain http is not allowed here',
  ),
  'link.is.unreachable': text(
    '无法连接平台：请检查接口地址、域名解析、端口和防火墙',
    'The platform cannot be reached: check API address, name resolution, port and firewall',
  ),
  'link.is.tls': text(
    '平台的 https 证书无效或不受信任',
    "The platform's https certificate is not valid or not trusted",
  ),
  'link.is.timeout': text('平台 10 秒内没有回应', 'The platform did not answer within 10 seconds'),
  'link.is.dropped': text(
    '平台在回应之前断开了连接',
    'The platform closed the connection before it answered',
  ),
  'link.is.status': text(
    '平台回应 HTTP {status}：请检查接口地址的路径',
    'The platform answered HTTP {status}: check the path of the API address',
  ),
  'link.is.garbled': text(
    '平台的回应不符合对接协议：请检查接口地址是否指向对接服务',
    'The answer is not what the link protocol says: check that the API address is that of the link',
  ),
  'link.is.version': text(
    '协议版本不一致：本系统使用版本 1',
    'The protocol versions differ: this side speaks version 1',
  ),
  'link.is.otherPlatform': text(
    '该地址属于另一个平台（编号 {platform}）',
    'This address belongs to another platform (number {platform})',
  ),
  'link.is.unknownPlatform': text(
    '平台编号未知：平台方须配置编号 {platform}，双方都须有密钥',
    'The platform number is not known: the other side needs number {platform}, and both sides a secret',
  ),
  'link.is.signature': text(
    '签名不一致：双方密钥不同，或请求在途中被改动',
    'The signatures differ: the secrets are not the same, or something on the way changes requests',
  ),
  'link.is.oldSecret': text(
    '平台仍在使用旧密钥，有效期至 {until}：请在平台方换上新密钥',
    'The platform still uses the old secret, good until {until}: give it the new one',
  ),
  'link.is.clock': text(
    '双方时钟相差过大（{seconds}），请校准时钟',
    'The clocks are too far apart ({seconds}): set them right',
  ),
  'link.is.replayed': text(
    '请求被当作重放拒绝：每个请求必须使用新的 nonce',
    'Refused as a replay: each request needs a nonce of its own',
  ),
  'link.is.silent': text(
    '从未收到该平台的事件：请在平台方填写本系统的事件地址',
    'No event has come from this platform yet: give it the address for events',
  ),
  'link.is.late': text('超过 10 分钟没有收到事件', 'No event for more than 10 minutes'),
  'link.seconds': text('相差 {seconds} 秒', '{seconds} seconds'),
  'link.overLimit': text('超过 300 秒', 'more than 300 seconds'),
  'link.queued': text('等待送达平台', 'Waiting to reach the platform'),
  'link.unknown': text('结果未知，正在向平台查询', 'Outcome unknown, asking the platform'),
  'link.sent': text('平台处理中', 'The platform is working on it'),
  'link.refused': text('平台拒绝：{reason}', 'The platform refused: {reason}'),
  'link.dead': text('平台一直无法送达：{reason}', 'Could not be delivered: {reason}'),
} as const
