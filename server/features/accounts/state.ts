import { sql } from 'kysely'
import { kind } from '../../../contract/kit/kinds.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { endSessionsBelow } from '../sign-in/index.ts'
import { auditAccount } from './actions.ts'
import { anotherFullRights, checkNotStronger, guardFullRights, sayingWhatIsTaken } from './guards.ts'
import type { Target } from './scope.ts'

type Action = `accounts.${string}`

/**
 * Flips an account between enabled and disabled, or sets it to `newStatus`, which makes the call safe to repeat.
 * Disabling ends its sessions and those of everybody below it. Returns the state from now on.
 */
export async function switchAccount(
  ctx: Ctx<'rule'>,
  action: Action,
  find: (tx: Db) => Promise<Target>,
  newStatus: 0 | 1 | undefined,
): Promise<{ status: 0 | 1 }> {
  const { caller, clock } = ctx
  return ctx.db.transaction().execute(async (tx) => {
    const target = await find(tx)
    if (target.deleted) refuse('accounts.deleted')
    if (target.id === caller.accountId && newStatus !== 1) refuse('accounts.self')
    await checkNotStronger(tx, caller, target)
    await guardFullRights(tx, target)
    const { rows } = await sql<{ before: number; after: number }>`
      update accounts a
      set status = coalesce(${newStatus ?? null}::smallint, case when a.status = 0 then 1 else 0 end)
      where a.id = ${target.id} and a.deleted = 0
        and (coalesce(${newStatus ?? null}::smallint, case when a.status = 0 then 1 else 0 end) <> 0
          or ${anotherFullRights})
      returning old.status as before, new.status as after`.execute(tx)
    const [row] = rows
    if (!row) return refuse('accounts.lastFullRights')
    if (row.after === 0) await endSessionsBelow(tx, target.id, clock.now())
    if ((row.before === 0) !== (row.after === 0))
      await auditAccount(tx, caller, action, target.id, {
        before: { status: row.before },
        after: { status: row.after },
      })
    return { status: row.after === 0 ? 0 : 1 }
  })
}

/**
 * Deletes an account softly: its name stays reserved, its history stays visible, its sessions and those below it end.
 * A channel with pledge or with a pending settle order stays. Repeating it changes nothing.
 */
export async function deleteAccount(
  ctx: Ctx<'rule'>,
  action: Action,
  find: (tx: Db) => Promise<Target>,
): Promise<null> {
  const { caller, clock } = ctx
  await ctx.db.transaction().execute(async (tx) => {
    const target = await find(tx)
    if (target.deleted) return
    if (target.id === caller.accountId) refuse('accounts.self')
    await checkNotStronger(tx, caller, target)
    await guardFullRights(tx, target)
    const { rows } = await sql<{ status: number }>`
      update accounts a set deleted = 1
      where a.id = ${target.id} and a.deleted = 0 and a.pledge_u = 0 and a.settle_pending = 0
        and ${anotherFullRights}
      returning status`.execute(tx)
    if (!rows[0]) return sayWhyItStays(tx, target)
    await noteInTree(tx, target.id, 1)
    await endSessionsBelow(tx, target.id, clock.now())
    await auditAccount(tx, caller, action, target.id, { before: { deleted: 0 }, after: { deleted: 1 } })
  })
  return null
}

/** The tree knows too, so that a superior's lists need not ask every account. */
async function noteInTree(tx: Db, id: number, deleted: 0 | 1): Promise<void> {
  await tx.updateTable('account_tree').set({ deleted }).where('account_id', '=', id).execute()
}

async function sayWhyItStays(tx: Db, target: Target): Promise<void> {
  const row = await tx
    .selectFrom('accounts')
    .select(['pledge_u', 'settle_pending', 'deleted'])
    .where('id', '=', target.id)
    .executeTakeFirstOrThrow()
  if (row.deleted) return
  if (row.pledge_u > 0n) refuse('accounts.pledgeLeft', { balance: row.pledge_u })
  if (row.settle_pending > 0) refuse('accounts.settlePending')
  refuse(target.kind === kind.staff ? 'accounts.lastFullRights' : 'kit.changedMeanwhile')
}

/** Brings a deleted account back, disabled until somebody switches it on. Repeating it changes nothing. */
export async function recoverAccount(
  ctx: Ctx<'rule'>,
  action: Action,
  find: (tx: Db) => Promise<Target>,
): Promise<null> {
  const work = ctx.db.transaction().execute(async (tx) => {
    const target = await find(tx)
    const { rows } = await sql<{ before: number }>`
      update accounts a set deleted = 0, status = 0
      where a.id = ${target.id} and a.deleted = 1 returning old.status as before`.execute(tx)
    if (!rows[0]) return null
    await noteInTree(tx, target.id, 0)
    await auditAccount(tx, ctx.caller, action, target.id, {
      before: { deleted: 1, status: rows[0].before },
      after: { deleted: 0, status: 0 },
    })
    return null
  })
  return sayingWhatIsTaken(work)
}

/**
 * Brings a deleted back-office account back, disabled, by its name in any spelling. For whoever has the database at hand:
 * no call does it. Answers its name, or null where no such account is deleted.
 */
export async function recoverStaff(db: Db, username: string): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; username: string; before: number }>`
      update accounts set deleted = 0, status = 0
      where kind = ${kind.staff} and lower(username) = lower(${username}) and deleted = 1
      returning id, username, old.status as before`.execute(tx)
    const [row] = rows
    if (!row) return null
    await noteInTree(tx, row.id, 0)
    await audit(tx, {
      actor: { accountId: null, username: 'system' },
      action: 'accounts.userDel',
      entity: 'account',
      entityId: String(row.id),
      before: { deleted: 1, status: row.before },
      after: { deleted: 0, status: 0 },
      reason: 'restored from the command line',
    })
    return row.username
  })
}
