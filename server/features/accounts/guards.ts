import { type RawBuilder, sql } from 'kysely'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { isViolation } from '../../kit/db/violations.ts'
import { refuse } from '../../kit/refusal.ts'
import { bumpPolicy, isWithinOwn, type Role } from '../roles/index.ts'
import type { Target } from './scope.ts'

const roleOf = (db: Db, id: number): Promise<Role | undefined> =>
  db
    .selectFrom('roles')
    .select(['id', 'title', 'type', 'status', 'holds_all'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Whether the caller may give this role to an account of a kind: enabled, of that very kind, nothing he lacks. */
export async function checkRole(tx: Db, caller: Caller, roleId: number, of: Kind): Promise<void> {
  const role = await roleOf(tx, roleId)
  if (!role || role.type !== of || role.status === 0) return refuse('accounts.wrongRole', {}, 'group_id')
  if (of === kind.staff && !(await isWithinOwn(tx, caller, role)))
    refuse('roles.beyondOwn', { rules: role.title }, 'group_id')
}

/** Nobody acts upon a staff account that holds more than he does: its password would be a way to its rights. */
export async function checkNotStronger(tx: Db, caller: Caller, target: Target): Promise<void> {
  if (target.kind !== kind.staff || target.id === caller.accountId) return
  const role = await roleOf(tx, target.group_id)
  if (role && !(await isWithinOwn(tx, caller, role))) refuse('accounts.stronger')
}

/**
 * For what takes an account's rights away. Those who might take the last two full-rights accounts at once follow one
 * another here, by the policy's one row; the statement that changes the account then asks `anotherFullRights`.
 */
export async function guardFullRights(tx: Db, target: Target): Promise<void> {
  if (target.kind === kind.staff) await bumpPolicy(tx)
}

/** Whether account `a` is no full-rights account, or somebody else still has full rights. */
export const anotherFullRights: RawBuilder<boolean> = sql<boolean>`(
  a.kind <> ${kind.staff} or not exists (select 1 from roles r where r.id = a.group_id and r.holds_all)
  or exists (
    select 1 from accounts other join roles r on r.id = other.group_id
    where other.kind = ${kind.staff} and other.id <> a.id and other.status <> 0 and other.deleted = 0
      and r.holds_all and r.status <> 0
  ))`

/** Says which name or number is taken, when the database found it so. */
export async function sayingWhatIsTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isViolation(error, 'accounts_username')) return refuse('accounts.usernameTaken', {}, 'username')
    if (isViolation(error, 'accounts_role_id')) return refuse('accounts.playerIdTaken', {}, 'role_id')
    if (isViolation(error, 'accounts_role_kind')) return refuse('accounts.wrongRole', {}, 'group_id')
    throw error
  }
}
