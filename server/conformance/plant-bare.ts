import type { World } from './world.ts'

/** A category that nothing belongs to. */
export async function aBareCategory(w: World): Promise<string> {
  const { id } = await w.t.services.db
    .insertInto('platform_categories')
    .values({ name: `bare ${w.next()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** A platform that nothing is known of. */
export async function aBarePlatform(w: World): Promise<string> {
  const { id } = await w.t.services.db
    .insertInto('platforms')
    .values({ name: `bare ${w.next()}`, cate_id: w.category, status: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}
