import { sql } from 'kysely'
import { type RuleSeed, ruleSeeds, type SeedRole, seedRoles } from '../../../contract/rules.ts'
import type { Db } from '../../kit/db/connect.ts'
import { bumpPolicy } from './policy.ts'

/**
 * Adds the roles and rules this version brings and an older database lacks. What people changed stays: an existing row
 * is never touched, and only a new rule is granted to the seeded roles.
 */
export async function syncRolesAndRules(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const fresh = await addRoles(tx)
    const added = await addRules(tx)
    if (fresh.length + added.length > 0) await bumpPolicy(tx)
  })
}

async function addRoles(tx: Db): Promise<number[]> {
  const removed = await removedSeeds(tx, 'role')
  const rows = Object.entries(seedRoles)
    .filter(([, role]) => !removed.has(role.id))
    .map(([name, role]) => ({
      id: role.id,
      title: role.title['zh-cn'],
      type: role.type,
      holds_all: name === 'superAdmin',
    }))
  const added = await tx
    .insertInto('roles')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  await sql`select setval(pg_get_serial_sequence('roles', 'id'), greatest(100, (select max(id) from roles)))`.execute(
    tx,
  )
  return added.map(({ id }) => id)
}

async function addRules(tx: Db): Promise<number[]> {
  const removed = await removedSeeds(tx, 'rule')
  const added = await tx
    .insertInto('auth_rules')
    .values(ruleSeeds.filter((rule) => !removed.has(rule.id)).map(ruleRow))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(added.map(({ id }) => id))
  const gone = await removedSeeds(tx, 'role')
  const grants = ruleSeeds
    .filter((rule) => ids.has(rule.id))
    .flatMap(grantsOf)
    .filter(({ role_id }) => !gone.has(role_id))
  if (grants.length > 0) {
    await tx
      .insertInto('role_rules')
      .values(grants)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return [...ids]
}

/** What people took away stays away. */
async function removedSeeds(tx: Db, what: 'role' | 'rule'): Promise<ReadonlySet<number>> {
  const rows = await tx.selectFrom('removed_seeds').select('id').where('what', '=', what).execute()
  return new Set(rows.map(({ id }) => id))
}

const ruleRow = ({ id, pid, tree, tag, name, title, icon, sort }: RuleSeed) => ({
  id,
  pid,
  type: tree,
  tag,
  name,
  title: title['zh-cn'],
  icon,
  sort,
})

const grantsOf = (rule: RuleSeed) =>
  rule.roles.map((role: SeedRole) => ({ role_id: seedRoles[role].id, rule_id: rule.id }))
