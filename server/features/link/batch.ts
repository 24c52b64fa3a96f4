import { createHash } from 'node:crypto'

/** An event of a batch, its shape checked but its data not. */
export interface ReceivedEvent {
  id: string
  type: string
  at: Date
  data: unknown
  /** As it came. */
  raw: string
}

/** An entry that is no event: kept for people to look at, under a key made of its text. */
export interface BrokenEvent {
  /** Its id as far as it has one. */
  named: string
  key: string
  type: string
  reason: string
  raw: string
}

export interface Batch {
  events: readonly ReceivedEvent[]
  broken: readonly BrokenEvent[]
}

/** The whole batch is unusable; nothing of it was taken. */
export class BadBatch extends Error {}

const mostEvents = 500
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/

/** Reads the raw body of an events request. Throws `BadBatch` when it is not a list of 1 to 500 entries. */
export function readBatch(body: Buffer): Batch {
  const text = decode(body)
  const entries = parse(text)
  const raws = rawEvents(text, entries)
  const events: ReceivedEvent[] = []
  const broken: BrokenEvent[] = []
  for (const [index, entry] of entries.entries()) {
    const raw = raws[index] ?? ''
    const read = readEvent(entry, raw)
    if ('reason' in read) broken.push(read)
    else events.push(read)
  }
  return { events, broken }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new BadBatch('the body is not UTF-8')
  }
}

function parse(text: string): readonly unknown[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new BadBatch('the body is not JSON')
  }
  const { events } = (parsed ?? {}) as { events?: unknown }
  if (!Array.isArray(events) || events.length === 0 || events.length > mostEvents)
    throw new BadBatch(`events: must be a list of 1 to ${mostEvents}`)
  return events as unknown[]
}

/** Reads one entry as an event, or says what is wrong with it. */
export function readEvent(entry: unknown, raw: string): ReceivedEvent | BrokenEvent {
  const { id, type, at, data } = (entry ?? {}) as Record<'id' | 'type' | 'at' | 'data', unknown>
  const wrong = (reason: string): BrokenEvent => ({
    named: typeof id === 'string' ? id : '',
    key: isId(id) ? id : `broken-${createHash('sha256').update(raw).digest('hex').slice(0, 40)}`,
    type: isType(type) ? type : '',
    reason,
    raw,
  })
  if (!isId(id)) return wrong('id: must be 1 to 64 of A-Z a-z 0-9 _ -')
  if (!isType(type)) return wrong('type: must be a name')
  if (typeof at !== 'string' || !time.test(at) || Number.isNaN(Date.parse(at)))
    return wrong('at: must be a time like 2026-03-01T12:00:00.000Z')
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return wrong('data: must be an object')
  return { id, type, at: new Date(at), data, raw }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)
const isType = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9._-]{0,63}$/.test(value)

/**
 * The text of each event exactly as it stands in the body, found by walking over strings and brackets. Falls back to
 * the parsed value where the body has `events` more than once.
 */
function rawEvents(text: string, entries: readonly unknown[]): readonly string[] {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},]/g
  const found: string[] = []
  let depth = 0
  let key = ''
  let start = -1
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [mark] = match
    if (mark === '{' || mark === '[') {
      depth += 1
      if (depth === 2 && mark === '[' && key === '"events"') start = token.lastIndex
    } else if (mark === '}' || mark === ']') {
      depth -= 1
      if (depth === 1 && start >= 0) {
        found.push(text.slice(start, match.index).trim())
        start = -1
      }
    } else if (mark === ',') {
      if (depth === 2 && start >= 0) {
        found.push(text.slice(start, match.index).trim())
        start = token.lastIndex
      }
    } else if (depth === 1) key = mark
  }
  return found.length === entries.length ? found : entries.map((entry) => JSON.stringify(entry))
}
