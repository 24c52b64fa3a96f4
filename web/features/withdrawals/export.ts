import type { CallOf } from '../../../contract/kit/endpoint.ts'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { call } from '../../kit/api.ts'
import { followTask } from '../../kit/follow-task.ts'
import type { Texts } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import type { zh } from './text.zh.ts'

/** Has the list as searched written to a file; the task tracker says when it is there. */
export async function exportOrders(
  params: CallOf<typeof withdrawals.list>,
  t: Texts<typeof zh>,
): Promise<void> {
  const { taskId } = await call(withdrawals.list, { ...params, page: 1, event: 'export' })
  if (!taskId) return toast.error(t.exportFailed)
  followTask(taskId)
  toast.success(t.exportStarted)
}
