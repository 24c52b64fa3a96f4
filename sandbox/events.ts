import { iso, type World } from './world.ts'

export type EventType =
  | 'withdrawal'
  | 'payout'
  | 'notification'
  | 'player'
  | 'channels'
  | 'depositChannels'
  | 'status'
  | 'accountDay'
  | 'platformDay'

interface EventRow {
  seq: number
  type: EventType
  at: number
  data: string
  again: number
  held: number
}

/** An event on its way: its id, and its JSON as it stands in the batch. */
export interface Outgoing extends EventRow {
  id: string
  json: string
}

/**
 * Puts an event in the outbox, in the caller's transaction, and answers its number: events of later changes have
 * greater numbers. `notBeforeMs` holds it back.
 */
export function emit(
  world: World,
  platformId: number,
  type: EventType,
  data: object,
  { at = world.now(), notBeforeMs = 0 }: { at?: number; notBeforeMs?: number } = {},
): number {
  const row = world.store.one<{ seq: number }>(
    'insert into events (platform_id, type, at, data, not_before) values (?, ?, ?, ?, ?) returning seq',
    platformId,
    type,
    at,
    JSON.stringify(data),
    notBeforeMs,
  )
  world.ring(platformId)
  return row?.seq ?? 0
}

/** The oldest events that may leave now, at most `limit` and at most about 3 MB of them. */
export function nextEvents(world: World, platformId: number, limit: number): Outgoing[] {
  const rows = world.store.all<EventRow>(
    `select seq, type, at, data, again, held from events
      where platform_id = ? and not_before <= ? order by seq limit ?`,
    platformId,
    world.now(),
    limit,
  )
  const batch: Outgoing[] = []
  let room = 3_000_000
  for (const row of rows) {
    const id = `e-${world.era}-${row.seq}`
    const json = `{"id":"${id}","type":"${row.type}","at":"${iso(row.at)}","data":${row.data}}`
    room -= Buffer.byteLength(json)
    if (room < 0 && batch.length > 0) break
    batch.push({ ...row, id, json })
  }
  return batch
}

/** When the next held-back event may leave, in ms since 1970; null if nothing is held back. */
export function nextRelease(world: World, platformId: number): number | null {
  const row = world.store.one<{ at: number | null }>(
    'select min(not_before) as at from events where platform_id = ? and not_before > ?',
    platformId,
    world.now(),
  )
  return row?.at ?? null
}

/** Lets everything leave that a fault held back. */
export function releaseEvents(world: World, platformId: number): void {
  world.store.run('update events set not_before = 0 where platform_id = ? and not_before > 0', platformId)
}

export function pendingEvents(world: World, platformId: number): number {
  const row = world.store.one<{ n: number }>(
    'select count(*) as n from events where platform_id = ?',
    platformId,
  )
  return row?.n ?? 0
}
