import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { labels, listWith, moment } from './kit/results.ts'

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
}

export const logMessages = {
  'logs.failedTask': text('后台任务失败', 'Background task failed'),
} as const
