import type { Insertable } from 'kysely'
import type { Envelope } from '../../contract/kit/codes.ts'
import type { Endpoint } from '../../contract/kit/endpoint.ts'
import type { Caller, RequestInfo } from './caller.ts'
import type { Db } from './db/connect.ts'
import type { Database } from './db/schema.ts'
import type { Services } from './services.ts'

const secretKey = /pwd|passw|secret|token|code|card|qrcode|identify/i
/** What looks like a bearer token, a long hex secret or a data image, wherever it stands. */
const secretShape = /data:image\/[^"\s]+|\b[0-9a-f]{64}\b|\b[A-Za-z0-9_-]{40,}\b/g
const longest = 4096

/** JSON with everything secret masked, by key and by shape, cut at 4 KB. */
export function masked(value: unknown): string {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString()
    if (typeof inner !== 'string' || inner === '') return inner
    return secretKey.test(key) && key !== 'code'
      ? '***'
      : key === 'code'
        ? '***'
        : inner.replace(secretShape, '***')
  })
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

interface Entry {
  endpoint: Endpoint
  caller: Caller | null
  info: RequestInfo
  sent: Readonly<Record<string, string>>
  answer: Envelope
}

/** Whether a call belongs in the operation log: it writes, exports, or signs somebody in. */
export function isLogged(endpoint: Endpoint, sent: Entry['sent']): boolean {
  return endpoint.writes || endpoint.id === 'signIn.verify' || /export/i.test(sent['event'] ?? '')
}

type Row = Insertable<Database['operation_log']>

/** What is still to be written, per database; a list exists only while a statement is under way. */
const waiting = new WeakMap<Db, Row[]>()
const mostAtOnce = 200

/**
 * Writes the call's row after its answer; a failure is reported and never reaches the caller. Rows that come while
 * others are being written go together: a commit each would cost as much as the calls themselves.
 */
export async function logOperation(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { endpoint, caller, info, sent, answer }: Entry,
): Promise<void> {
  const row: Row = {
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
  while (fresh.length > 0) {
    const rows = fresh.splice(0, mostAtOnce)
    try {
      await db.insertInto('operation_log').values(rows).execute()
    } catch (error) {
      log.error({ err: error, endpoints: rows.map((lost) => lost.endpoint) }, 'operation log rows lost')
    }
  }
  waiting.delete(db)
}
