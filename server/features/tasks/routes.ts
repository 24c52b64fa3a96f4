import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Ctx, Handlers } from '../../kit/http/handler.ts'
import { downloadLink } from './downloads.ts'
import { taskLifeMs } from './files.ts'
import { ownTasks, retryTask } from './own-tasks.ts'

type Progress = ResultOf<typeof features.tasks.progress>

/** Tasks an account started, and those it follows. */
const isOf = (accountId: number) => sql<boolean>`(account_id = ${accountId} or exists (
  select from task_followers f where f.task_id = tasks.id and f.account_id = ${accountId}))`

/**
 * Where the caller's own tasks stand. An id that is unknown, forgotten or somebody else's reads as ended in error, so
 * that the page asks no more.
 */
async function progressOf(ctx: Ctx<'session'>, taskIds: readonly string[]): Promise<Progress> {
  const { db, clock, caller } = ctx
  const ids = taskIds.filter((id) => /^[1-9]\d{0,17}$/.test(id)).map(BigInt)
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('tasks')
          .select(['id', 'status', 'tip_type', 'tips', 'file', 'finished_at'])
          .where('id', 'in', ids)
          .where(isOf(caller.accountId))
          .where((eb) =>
            eb.or([
              eb('finished_at', 'is', null),
              eb('finished_at', '>', new Date(clock.now().getTime() - taskLifeMs)),
            ]),
          )
          .execute()
  const known = new Map<string, Progress[string]>()
  for (const row of rows)
    known.set(String(row.id), {
      status: row.status,
      tipType: row.tip_type,
      tips: row.tips,
      download_link: row.file && row.finished_at ? await downloadLink(ctx, row.id, row.finished_at) : '',
    })
  const unknown = {
    status: 'error',
    tipType: 'toast',
    tips: ctx.say('tasks.unknown'),
    download_link: '',
  } as const
  return Object.fromEntries(taskIds.map((id) => [id, known.get(id) ?? unknown]))
}

export const taskHandlers: Handlers<typeof features.tasks> = {
  progress: (ctx, { taskIds }) => progressOf(ctx, taskIds),
  own: (ctx, params) => ownTasks(ctx, params),
  retry: async (ctx, { id }) => {
    await retryTask(ctx, id)
    return null
  },
}
