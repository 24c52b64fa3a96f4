import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import type { FiguresOfToday } from './figures-of-today.ts'
import { namedParent, type ProxyKind, refuseParent } from './parents.ts'
import type { Target } from './scope.ts'

/** Where an account stood and stands now, as ids of its parents. */
export interface Move {
  from: number | null
  to: number
}

const treeLock = sql`hashtext('pitboss account tree')`
/** Whoever adds somebody below a parent waits until nobody is being moved; they do not wait for one another. */
export const whileNobodyMoves = (tx: Db) => sql`select pg_advisory_xact_lock_shared(${treeLock})`.execute(tx)

/**
 * Puts an account with everybody below it under another parent; naming the parent it has changes nothing. Staff only,
 * and only as long as none of them has figures: those carry the chain of their day. Answers nothing where it stays.
 */
export async function moveAccount(
  ctx: Ctx<'rule'>,
  figures: FiguresOfToday,
  tx: Tx,
  target: Target,
  parentId: number,
): Promise<Move | null> {
  if ((await standing(tx, target.id)).parent_id === parentId) return null
  if (!ctx.caller.scope.everything) return refuseParent(ctx, parentId)
  await figures.hold(tx)
  await sql`select pg_advisory_xact_lock(${treeLock})`.execute(tx)
  const { parent_id: from, level, has_figures: hasFigures } = await standing(tx, target.id)
  const parent = await namedParent(tx, target.kind as ProxyKind, parentId)
  const below = await tx
    .selectFrom('account_tree')
    .select('distance')
    .where('ancestor_id', '=', target.id)
    .where('account_id', '=', parentId)
    .executeTakeFirst()
  if (below) refuse('accounts.parentNotPermitted', {}, 'ParentID')
  if (hasFigures) refuse('accounts.hasFigures', {}, 'ParentID')
  await replant(tx, target.id, parentId)
  const deeper = parent.level + 1 - level
  await sql`
    update accounts a set level = a.level + ${deeper}::int,
      parent_id = case when a.id = ${target.id} then ${parentId}::int else a.parent_id end
    from account_tree t where t.ancestor_id = ${target.id} and t.account_id = a.id`.execute(tx)
  return { from, to: parentId }
}

interface Standing {
  parent_id: number | null
  level: number
  has_figures: boolean
}

async function standing(tx: Db, id: number): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select a.parent_id, a.level, exists (
      select 1 from account_tree below join account_totals t on t.account_id = below.account_id
      where below.ancestor_id = a.id) as has_figures
    from accounts a where a.id = ${id}`.execute(tx)
  return rows[0] ?? refuse('kit.notFound', {}, 'id')
}

/** Everybody from the account down leaves those above and comes under the new parent with those above it. */
async function replant(tx: Db, id: number, parentId: number): Promise<void> {
  await sql`
    delete from account_tree t using account_tree moved
    where moved.ancestor_id = ${id} and t.account_id = moved.account_id and t.ancestor_id not in (
      select account_id from account_tree where ancestor_id = ${id})`.execute(tx)
  await sql`
    insert into account_tree (ancestor_id, account_id, distance, kind, deleted)
    select up.ancestor_id, moved.account_id, up.distance + moved.distance + 1, moved.kind, moved.deleted
    from account_tree up, account_tree moved
    where up.account_id = ${parentId} and moved.ancestor_id = ${id}`.execute(tx)
}
