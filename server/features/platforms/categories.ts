import { sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { platforms } from '../../../contract/platforms.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { refusingTaken } from './taken.ts'

type Staff = Pick<Ctx<'rule'>, 'db' | 'caller'>

/** Categories by id; a name is searched for as it is written, percent signs and all. */
export async function listCategories(
  db: Db,
  { page, limit, name, status }: ParamsOf<typeof platforms.cateList>,
): Promise<ResultOf<typeof platforms.cateList>> {
  const matching = db
    .selectFrom('platform_categories')
    .where('deleted', '=', 0)
    .$if(name !== undefined, (query) =>
      query.where(sql<boolean>`position(lower(${name}) in lower(name)) > 0`),
    )
    // Whatever is not zero reads as enabled.
    .$if(status !== undefined, (query) =>
      query.where(sql<boolean>`(case when status = 0 then 0 else 1 end) = any(${status}::int[])`),
    )
  const [rows, { n }] = await Promise.all([
    matching
      .select(['id', 'name', 'remark', 'status'])
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ])
  return {
    list: rows.map((row) => ({ ...row, status: row.status === 0 ? (0 as const) : (1 as const) })),
    count: n,
  }
}

/** Adds an enabled category and answers its id. Refuses a name that is taken. */
export function addCategory(
  { db, caller }: Staff,
  { name, remark = '' }: ParamsOf<typeof platforms.cateAdd>,
): Promise<number> {
  return refusingTaken('platforms.cateNameTaken', () =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('platform_categories')
        .values({ name, remark })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(tx, { ...entry(caller, 'platforms.cateAdd', id), after: { name, remark, status: 1 } })
      return id
    }),
  )
}

/** Renames a category and sets its remark. Refuses an unknown one, and a name that is taken. */
export const editCategory = (
  staff: Staff,
  { id, name, remark = '' }: ParamsOf<typeof platforms.cateEdit>,
): Promise<void> => change(staff, 'platforms.cateEdit', id, { name, remark })

/** Switches a category: disabled ones are hidden from selectors. Refuses an unknown one. */
export const switchCategory = (
  staff: Staff,
  { id, newStatus }: ParamsOf<typeof platforms.cateStatus>,
): Promise<void> => change(staff, 'platforms.cateStatus', id, { status: newStatus })

/** Deletes a category. Refuses while platforms belong to it. */
export async function deleteCategory({ db, caller }: Staff, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await takeCategory(tx, id)
    if (!before) return refuse('platforms.cateNotFound', {}, 'id')
    await tx.updateTable('platform_categories').set({ deleted: 1 }).where('id', '=', id).execute()
    // Asked only now: whoever put a platform into it meanwhile held the row that is ours since.
    const used = await tx
      .selectFrom('platforms')
      .select('id')
      .where('cate_id', '=', id)
      .where('deleted', '=', 0)
      .limit(1)
      .executeTakeFirst()
    if (used) refuse('platforms.cateInUse', {}, 'id')
    await audit(tx, { ...entry(caller, 'platforms.cateDel', id), before })
  })
}

function change(
  { db, caller }: Staff,
  action: string,
  id: number,
  to: { name?: string; remark?: string; status?: 0 | 1 },
): Promise<void> {
  return refusingTaken('platforms.cateNameTaken', () =>
    db.transaction().execute(async (tx) => {
      const before = await takeCategory(tx, id)
      if (!before) return refuse('platforms.cateNotFound', {}, 'id')
      await tx.updateTable('platform_categories').set(to).where('id', '=', id).execute()
      await audit(tx, { ...entry(caller, action, id), before, after: { ...before, ...to } })
    }),
  )
}

/** Takes hold of a category until the transaction ends and answers it; undefined where there is none. */
export const takeCategory = (tx: Db, id: number) =>
  tx
    .updateTable('platform_categories')
    .set({ deleted: 0 })
    .where('id', '=', id)
    .where('deleted', '=', 0)
    .returning(['name', 'remark', 'status'])
    .executeTakeFirst()

const entry = (actor: Ctx<'rule'>['caller'], action: string, id: number) => ({
  actor,
  action,
  entity: 'category',
  entityId: String(id),
})
