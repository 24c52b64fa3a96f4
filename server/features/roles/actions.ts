import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { treeOf } from '../../../contract/kit/kinds.ts'
import { audit } from '../../kit/audit.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { isViolation } from '../../kit/db/violations.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { bumpPolicy } from './policy.ts'
import { grantedTo, type Role, roleById, rulesOfTree } from './queries.ts'
import { completeGrant, type Rule } from './rules.ts'

type Roles = typeof features.roles

/**
 * Changes roles or rules in one transaction. The policy's version is raised first: it is one row, so such changes
 * follow one another and each sees what the one before has done.
 */
export const changePolicy = <T>({ db }: Pick<Ctx, 'db'>, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await bumpPolicy(tx)
    return work(tx)
  })

const auditRole = (
  tx: Db,
  actor: Caller,
  action: string,
  id: number,
  change: { before?: unknown; after?: unknown },
) => audit(tx, { actor, action: `roles.${action}`, entity: 'role', entityId: String(id), ...change })

/** Adds a role without any rule. Returns its id. */
export const addRole = (
  ctx: Ctx<'rule'>,
  { role_name, type }: ParamsOf<Roles['roleadd']>,
): Promise<{ id: number }> =>
  changePolicy(ctx, async (tx) => {
    const role = await tx
      .insertInto('roles')
      .values({ title: role_name, type })
      .returning(['id', 'title', 'type', 'status'])
      .executeTakeFirstOrThrow()
    await auditRole(tx, ctx.caller, 'roleadd', role.id, { after: role })
    return { id: role.id }
  })

/**
 * Changes name, state or type. Disabling ends the sessions of everybody who has it; the type of a role in use stays;
 * nobody disables the role that holds everything, or the own one.
 */
export async function editRole(
  ctx: Ctx<'rule'>,
  { id, role_name, status, type }: ParamsOf<Roles['roleedit']>,
): Promise<null> {
  const { caller, clock } = ctx
  try {
    await changePolicy(ctx, async (tx) => {
      const before = await roleById(tx, id)
      if (before.holds_all && (status === 0 || type !== before.type)) refuse('roles.holdsAll')
      if (status === 0 && id === caller.roleId) refuse('roles.own')
      const after = await tx
        .updateTable('roles')
        .set({ title: role_name, status, type })
        .where('id', '=', id)
        .returning(['id', 'title', 'type', 'status', 'holds_all'])
        .executeTakeFirstOrThrow()
      if (treeOf(after.type) !== treeOf(before.type))
        await tx.deleteFrom('role_rules').where('role_id', '=', id).execute()
      if (status === 0) await endSessionsOfRole(tx, id, clock.now())
      await auditRole(tx, caller, 'roleedit', id, { before, after })
      await announce(tx, { type: 'access', accountId: null, roleId: id })
    })
  } catch (error) {
    if (isViolation(error, 'accounts_role_kind')) return refuse('roles.inUse', {}, 'type')
    throw error
  }
  return null
}

async function endSessionsOfRole(tx: Db, roleId: number, now: Date): Promise<void> {
  await sql`
    update sessions set ended_at = ${now}, ended_by_server = true
    where ended_at is null and account_id in (select id from accounts where group_id = ${roleId})`.execute(tx)
}

/** Deletes a role that no account has, not even a deleted one. */
export async function deleteRole(ctx: Ctx<'rule'>, { id }: ParamsOf<Roles['roledel']>): Promise<null> {
  try {
    await changePolicy(ctx, async (tx) => {
      const before = await roleById(tx, id)
      if (before.holds_all) refuse('roles.holdsAll')
      if (id === ctx.caller.roleId) refuse('roles.own')
      const rules = await grantedTo(tx, before)
      await tx.deleteFrom('roles').where('id', '=', id).execute()
      await rememberRemoval(tx, 'role', id)
      await auditRole(tx, ctx.caller, 'roledel', id, { before: { ...before, rules } })
    })
  } catch (error) {
    if (isViolation(error, 'accounts_role_kind', 'accounts_group_id_fkey')) return refuse('roles.inUse')
    throw error
  }
  return null
}

/** What came with the product must not come back with its next version. */
export async function rememberRemoval(tx: Db, what: 'role' | 'rule', id: number): Promise<void> {
  await tx
    .insertInto('removed_seeds')
    .values({ what, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Replaces what a role holds: missing ancestors are added, the root and unknown ids fall out. What is new to the role
 * must be held by the caller. It bites on the next request of everybody who has the role.
 */
export const grantRules = (
  ctx: Ctx<'rule'>,
  { id, auth_rule_ids, type, role_name }: ParamsOf<Roles['rolerulesedit']>,
): Promise<null> =>
  changePolicy(ctx, async (tx) => {
    const { caller } = ctx
    const role = await roleById(tx, id)
    if (treeOf(role.type) !== type) refuse('kit.invalidRequest', {}, 'type')
    if (role.holds_all) refuse('roles.holdsAll')
    const rules = await rulesOfTree(tx, type)
    const granted = completeGrant(auth_rule_ids, rules)
    if (granted.length === 0) refuse('roles.noRule', {}, 'auth_rule_ids')
    const before = await grantedTo(tx, role)
    const held = new Set(before)
    await mayGrant(
      tx,
      caller,
      rules.filter((rule) => granted.includes(rule.id) && !held.has(rule.id)),
    )
    await tx.deleteFrom('role_rules').where('role_id', '=', id).execute()
    await tx
      .insertInto('role_rules')
      .values(granted.map((rule_id) => ({ role_id: id, rule_id })))
      .execute()
    if (role_name) await tx.updateTable('roles').set({ title: role_name }).where('id', '=', id).execute()
    await auditRole(tx, caller, 'rolerulesedit', id, {
      before: { title: role.title, rules: before },
      after: { title: role_name ?? role.title, rules: granted },
    })
    await announce(tx, { type: 'access', accountId: null, roleId: id })
    return null
  })

/**
 * Nobody grants what he does not hold. A rule of the channel side is held by staff through its twin of the same name in
 * the back office; one without a twin is no right of the back office at all, and free to give.
 */
async function mayGrant(tx: Db, caller: Caller, added: readonly Rule[]): Promise<void> {
  const own = await roleById(tx, caller.roleId)
  if (own.holds_all || added.length === 0) return
  const ids = new Set(caller.ruleIds)
  const backOffice = new Set((await rulesOfTree(tx, 1)).map(({ name }) => name.toLowerCase()).filter(Boolean))
  const beyond = added.filter((rule) => {
    const name = rule.name.toLowerCase()
    return rule.type === 1 ? !ids.has(rule.id) : backOffice.has(name) && !caller.rules.has(name)
  })
  if (beyond.length > 0)
    refuse('roles.beyondOwn', { rules: beyond.map(({ title }) => title).join(', ') }, 'auth_rule_ids')
}

/** Whether somebody with these rules may hand out, or act upon, a back-office role: it holds nothing he lacks. */
export async function isWithinOwn(tx: Db, caller: Caller, role: Role): Promise<boolean> {
  if (role.id === caller.roleId) return true
  const own = await roleById(tx, caller.roleId)
  if (own.holds_all) return true
  if (role.holds_all) return false
  const ids = new Set(caller.ruleIds)
  return (await grantedTo(tx, role)).every((id) => ids.has(id))
}
