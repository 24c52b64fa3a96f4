import { sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { say } from '../../../contract/messages.ts'
import type { tasks } from '../../../contract/tasks.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { downloadLink } from './downloads.ts'
import { taskLifeMs } from './files.ts'

/** The caller's own tasks of the last 7 days, newest first, with links to what can still be fetched. */
export async function ownTasks(
  ctx: Ctx<'session'>,
  { page, limit, status }: ParamsOf<typeof tasks.own>,
): Promise<ResultOf<typeof tasks.own>> {
  const { db, clock, caller } = ctx
  const matching = db
    .selectFrom('tasks')
    .where('account_id', '=', caller.accountId)
    .where('created_at', '>', new Date(clock.now().getTime() - taskLifeMs))
    .$if(status !== undefined, (query) => query.where('status', 'in', status ?? []))
  const [rows, { n }] = await Promise.all([
    matching
      .select(['id', 'title', 'status', 'tips', 'rows', 'file', 'created_at', 'finished_at'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ])
  const list = await Promise.all(
    rows.map(async (row) => ({
      id: String(row.id),
      title: row.title,
      status: row.status,
      tips: row.tips,
      rows: row.rows,
      create_time: clock.format(row.created_at),
      finish_time: clock.format(row.finished_at),
      download_link: row.file && row.finished_at ? await downloadLink(ctx, row.id, row.finished_at) : '',
    })),
  )
  return { list, count: n }
}

/**
 * Begins a failed task of the caller's anew, under its own id; its work is made to be begun again. Refuses one that is
 * somebody else's as unknown, and one that has not failed.
 */
export async function retryTask({ db, caller, info }: Ctx<'session'>, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('tasks')
      .set({ status: 'queued', attempts: 0, finished_at: null, heartbeat_at: null, rows: 0 })
      .where('id', '=', BigInt(id))
      .where('account_id', '=', caller.accountId)
      .where('status', '=', 'error')
      .returning(['title', 'kind'])
      .executeTakeFirst()
    if (!row) {
      const own = await tx
        .selectFrom('tasks')
        .select('id')
        .where('id', '=', BigInt(id))
        .where('account_id', '=', caller.accountId)
        .executeTakeFirst()
      return refuse(own ? 'tasks.notFailed' : 'tasks.unknown', {}, 'id')
    }
    const tips = say('tasks.queued', info.lang, { title: row.title })
    await tx.updateTable('tasks').set({ tips, language: info.lang }).where('id', '=', BigInt(id)).execute()
    await audit(tx, {
      actor: caller,
      action: 'tasks.retry',
      entity: 'task',
      entityId: id,
      after: { kind: row.kind, title: row.title },
    })
    await announce(tx, { type: 'task', accountId: caller.accountId, taskId: id, status: 'queued' })
  })
}
