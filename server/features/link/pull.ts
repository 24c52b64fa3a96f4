import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../../kit/services.ts'
import { absorbCarefully, markRejected } from './absorb.ts'
import type { ReceivedEvent } from './batch.ts'
import { isCollision, retryingCollisions } from './retry.ts'
import { type Ask, LinkFailure, type LinkUsers } from './types.ts'

export interface PullOptions {
  /** Pause between two pulls of one platform. */
  everyMs: number
  /** How often channels and status are asked for. */
  listsEveryMs: number
  /** How often we look for platforms whose turn it is. */
  scanMs: number
  /** Told at each look. */
  beat?: (() => void) | undefined
}

const pageSize = 200
/** Platforms pulled at the same time; one that hangs holds one place. */
const atOnce = 16

type PullServices = Pick<Services, 'db' | 'log'>

/** Asks every platform again and again for what its events may have failed to tell. Answers how to stop. */
export function startPull(
  services: PullServices,
  users: LinkUsers,
  ask: Ask,
  { everyMs, listsEveryMs, scanMs, beat }: PullOptions,
): () => Promise<void> {
  const { log } = services
  const stopping = new AbortController()
  const running = new Map<number, Promise<void>>()
  const listsAt = new Map<number, number>()

  async function pullOne(platformId: number): Promise<void> {
    try {
      const cursor = await claimPull(services, platformId, everyMs)
      if (cursor === null) return
      if (Date.now() - (listsAt.get(platformId) ?? 0) >= listsEveryMs) {
        await pullList(services, users, ask, platformId, 'channels')
        await pullList(services, users, ask, platformId, 'status')
        listsAt.set(platformId, Date.now())
      }
      await pullOrders(services, users, ask, platformId, cursor, stopping.signal)
    } catch (error) {
      // The platform's health says so already.
      if (!(error instanceof LinkFailure)) log.error({ err: error, platformId }, 'pull failed')
      else log.debug({ platformId, failure: error.message }, 'pull not answered')
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      beat?.()
      try {
        for (const platformId of await platformsToPull(services, everyMs)) {
          if (running.has(platformId) || running.size >= atOnce) continue
          running.set(
            platformId,
            pullOne(platformId).finally(() => running.delete(platformId)),
          )
        }
      } catch (error) {
        log.error({ err: error }, 'pull not started')
      }
      // Jitter, so that several processes do not look at the same moment.
      await sleep(scanMs * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const looping = loop()
  return async () => {
    stopping.abort()
    await looping
    await Promise.all(running.values())
  }
}

async function platformsToPull({ db }: PullServices, everyMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from platforms p join platform_status s on s.platform_id = p.id
    where p.deleted = 0 and p.status <> 2 and p.secret is not null and p.api_url <> ''
      and (s.pulled_at is null or s.pulled_at < now() - ${everyMs} * interval '1 millisecond')
    order by s.pulled_at nulls first`.execute(db)
  return rows.map((row) => row.id)
}

/** The cursor, for the one process that comes first; null for every other. */
async function claimPull({ db }: PullServices, platformId: number, everyMs: number): Promise<string | null> {
  const { rows } = await sql<{ pull_cursor: string }>`
    update platform_status set pulled_at = now()
    where platform_id = ${platformId}
      and (pulled_at is null or pulled_at < now() - ${everyMs} * interval '1 millisecond')
    returning pull_cursor`.execute(db)
  return rows[0]?.pull_cursor ?? null
}

/** Takes over a list that the platform tells as a whole, if any feature wants it. */
async function pullList(
  { db, log }: PullServices,
  users: LinkUsers,
  ask: Ask,
  platformId: number,
  name: 'channels' | 'status',
): Promise<void> {
  const absorber = users.absorbers[name]
  if (!absorber) return
  const data = await ask(platformId, name, {})
  try {
    await retryingCollisions(() =>
      db.transaction().execute(async (tx) => {
        const event = { id: `pull-${name}`, at: new Date(), data }
        for (const reason of (await absorber(tx, platformId, [event])).values())
          log.warn({ platformId, name, reason }, 'answer not understood')
      }),
    )
  } catch (error) {
    log.error({ err: error, platformId, name }, 'answer not taken in')
  }
}

/** Orders whose version changed since the cursor, page by page; the cursor moves with what was absorbed. */
async function pullOrders(
  services: PullServices,
  users: LinkUsers,
  ask: Ask,
  platformId: number,
  from: string,
  signal: AbortSignal,
): Promise<void> {
  if (!users.absorbers['withdrawal']) return
  let cursor = from
  for (;;) {
    const page = readPage(await ask(platformId, 'withdrawals', { after: cursor, limit: pageSize }), cursor)
    const moved = await absorbPage(services, users, platformId, cursor, page)
    if (!moved || !page.more || signal.aborted) return
    cursor = page.next
  }
}

interface Page {
  items: readonly unknown[]
  next: string
  more: boolean
}

function readPage(result: unknown, after: string): Page {
  const { items, next, more } = (result ?? {}) as Record<keyof Page, unknown>
  if (!Array.isArray(items) || typeof next !== 'string' || typeof more !== 'boolean')
    throw new LinkFailure('broken', 'the answer to withdrawals needs items, next and more')
  if (more && next === after) throw new LinkFailure('broken', 'withdrawals has more, but next does not move')
  return { items, next, more }
}

class CursorMoved extends Error {}

/** False where another process has moved the cursor meanwhile: then it goes on, not we. */
async function absorbPage(
  { db, log }: PullServices,
  users: LinkUsers,
  platformId: number,
  cursor: string,
  { items, next }: Page,
): Promise<boolean> {
  const events = items.map(asEvent)
  const page = () =>
    db.transaction().execute(async (tx) => {
      const absorbed = await absorbCarefully(users, tx, platformId, events)
      const rejected = events.filter(({ id }) => absorbed.rejected.has(id))
      for (const { id, type, raw } of rejected)
        await tx
          .insertInto('link_inbox')
          .values({ platform_id: platformId, event_id: id, type, state: 'rejected', raw })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      await markRejected(tx, platformId, absorbed)
      for (const { id, error } of absorbed.errors)
        log.error({ err: error, platformId, eventId: id }, 'pulled order not taken in')
      const { numUpdatedRows } = await tx
        .updateTable('platform_status')
        .set({ pull_cursor: next, pulled_at: sql<Date>`now()` })
        .where('platform_id', '=', platformId)
        .where('pull_cursor', '=', cursor)
        .executeTakeFirst()
      // Rolls back: the other process has absorbed these already.
      if (numUpdatedRows === 0n) throw new CursorMoved()
      return true
    })
  return retryingCollisions(page).catch((error: unknown) => {
    if (error instanceof CursorMoved || isCollision(error)) return false
    throw error
  })
}

/** A pulled order reads like its event; its id is made of its text, so the same trouble is one dead letter. */
function asEvent(data: unknown): ReceivedEvent {
  const at = new Date()
  const text = JSON.stringify(data)
  const id = `pull-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
  const raw = JSON.stringify({ id, type: 'withdrawal', at: at.toISOString(), data })
  return { id, type: 'withdrawal', at, data, raw }
}
