import type { Language } from '../../../contract/kit/language.ts'
import { say } from '../../../contract/messages.ts'
import type { tipTypes } from '../../../contract/tasks.ts'
import type { Db } from '../../kit/db/connect.ts'
import { announce } from '../../kit/live.ts'

export interface NewTask {
  accountId: number
  /** Names the runner. */
  kind: string
  /** What people call it, in their language. */
  title: string
  language: Language
  params: Readonly<Record<string, unknown>>
  /** How the end is shown; default as a download. */
  tipType?: (typeof tipTypes)[number]
}

/** Lets an account see how somebody else's task goes on. */
export async function followTask(tx: Db, taskId: string, accountId: number): Promise<void> {
  await tx
    .insertInto('task_followers')
    .values({ task_id: BigInt(taskId), account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Starts work in the background if, and only if, the caller's transaction commits. Returns the task's id. Big numbers
 * among the params arrive as text.
 */
export async function startTask(tx: Db, task: NewTask): Promise<string> {
  const { id } = await tx
    .insertInto('tasks')
    .values({
      account_id: task.accountId,
      kind: task.kind,
      title: task.title,
      language: task.language,
      params: JSON.stringify(task.params, (_, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
      tip_type: task.tipType ?? 'showDownloadMsg',
      tips: say('tasks.queued', task.language, { title: task.title }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const taskId = String(id)
  await announce(tx, { type: 'task', accountId: task.accountId, taskId, status: 'queued' })
  return taskId
}
