import { sql } from 'kysely'
import type { Tx } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Services } from '../../kit/services.ts'
import { type Absorbed, absorbAll, absorbCarefully, markRejected } from './absorb.ts'
import type { Batch, ReceivedEvent } from './batch.ts'
import { isCollision, isOutage, retryingCollisions } from './retry.ts'
import type { LinkUsers } from './types.ts'

/** A verdict for each event of a batch, as the protocol says. */
export interface Verdict {
  accepted: string[]
  duplicate: string[]
  rejected: { id: string; reason: string }[]
}

/** The nonce was used before: whatever the request holds, it was answered already. */
export class ReplayedNonce extends Error {}

/** Remembers a nonce; throws `ReplayedNonce` where it is known. */
export async function spendNonce(
  tx: Pick<Tx, 'insertInto'>,
  platformId: number,
  nonce: string,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('link_nonces')
    .values({ platform_id: platformId, nonce })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new ReplayedNonce()
}

/**
 * Takes a verified batch in: nonce, ids, and what the features make of the events, all of it or none of it. First the
 * quick way, set by set; if an absorber throws, once more with care, so that one bad event costs the others nothing.
 */
export async function takeIn(
  services: Pick<Services, 'db' | 'log'>,
  users: LinkUsers,
  platformId: number,
  nonce: string,
  batch: Batch,
): Promise<Verdict> {
  const once = (careful: boolean) =>
    retryingCollisions(() =>
      services.db.transaction().execute(async (tx) => {
        await spendNonce(tx, platformId, nonce)
        const fresh = await remember(tx, platformId, batch)
        const events = firstOfEach(batch.events).filter(({ id }) => fresh.has(id))
        const absorb = careful ? absorbCarefully : absorbAll
        const absorbed = await absorb(users, tx, platformId, events)
        await markRejected(tx, platformId, absorbed)
        return { fresh, absorbed }
      }),
    )
  const { fresh, absorbed } = await once(false).catch((error: unknown) => {
    if (error instanceof ReplayedNonce || isCollision(error) || isOutage(error)) throw error
    return once(true)
  })
  for (const { id, error } of absorbed.errors)
    services.log.error({ err: error, platformId, eventId: id }, 'event not taken in')
  return verdictOf(batch, fresh, absorbed)
}

/** Writes the ids that are new and answers them. Sorted, so that two equal batches wait instead of deadlocking. */
async function remember(tx: Tx, platformId: number, batch: Batch): Promise<Set<string>> {
  const written = [
    ...batch.events.map(({ id, type, raw }) => ({ id, type, state: 'absorbed', reason: '', raw })),
    ...batch.broken.map(({ key, type, reason, raw }) => ({ id: key, type, state: 'rejected', reason, raw })),
  ]
  // Where one id stands twice in a batch the first counts, and a whole event before a broken one.
  const rows = [...new Map(written.toReversed().map((row) => [row.id, row])).values()].toSorted(
    (one, other) => (one.id < other.id ? -1 : 1),
  )
  const { rows: inserted } = await sql<{ event_id: string }>`
    ${keptPlan} insert into link_inbox (platform_id, event_id, type, state, reason, raw)
    select ${platformId}, * from unnest(
      ${rows.map((row) => row.id)}::text[],
      ${rows.map((row) => row.type)}::text[],
      ${rows.map((row) => row.state)}::text[],
      ${rows.map((row) => row.reason)}::text[],
      ${rows.map((row) => row.raw)}::text[])
    on conflict (platform_id, event_id) do nothing
    returning event_id`.execute(tx)
  return new Set(inserted.map((row) => row.event_id))
}

function firstOfEach(events: readonly ReceivedEvent[]): ReceivedEvent[] {
  const seen = new Set<string>()
  return events.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function verdictOf(batch: Batch, fresh: ReadonlySet<string>, { rejected }: Absorbed): Verdict {
  const verdict: Verdict = { accepted: [], duplicate: [], rejected: [] }
  const seen = new Set<string>()
  for (const { id } of batch.events) {
    const reason = rejected.get(id)
    if (!fresh.has(id) || seen.has(id)) verdict.duplicate.push(id)
    else if (reason === undefined) verdict.accepted.push(id)
    else verdict.rejected.push({ id, reason })
    seen.add(id)
  }
  for (const { named, reason } of batch.broken) verdict.rejected.push({ id: named, reason })
  return verdict
}
