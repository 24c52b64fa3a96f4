import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../contract/kit/kinds.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { refuse } from '../../kit/refusal.ts'

/** Whether account `a` stands strictly below the viewer: nobody of the channel side manages himself. */
export const isBelowViewer = (scope: Scope): RawBuilder<boolean> =>
  scope.everything
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select 1 from account_tree below
        where below.ancestor_id = ${scope.accountId} and below.account_id = a.id and below.distance > 0)`

/** Whether account `a` is the viewer or stands below. */
export const isInSubtree = (scope: Scope): RawBuilder<boolean> =>
  scope.everything
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select 1 from account_tree below
        where below.ancestor_id = ${scope.accountId} and below.account_id = a.id)`

export interface Target {
  id: number
  kind: Kind
  username: string
  group_id: number
  deleted: number
}

/**
 * The account a call is about. One that is missing, deleted, of another kind or outside the scope are all the same:
 * not found. With `deleted` also deleted ones count.
 */
export async function targetOf(
  scope: Scope,
  db: Db,
  id: number,
  { kind, deleted = false, self = false }: { kind?: Kind; deleted?: boolean; self?: boolean } = {},
): Promise<Target> {
  const { rows } = await sql<Target>`
    select a.id, a.kind, a.username, a.group_id, a.deleted from accounts a
    where a.id = ${id} and ${self ? isInSubtree(scope) : isBelowViewer(scope)}
      and (a.deleted = 0 or ${deleted}) and (${kind ?? null}::int is null or a.kind = ${kind ?? null}::int)`.execute(
    db,
  )
  return rows[0] ?? refuse('kit.notFound', {}, 'id')
}
