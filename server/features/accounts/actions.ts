import { type RawBuilder, sql } from 'kysely'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import { audit } from '../../kit/audit.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { endSessions } from '../sign-in/index.ts'
import { createAccount } from './create.ts'
import type { FiguresOfToday } from './figures-of-today.ts'
import {
  anotherFullRights,
  checkNotStronger,
  checkRole,
  guardFullRights,
  sayingWhatIsTaken,
} from './guards.ts'
import { moveAccount } from './move.ts'
import { parentOf } from './parents.ts'
import { changedPasswordHash, newPasswordHash } from './passwords.ts'
import { type Target, targetOf } from './scope.ts'

/** Names the call in the audit. */
type Action = `accounts.${string}`

export const auditAccount = (
  tx: Db,
  actor: Caller,
  action: Action,
  id: number,
  change: { before?: unknown; after?: unknown; reason?: string },
) => audit(tx, { actor, action, entity: 'account', entityId: String(id), ...change })

export interface NewPerson {
  group_id: number
  username: string
  pwd: string
  conf_pwd: string
  remark?: string | undefined
  role_id?: string | undefined
  business?: string | undefined
  ParentID?: number | undefined
}

/** Names under which the product itself acts; a person with one would be mistaken for it in every history. */
const ownNames = new Set(['platform', 'system', 'auto-payout'])

/** Adds an account of a kind with its password and role. Returns its id. */
export async function addAccount(
  ctx: Ctx<'rule'>,
  action: Action,
  of: Kind,
  params: NewPerson,
): Promise<{ id: number }> {
  const { db, caller } = ctx
  if (ownNames.has(params.username.toLowerCase())) refuse('accounts.usernameTaken', {}, 'username')
  const passwordHash = await newPasswordHash(ctx, params)
  await checkRole(db, caller, params.group_id, of)
  const parentId =
    of === kind.subChannel || of === kind.salesman ? await parentOf(ctx, { kind: of, ...params }) : null
  const work = db.transaction().execute(async (tx) => {
    const id = await createAccount(tx, {
      kind: of,
      username: params.username,
      passwordHash,
      roleId: params.group_id,
      parentId,
      proxyId: params.role_id ?? '',
      remark: params.remark ?? '',
      business: params.business ?? '',
      createdBy: caller.accountId,
    })
    const { username, group_id, role_id, remark, business } = params
    await auditAccount(tx, caller, action, id, {
      after: { username, kind: of, group_id, role_id, remark, business, ParentID: parentId },
    })
    return { id }
  })
  return sayingWhatIsTaken(work)
}

export interface EditedPerson {
  id: number
  group_id: number
  pwd?: string | undefined
  conf_pwd?: string | undefined
  remark?: string | undefined
  business?: string | undefined
  ParentID?: number | undefined
}

interface Edited {
  old_group: number
  group_id: number
  old_remark: string
  remark: string
  old_business: string
  business: string
}

/**
 * Changes role, remark and, unless it is blank, the password. A new password or role ends every session of the account.
 * The last full-rights account keeps its role. Another parent is for accounts without figures.
 */
export async function editAccount(
  ctx: Ctx<'rule'>,
  action: Action,
  find: (tx: Db) => Promise<Target>,
  params: EditedPerson,
  figures: FiguresOfToday,
): Promise<null> {
  const { caller, clock } = ctx
  const passwordHash = await changedPasswordHash(ctx, params)
  const work = ctx.db.transaction().execute(async (tx) => {
    const target = await find(tx)
    await checkNotStronger(tx, caller, target)
    const move =
      params.ParentID === undefined ? null : await moveAccount(ctx, figures, tx, target, params.ParentID)
    const newRole = target.group_id !== params.group_id
    if (newRole) {
      await checkRole(tx, caller, params.group_id, target.kind)
      await guardFullRights(tx, target)
    }
    const { rows } = await sql<Edited>`
      update accounts a set
        group_id = ${params.group_id},
        remark = coalesce(${params.remark ?? null}, remark),
        business = coalesce(${params.business ?? null}, business),
        password_hash = coalesce(${passwordHash}, password_hash)
      where a.id = ${target.id} and a.deleted = 0 and a.group_id = ${target.group_id}
        and ${newRole ? keepsFullRights(params.group_id) : sql<boolean>`true`}
      returning old.group_id as old_group, new.group_id, old.remark as old_remark, new.remark,
        old.business as old_business, new.business`.execute(tx)
    const [row] = rows
    if (!row) return refuse(newRole ? 'accounts.lastFullRights' : 'kit.changedMeanwhile')
    if (passwordHash !== null || newRole) await endSessions(tx, target.id, { now: clock.now() })
    await auditAccount(tx, caller, action, target.id, {
      before: {
        group_id: row.old_group,
        remark: row.old_remark,
        business: row.old_business,
        ...(move && { ParentID: move.from }),
      },
      after: {
        group_id: row.group_id,
        remark: row.remark,
        business: row.business,
        password: passwordHash === null ? 'kept' : 'changed',
        ...(move && { ParentID: move.to }),
      },
    })
    return null
  })
  return sayingWhatIsTaken(work)
}

const keepsFullRights = (roleId: number): RawBuilder<boolean> =>
  sql<boolean>`(${anotherFullRights} or exists (select 1 from roles r where r.id = ${roleId} and r.holds_all))`

/** Forgets the authenticator key of an account's sign-in and ends its sessions; the next sign-in shows a new key. */
export async function unbindKey(
  ctx: Ctx<'rule'>,
  action: Action,
  find: (tx: Db) => Promise<Target>,
): Promise<null> {
  await ctx.db.transaction().execute(async (tx) => {
    const target = await find(tx)
    await checkNotStronger(tx, ctx.caller, target)
    const { rows } = await sql<{ bound: boolean }>`
      update accounts a set sign_secret = null, sign_secret_pending = null, sign_pending_at = null
      where a.id = ${target.id} returning old.sign_secret is not null as bound`.execute(tx)
    await endSessions(tx, target.id, { now: ctx.clock.now() })
    await auditAccount(tx, ctx.caller, action, target.id, {
      before: { bound: rows[0]?.bound ?? false },
      after: { bound: false },
    })
  })
  return null
}

/**
 * Forgets the key that confirms settlements. Nobody's session ends; the account is told until it has a new one. Taking an existing key away is remembered, because
 * settle requests wait for a while after it.
 */
export async function unbindSettleKey(ctx: Ctx<'rule'>, action: Action, id: number, of: Kind): Promise<null> {
  const { caller, clock } = ctx
  await ctx.db.transaction().execute(async (tx) => {
    const target = await targetOf(caller.scope, tx, id, { kind: of })
    const { rows } = await sql<{ bound: boolean }>`
      update accounts a set settle_secret = null, settle_secret_pending = null, settle_pending_at = null,
        settle_key_reset_at = case when settle_secret is null then settle_key_reset_at else ${clock.now()} end
      where a.id = ${target.id} returning old.settle_secret is not null as bound`.execute(tx)
    await auditAccount(tx, caller, action, target.id, {
      before: { bound: rows[0]?.bound ?? false },
      after: { bound: false },
    })
    // Its open pages ask for their menu again, which tells what happened.
    await announce(tx, { type: 'access', accountId: target.id, roleId: null })
  })
  return null
}
