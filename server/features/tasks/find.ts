import { sql } from 'kysely'
import type { Caller } from '../../kit/caller.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db/connect.ts'
import { taskLifeMs } from './files.ts'

/** The caller's own tasks of the last 7 days with this number, or with the text in the title; newest first. */
export async function findTasks(caller: Caller, db: Db, clock: Clock, text: string, most: number) {
  return db
    .selectFrom('tasks')
    .select(['id', 'title', 'status', 'created_at'])
    .where('account_id', '=', caller.accountId)
    .where('created_at', '>', new Date(clock.now().getTime() - taskLifeMs))
    .where(sql<boolean>`(id::text = ${text} or position(lower(${text}) in lower(title)) > 0)`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
