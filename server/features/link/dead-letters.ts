import { sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { link } from '../../../contract/link.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { Refusal, refuse } from '../../kit/refusal.ts'
import { absorbAll } from './absorb.ts'
import { readEvent } from './batch.ts'
import { wakeDispatchers } from './outbox.ts'
import { isCollision, isOutage, retryingCollisions } from './retry.ts'
import type { CommandName, LinkUsers } from './types.ts'

type Staff = Pick<Ctx<'rule'>, 'db' | 'clock' | 'caller' | 'log'>

interface Row {
  id: string
  platform_id: number
  platform_name: string
  direction: 'command' | 'event'
  name: string
  key: string
  state: string
  attempts: number
  reason: string
  body: string
  at: Date
}

/** Commands given up on and events not understood, newest first, with their exact number. */
export async function listDeadLetters(
  { db, clock }: Pick<Staff, 'db' | 'clock'>,
  { page, limit, platform_id }: ParamsOf<typeof link.deadLetters>,
): Promise<ResultOf<typeof link.deadLetters>> {
  const of = (column: string) =>
    platform_id ? sql`${sql.ref(column)} = any(${platform_id}::int[])` : sql`true`
  const dead = sql`
    select o.id::text as id, o.platform_id, 'command' as direction, o.name, o.key, o.state, o.attempts,
      o.reason, o.data::text as body, o.created_at as at
    from link_outbox o where o.state = 'dead' and ${of('o.platform_id')}
    union all
    select i.event_id, i.platform_id, 'event', i.type, i.event_id, i.state, 1, i.reason, i.raw, i.received_at
    from link_inbox i where i.state = 'rejected' and ${of('i.platform_id')}`
  const { rows } = await sql<Row>`
    select d.*, p.name as platform_name from (${dead}) d join platforms p on p.id = d.platform_id
    order by d.at desc, d.platform_id, d.id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows: counted } = await sql<{ n: number }>`
    select ((select count(*) from link_outbox o where o.state = 'dead' and ${of('o.platform_id')})
      + (select count(*) from link_inbox i where i.state = 'rejected' and ${of('i.platform_id')}))::int as n`.execute(
    db,
  )
  return {
    list: rows.map((row) => ({ ...row, at: clock.format(row.at) })),
    count: counted[0]?.n ?? 0,
  }
}

/**
 * Puts a dead command on its way again, once. It counts as unknown: the platform is asked before anything is sent, for
 * it may have carried it out long ago.
 */
export async function resendCommand(
  { db, caller }: Staff,
  users: Pick<LinkUsers, 'commandMoved'>,
  platformId: number,
  id: string,
): Promise<void> {
  if (!/^\d{1,18}$/.test(id)) return refuse('link.notDead')
  const resend = () =>
    db.transaction().execute(async (tx) => {
      const found = await tx
        .selectFrom('link_outbox')
        .select(['key', 'name', 'order_no', 'reason', 'attempts'])
        .where('platform_id', '=', platformId)
        .where('id', '=', BigInt(id))
        .where('state', '=', 'dead')
        .executeTakeFirst()
      if (!found) refuse('link.notDead')
      const { key, order_no: orderNo, reason, attempts } = found
      const { numUpdatedRows } = await tx
        .updateTable('link_outbox')
        .set({
          state: 'unknown',
          attempts: 0,
          reason: '',
          next_at: sql<Date>`now()`,
          owner: null,
          lease_until: null,
        })
        .where('platform_id', '=', platformId)
        .where('id', '=', BigInt(id))
        .where('state', '=', 'dead')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) refuse('link.notDead')
      await users.commandMoved(tx, {
        platformId,
        key,
        name: found.name as CommandName,
        orderNo,
        state: 'unknown',
        reason: '',
      })
      await audit(tx, {
        actor: caller,
        action: 'link.resend',
        entity: 'command',
        entityId: key,
        platformId,
        before: { state: 'dead', reason, attempts },
        after: { state: 'unknown' },
      })
      await wakeDispatchers(tx, new Set([platformId]))
    })
  await retryingCollisions(resend)
}

/** Tries a rejected event again. Refuses, and changes nothing, when it is still not understood. */
export async function resendEvent(
  { db, caller, log }: Staff,
  users: LinkUsers,
  platformId: number,
  id: string,
): Promise<void> {
  const absorb = () =>
    db.transaction().execute(async (tx) => {
      const taken = await tx
        .updateTable('link_inbox')
        .set({ state: 'absorbed', reason: '' })
        .where('platform_id', '=', platformId)
        .where('event_id', '=', id)
        .where('state', '=', 'rejected')
        .returning(['raw', 'type'])
        .executeTakeFirst()
      if (!taken) refuse('link.notDead')
      const read = readEvent(JSON.parse(taken.raw), taken.raw)
      if ('reason' in read) refuse('link.stillRejected', { reason: read.reason })
      const { rejected } = await absorbAll(users, tx, platformId, [read])
      for (const reason of rejected.values()) refuse('link.stillRejected', { reason })
      await audit(tx, {
        actor: caller,
        action: 'link.resend',
        entity: 'event',
        entityId: id,
        platformId,
        before: { state: 'rejected' },
        after: { state: 'absorbed', type: taken.type },
      })
    })
  try {
    await retryingCollisions(absorb)
  } catch (error) {
    if (error instanceof Refusal || isCollision(error) || isOutage(error)) throw error
    log.error({ err: error, platformId, eventId: id }, 'event still not taken in')
    refuse('link.stillRejected', { reason: (error as Error).message })
  }
}
