import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'

/** The rules a role holds, as the gate asks them. */
export interface RoleRules {
  ids: readonly number[]
  /** Names in lower case; paths are the same however they are spelled. */
  names: ReadonlySet<string>
}

const kept = new Map<string, { version: bigint; rules: RoleRules }>()

/** Makes every process read the rules anew; in the transaction that changes a role, a rule or a grant. */
export async function bumpPolicy(tx: Db): Promise<void> {
  await tx
    .updateTable('policy')
    .set((eb) => ({ version: eb('version', '+', 1n) }))
    .execute()
}

/**
 * Enabled rules of a role, none below a disabled rule. Kept in memory under the policy's version, which the caller
 * read in this very request: a change bites on the next request of every process.
 */
export async function rulesOfRole(db: Db, roleId: number, version: bigint): Promise<RoleRules> {
  // Ids repeat across databases in tests, so the pool's own identity is part of the key.
  const key = `${poolId(db)}:${roleId}`
  const known = kept.get(key)
  if (known?.version === version) return known.rules
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive reachable as (
      select rule.id, rule.name
      from auth_rules rule join roles role on role.id = ${roleId}
      where rule.pid = 0 and rule.status <> 0 and rule.type = case when role.type = 1 then 1 else 3 end
      union all
      select rule.id, rule.name from auth_rules rule join reachable on rule.pid = reachable.id where rule.status <> 0
    )
    select reachable.id, reachable.name from reachable
    where (select holds_all from roles where id = ${roleId})
       or exists (select 1 from role_rules held where held.role_id = ${roleId} and held.rule_id = reachable.id)
    order by reachable.id`.execute(db)
  const rules = {
    ids: rows.map(({ id }) => id),
    names: new Set(rows.map(({ name }) => name.toLowerCase()).filter(Boolean)),
  }
  kept.set(key, { version, rules })
  return rules
}

const pools = new WeakMap<object, number>()
function poolId(db: Db): number {
  const known = pools.get(db)
  if (known) return known
  const id = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
  pools.set(db, id)
  return id
}
