import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const linkHeader = {
  version: 'x-link-version',
  platform: 'x-link-platform',
  timestamp: 'x-link-timestamp',
  nonce: 'x-link-nonce',
  signature: 'x-link-signature',
} as const

/** How far the other side's clock may be off, in seconds. */
const toleranceSeconds = 300

export interface Signed {
  method: string
  /** As sent, with the query if there is one. */
  path: string
  timestamp: string
  nonce: string
  body: Buffer | string
}

/** HMAC-SHA256 over method, path, timestamp, nonce and the raw body. */
export function signatureOf(secret: Buffer, { method, path, timestamp, nonce, body }: Signed): Buffer {
  return createHmac('sha256', secret)
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n`)
    .update(body)
    .digest()
}

/** Headers of a request of ours, with a nonce never used before. */
export function signedHeaders(
  { id, secret }: { id: number; secret: Buffer },
  { method, path, body }: Pick<Signed, 'method' | 'path' | 'body'>,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const nonce = randomBytes(18).toString('base64url')
  return {
    [linkHeader.version]: '1',
    [linkHeader.platform]: String(id),
    [linkHeader.timestamp]: timestamp,
    [linkHeader.nonce]: nonce,
    [linkHeader.signature]: signatureOf(secret, { method, path, timestamp, nonce, body }).toString('hex'),
  }
}

export type LinkRefusal =
  | 'unknown_platform'
  | 'bad_version'
  | 'stale_timestamp'
  | 'bad_signature'
  | 'replayed_nonce'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The platform a request names, or null where the header is no id. */
export function namedPlatform(headers: Headers): number | null {
  const named = String(headers[linkHeader.platform] ?? '')
  return /^[1-9]\d{0,8}$/.test(named) ? Number(named) : null
}

/**
 * Checks a request against each of the platform's valid secrets; what fails first is the answer. Whether the nonce was
 * used before is for the database to say. Throws nothing, whatever was sent.
 */
export function checkRequest(
  secrets: readonly Buffer[],
  headers: Headers,
  { method, path, body }: Pick<Signed, 'method' | 'path' | 'body'>,
  now: Date,
): Exclude<LinkRefusal, 'replayed_nonce'> | null {
  if (secrets.length === 0) return 'unknown_platform'
  if (headers[linkHeader.version] !== '1') return 'bad_version'
  const timestamp = String(headers[linkHeader.timestamp] ?? '')
  if (!/^\d{1,12}$/.test(timestamp)) return 'stale_timestamp'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return 'stale_timestamp'
  const nonce = String(headers[linkHeader.nonce] ?? '')
  const sent = String(headers[linkHeader.signature] ?? '')
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(sent)) return 'bad_signature'
  const given = Buffer.from(sent, 'hex')
  const matching = secrets.filter((secret) =>
    timingSafeEqual(given, signatureOf(secret, { method, path, timestamp, nonce, body })),
  )
  return matching.length > 0 ? null : 'bad_signature'
}
