import { sql } from 'kysely'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { askOf } from '../link/index.ts'

export type ProxyKind = typeof kind.subChannel | typeof kind.salesman

/** Below whom an account of a kind may stand. */
const permittedParents: Readonly<Record<ProxyKind, readonly Kind[]>> = {
  [kind.subChannel]: [kind.channel, kind.subChannel],
  [kind.salesman]: [kind.channel, kind.subChannel, kind.salesman],
}

interface Wish {
  kind: ProxyKind
  ParentID?: number | undefined
  role_id?: string | undefined
}

/**
 * The parent of a new account. On the channel side it is whoever creates it. Staff name one, or the platforms are asked
 * for the superior of its proxy player; without an answer staff have to name one.
 */
export async function parentOf(ctx: Ctx<'rule'>, { kind: of, ParentID, role_id }: Wish): Promise<number> {
  const { caller, db } = ctx
  if (!caller.scope.everything) {
    if (ParentID !== undefined && ParentID !== caller.accountId) await refuseParent(ctx, ParentID)
    if (!permittedParents[of].includes(caller.kind)) refuse('accounts.parentNotPermitted', {}, 'ParentID')
    return caller.accountId
  }
  if (role_id === undefined) refuse('accounts.playerIdRequired', {}, 'role_id')
  if (ParentID !== undefined) return (await namedParent(db, of, ParentID)).id
  for (const superior of await superiorsOf(ctx, role_id)) {
    const parent = await db
      .selectFrom('accounts')
      .select('id')
      .where('role_id', '=', superior)
      .where('kind', 'in', permittedParents[of])
      .where('deleted', '=', 0)
      // A number is one account of each kind; the one nearest to the new one is meant.
      .orderBy(sql`case kind when ${of} then 0 when 9 then 1 when 3 then 2 else 3 end`)
      .limit(1)
      .executeTakeFirst()
    if (parent) return parent.id
  }
  return refuse('accounts.parentUnknown', {}, 'ParentID')
}

/** On the channel side the parent is never a choice; a foreign account looks like a missing one. */
export async function refuseParent({ caller, db }: Ctx<'rule'>, parentId: number): Promise<never> {
  const own = await db
    .selectFrom('account_tree')
    .select('distance')
    .where('ancestor_id', '=', caller.accountId)
    .where('account_id', '=', parentId)
    .executeTakeFirst()
  return own ? refuse('accounts.parentIsCreator', {}, 'ParentID') : refuse('kit.notFound', {}, 'ParentID')
}

/** The live account of this id, if one of the kind may stand below it. */
export async function namedParent(db: Db, of: ProxyKind, id: number): Promise<{ id: number; level: number }> {
  const parent = await db
    .selectFrom('accounts')
    .select(['id', 'kind', 'level'])
    .where('id', '=', id)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  if (!parent) return refuse('kit.notFound', {}, 'ParentID')
  if (!permittedParents[of].includes(parent.kind)) refuse('accounts.parentNotPermitted', {}, 'ParentID')
  return parent
}

/** What running platforms say of a proxy player's superior, each in a few seconds; one that does not answer says nothing. */
async function superiorsOf(ctx: Ctx<'rule'>, roleId: string): Promise<string[]> {
  const platforms = await ctx.db
    .selectFrom('platforms')
    .select('id')
    .where('status', 'in', [1, 3])
    .where('deleted', '=', 0)
    .where('api_url', '<>', '')
    .orderBy('id')
    .limit(20)
    .execute()
  const ask = askOf(ctx)
  const answers = await Promise.all(
    platforms.map(({ id }) => ask(id, 'superior', { roleId }).catch(() => null)),
  )
  const named = answers.map((answer) => (answer as { superior?: unknown } | null)?.superior)
  return [...new Set(named.filter((superior) => typeof superior === 'string' && superior !== ''))] as string[]
}
