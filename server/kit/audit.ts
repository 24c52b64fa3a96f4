import type { Caller } from './caller.ts'
import type { Db } from './db/connect.ts'

/** Who acts: a person, or the product itself on somebody's evidence. */
export type Actor =
  | Pick<Caller, 'accountId' | 'username'>
  | { accountId: null; username: 'platform' | 'auto-payout' | 'bot' | 'system' }

interface Change {
  actor: Actor
  /** `feature.verb`, as the endpoint is called. */
  action: string
  entity: string
  entityId: string
  platformId?: number | null
  before?: unknown
  after?: unknown
  reason?: string
}

const json = (value: unknown) =>
  value === undefined
    ? null
    : JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))

/** Writes what changed, in the transaction that changes it. */
export async function audit(tx: Db, changes: Change | readonly Change[]): Promise<void> {
  const list = Array.isArray(changes) ? (changes as readonly Change[]) : [changes as Change]
  if (list.length === 0) return
  await tx
    .insertInto('audit_log')
    .values(
      list.map((change) => ({
        actor_id: change.actor.accountId,
        actor: change.actor.username,
        action: change.action,
        entity: change.entity,
        entity_id: change.entityId,
        platform_id: change.platformId ?? null,
        before: json(change.before),
        after: json(change.after),
        reason: change.reason ?? '',
      })),
    )
    .execute()
}
