import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { mostViews } from '../../../contract/views.ts'
import type { Ctx, Handlers } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'

type Views = typeof features.views

/** The caller's own views of a list, by name. */
async function listViews(
  { db, caller }: Ctx<'session'>,
  { list }: ParamsOf<Views['list']>,
): Promise<ResultOf<Views['list']>> {
  const rows = await db
    .selectFrom('saved_views')
    .select(['name', 'search', 'arrangement'])
    .where('account_id', '=', caller.accountId)
    .where('list', '=', list)
    .orderBy('name')
    .execute()
  return { list: rows }
}

/** Keeps a view under its name, in place of an older one; refuses one more than a person may keep. */
async function saveView(
  { db, caller }: Ctx<'session'>,
  { list, name, search = '', arrangement }: ParamsOf<Views['save']>,
): Promise<null> {
  const { rows } = await sql`
    insert into saved_views (account_id, list, name, search, arrangement)
    select ${caller.accountId}, ${list}, ${name}, ${search}, ${arrangement ? JSON.stringify(arrangement) : null}::jsonb
    where ${mostViews} > (
      select count(*) from saved_views
      where account_id = ${caller.accountId} and list = ${list} and name <> ${name})
    on conflict (account_id, list, name) do update set
      search = excluded.search, arrangement = excluded.arrangement, saved_at = now()
    returning name`.execute(db)
  return rows.length > 0 ? null : refuse('views.tooMany', { most: mostViews })
}

/** Forgets a view; one that is not there is forgotten already. */
async function removeView(
  { db, caller }: Ctx<'session'>,
  { list, name }: ParamsOf<Views['remove']>,
): Promise<null> {
  await db
    .deleteFrom('saved_views')
    .where('account_id', '=', caller.accountId)
    .where('list', '=', list)
    .where('name', '=', name)
    .execute()
  return null
}

export const viewHandlers: Handlers<Views> = { list: listViews, save: saveView, remove: removeView }
