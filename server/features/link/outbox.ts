import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Command, EnqueueCommands } from './types.ts'

/** Channel that wakes the dispatchers of all processes; its payload is the platform's id. */
export const outboxChannel = 'pitboss_outbox'

const safeNumber = (_: string, value: unknown) => {
  if (typeof value !== 'bigint') return value
  if (BigInt.asIntN(54, value) !== value) throw new RangeError(`too large for the wire: ${value}`)
  return Number(value)
}

/**
 * Puts commands into the outbox, in the caller's transaction, and wakes the dispatchers when it commits. A key that is
 * already there changes nothing. Money in `data` is bigint or number of thousandths.
 */
export const enqueueCommands: EnqueueCommands = async (tx, commands) => {
  if (commands.length === 0) return
  const column = (of: (command: Command) => string | number | null) => commands.map(of)
  // One statement: the command and, when the transaction commits, the call to those who carry it out.
  await sql`
    ${keptPlan} with queued as (
    insert into link_outbox (platform_id, key, name, data, order_no)
    select * from unnest(
      ${column((command) => command.platformId)}::int[],
      ${column((command) => command.key)}::text[],
      ${column((command) => command.name)}::text[],
      ${column((command) => JSON.stringify(command.data, safeNumber))}::jsonb[],
      ${column((command) => command.orderNo ?? null)}::text[])
    on conflict (platform_id, key) do nothing returning platform_id)
    select pg_notify(${outboxChannel}, platform_id::text) from (select distinct platform_id from queued) q`.execute(
    tx,
  )
}

/** Tells every dispatcher, when the transaction commits, that these platforms have something to do. */
export async function wakeDispatchers(tx: Db, platformIds: ReadonlySet<number>): Promise<void> {
  await sql`select pg_notify(${outboxChannel}, id) from unnest(${[...platformIds].map(String)}::text[]) id`.execute(
    tx,
  )
}

/**
 * Ends commands on the platform's evidence, whatever is known of it so far: evidence may overtake the answer to the
 * command itself. Takes one key or many. Answers whether this changed anything; `commandMoved` is not called.
 */
export async function settleCommand(
  tx: Db,
  platformId: number,
  keys: string | readonly string[],
  state: 'done' | 'refused',
  reason = '',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('link_outbox')
    .set({
      state,
      reason,
      finished_at: sql<Date>`now()`,
      next_at: 'infinity',
      owner: null,
      lease_until: null,
    })
    .where('platform_id', '=', platformId)
    .where(sql<boolean>`key = any(${typeof keys === 'string' ? [keys] : keys}::text[])`)
    .where('state', 'in', ['due', 'sending', 'unknown', 'accepted', 'dead'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
