import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { listOf, moment } from './kit/results.ts'
import { count } from './kit/units.ts'

/** State of a command on its way to a platform. `unknown`: sent, no answer; asked about before it is sent again. */
export const commandStates = ['due', 'sending', 'unknown', 'accepted', 'done', 'refused', 'dead'] as const

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

export const link = {
  deadLetters: endpoint({
    id: 'link.deadLetters',
    method: 'GET',
    path: '/adminapi/platform/linkDeadLetters',
    title: text('平台对接异常', 'Dead letters of the link'),
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
  'link.queued': text('等待送达平台', 'Waiting to reach the platform'),
  'link.unknown': text('结果未知，正在向平台查询', 'Outcome unknown, asking the platform'),
  'link.sent': text('平台处理中', 'The platform is working on it'),
  'link.refused': text('平台拒绝：{reason}', 'The platform refused: {reason}'),
  'link.dead': text('平台一直无法送达：{reason}', 'Could not be delivered: {reason}'),
} as const
