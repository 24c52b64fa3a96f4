import { type Insertable, sql } from 'kysely'
import type { Envelope } from '../../contract/kit/codes.ts'
import type { Endpoint } from '../../contract/kit/endpoint.ts'
import type { Caller, RequestInfo } from './caller.ts'
import type { Db } from './db/connect.ts'
import type { Database } from './db/schema.ts'
import type { Services } from './services.ts'

const secretKey = /pwd|passw|secret|token|qrcode|otpauth|identify|private_?key|authorization/i
/** A one-time code is text of its own name; the envelope's `code` is a number, and `WayCode` names a pay way. */
const codeKey = /^(google|verify|verification|auth|totp|otp|settle|sign)?_?code$/i
const cardKey = /card_?(no|num|number)?$/i
/** Order numbers may look like anything; they are what people search the log for. */
const orderKey = /order_?(nos?|ids?)$/i
/** What looks like a key's address or picture, or a long hex secret, wherever it stands. */
const secretShape = /otpauth:\/\/[^\s"]+|data:image\/[^\s"]+|\b[0-9a-f]{64}\b/gi
/** A bearer token: long, and of all kinds of letters. Order numbers and file names are not. */
const tokenShape = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}(?![\w-])/g
const mask = '***'
const longestBytes = 4096

/** JSON with everything secret masked, by name and by shape, also inside JSON text; cut at 4 KB. */
export function masked(value: unknown): string {
  return cut(JSON.stringify(hide(value, '')) ?? 'null')
}

/** Text as it came, with everything secret in it masked; cut at 4 KB. */
export const maskedText = (text: string): string => cut(hideText(text, ''))

function hide(value: unknown, key: string): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value
  if (secretKey.test(key) || cardKey.test(key)) return mask
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return hideText(value, key)
  if (Array.isArray(value)) return value.map((item) => hide(item, key))
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hide(inner, name)]))
}

function hideText(text: string, key: string): string {
  if (codeKey.test(key)) return mask
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.stringify(hide(JSON.parse(text), key))
    } catch {
      // Not JSON after all: masked by shape, as any text.
    }
  }
  const bare = text.replace(secretShape, mask)
  return orderKey.test(key) ? bare : bare.replace(tokenShape, mask)
}

function cut(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= longestBytes) return text
  // A character cut in half would come out as a replacement mark.
  return `${bytes
    .subarray(0, longestBytes)
    .toString()
    .replace(/\ufffd+$/, '')}…`
}

interface Entry {
  endpoint: Endpoint
  caller: Caller | null
  info: RequestInfo
  sent: Readonly<Record<string, string>>
  answer: Envelope
}

/** Whether a call belongs in the operation log: it writes, exports, or signs somebody in; programs' own reports do not. */
export function isLogged(endpoint: Endpoint, sent: Entry['sent']): boolean {
  if (endpoint.signed) return false
  return endpoint.writes || endpoint.id === 'signIn.verify' || /export/i.test(sent['event'] ?? '')
}

type Row = Insertable<Database['operation_log']>

/** Writes rows together with the counts kept of them: how many a day, by whom, of which path. */
export async function writeOperations(db: Db, rows: readonly Row[]): Promise<void> {
  await db
    .with('fresh', (query) =>
      query.insertInto('operation_log').values(rows).returning(['day', 'username', 'path']),
    )
    .insertInto('operation_log_counts')
    .columns(['day', 'username', 'path', 'n'])
    .expression((query) =>
      query
        .selectFrom('fresh')
        .select(['day', 'username', 'path', sql<number>`count(*)::int`.as('n')])
        .groupBy(['day', 'username', 'path'])
        // Always in one order, so that two processes never wait for each other's rows.
        .orderBy('day')
        .orderBy('username')
        .orderBy('path'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'username', 'path'])
        .doUpdateSet({ n: sql<number>`operation_log_counts.n + excluded.n` }),
    )
    .execute()
}

/** What is still to be written, per database; a list exists only while a statement is under way. */
const waiting = new WeakMap<Db, Row[]>()
const mostAtOnce = 200
/** Writers at work, per database. */
const writing = new WeakMap<Db, Promise<void>>()

/** Waits until every call answered so far is in the log: what a server that closes owes its database. */
export async function operationsWritten(db: Db): Promise<void> {
  // The last calls' rows are handed over in the turn after their answers.
  await new Promise((resolve) => setImmediate(resolve))
  while (waiting.has(db)) await writing.get(db)
}

/**
 * Writes the call's row after its answer; a failure is reported and never reaches the caller. Rows that come while
 * others are being written go together: a commit each would cost as much as the calls themselves.
 */
export function logOperation(
  { db, log, clock }: Pick<Services, 'db' | 'log' | 'clock'>,
  { endpoint, caller, info, sent, answer }: Entry,
): void {
  const at = clock.now()
  const row: Row = {
    at,
    day: clock.dayOf(at),
    account_id: caller?.accountId ?? null,
    username: caller?.username ?? sent['username']?.slice(0, 64) ?? '',
    endpoint: endpoint.id,
    path: endpoint.path,
    request: masked(sent),
    response: masked(answer),
    code: answer.code,
    address: info.address,
  }
  const queue = waiting.get(db)
  if (queue) {
    queue.push(row)
    return
  }
  const fresh: Row[] = [row]
  waiting.set(db, fresh)
  writing.set(db, writeAll(db, log, fresh))
}

async function writeAll(db: Db, log: Services['log'], fresh: Row[]): Promise<void> {
  while (fresh.length > 0) {
    const rows = fresh.splice(0, mostAtOnce)
    try {
      await writeOperations(db, rows)
    } catch (error) {
      log.error({ err: error, endpoints: rows.map((lost) => lost.endpoint) }, 'operation log rows lost')
    }
  }
  waiting.delete(db)
}
