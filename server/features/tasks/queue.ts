import { type Selectable, sql } from 'kysely'
import { languageOf } from '../../../contract/kit/language.ts'
import { failedTaskPath } from '../../../contract/logs.ts'
import { say } from '../../../contract/messages.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Database } from '../../kit/db/schema.ts'
import { announce } from '../../kit/live.ts'
import { masked, writeOperations } from '../../kit/operation-log.ts'
import type { RunningTask } from './runner.ts'

/** How often work is begun anew after an interruption. */
export const mostAttempts = 3

const isRunning = (task: Pick<RunningTask, 'id' | 'attempt'>) =>
  sql<boolean>`id = ${task.id} and status = 'running' and attempts = ${task.attempt}`

const toTask = (row: Selectable<Database['tasks']>): RunningTask => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  title: row.title,
  language: languageOf(row.language),
  params: row.params,
  attempt: row.attempts,
})

/** Takes the oldest waiting task of these kinds; of several who try, one gets it. */
export async function claimTask(db: Db, kinds: readonly string[]): Promise<RunningTask | null> {
  for (;;) {
    const next = await db
      .selectFrom('tasks')
      .select('id')
      .where('status', '=', 'queued')
      .where('kind', 'in', kinds)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return null
    const claimed = await db.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('tasks')
        .set((eb) => ({
          status: 'running',
          attempts: eb('attempts', '+', 1),
          heartbeat_at: sql<Date>`now()`,
        }))
        .where('id', '=', next.id)
        .where('status', '=', 'queued')
        .returningAll()
        .executeTakeFirst()
      if (row) await tell(tx, toTask(row), 'running')
      return row
    })
    if (claimed) return toTask(claimed)
  }
}

const tell = (tx: Db, task: RunningTask, status: string) =>
  announce(tx, { type: 'task', accountId: task.accountId, taskId: String(task.id), status })

/** Says that the work goes on, and how far it has come. False when this run does not own the task any more. */
export async function beat(
  db: Db,
  task: RunningTask,
  shown: { tips?: string; rows?: number } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ heartbeat_at: sql<Date>`now()`, ...shown })
    .where(isRunning(task))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface Completed {
  tips: string
  rows: number
  file: string
  fileName: string
  now: Date
}

/** Ends a task well. False when another run owns it by now. */
export function completeTask(
  db: Db,
  task: RunningTask,
  { fileName, now, ...end }: Completed,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('tasks')
      .set({ status: 'completed', finished_at: now, file_name: fileName, ...end })
      .where(isRunning(task))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tell(tx, task, 'completed')
    return true
  })
}

/** Ends a task with the reason, which stays in the operation log when the task is long gone. */
export function failTask(
  db: Db,
  task: RunningTask,
  { reason, code, now, day }: { reason: string; code: number; now: Date; day: string },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const tips = say('tasks.failed', task.language, { title: task.title, reason })
    const { numUpdatedRows } = await tx
      .updateTable('tasks')
      .set({ status: 'error', finished_at: now, tips })
      .where(isRunning(task))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const account = await tx
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', task.accountId)
      .executeTakeFirst()
    await writeOperations(tx, [
      {
        at: now,
        day,
        account_id: task.accountId,
        username: account?.username ?? '',
        endpoint: failedTaskPath,
        path: failedTaskPath,
        request: masked({ taskId: String(task.id), kind: task.kind, title: task.title, ...task.params }),
        response: masked({ message: tips }),
        code,
      },
    ])
    await tell(tx, task, 'error')
    return true
  })
}

/** Gives a task back unfinished, as if it had not been begun: this process stops. */
export async function putBack(db: Db, task: RunningTask): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('tasks')
      .set({ status: 'queued', attempts: task.attempt - 1 })
      .where(isRunning(task))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await tell(tx, task, 'queued')
  })
}

/**
 * Finds running tasks that nobody beats for any more. They wait again, and after the last attempt they are returned
 * as lost, claimed for whoever ends them.
 */
export async function recoverStale(db: Db, staleMs: number): Promise<RunningTask[]> {
  const rows = await db
    .updateTable('tasks')
    .set({
      status: sql<
        'queued' | 'running'
      >`case when attempts < ${mostAttempts} then 'queued' else 'running' end`,
      attempts: sql<number>`case when attempts < ${mostAttempts} then attempts else attempts + 1 end`,
      heartbeat_at: sql<Date>`now()`,
    })
    .where('status', '=', 'running')
    .where(sql<boolean>`heartbeat_at < now() - ${staleMs} * interval '1 millisecond'`)
    .returningAll()
    .execute()
  return rows.filter((row) => row.status === 'running').map(toTask)
}

/** Forgets files of finished tasks from before `filesBefore`, and tasks finished before `tasksBefore`. */
export async function purgeTasks(db: Db, filesBefore: Date, tasksBefore: Date): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ file: '' })
    .where('file', '<>', '')
    .where('finished_at', '<', filesBefore)
    .execute()
  await db.deleteFrom('tasks').where('finished_at', '<', tasksBefore).execute()
}
