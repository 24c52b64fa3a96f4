import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Signed {
  method: string
  /** As sent: with the base address's own path and the query, if there are any. */
  path: string
  /** Seconds since 1970, as text. */
  timestamp: string
  nonce: string
  body: Uint8Array | string
}

/** Lower-case hex of HMAC-SHA256 over the five parts; `secret` is 64 hex digits. */
export function signatureOf(secret: string, { method, path, timestamp, nonce, body }: Signed): string {
  return createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n`)
    .update(body)
    .digest('hex')
}

/** The five link headers for a request sent at `nowMs`. */
export function linkHeaders(
  secret: string,
  platformId: number,
  request: Pick<Signed, 'method' | 'path' | 'body'>,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const nonce = randomBytes(18).toString('base64url')
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Link-Version': '1',
    'X-Link-Platform': String(platformId),
    'X-Link-Timestamp': timestamp,
    'X-Link-Nonce': nonce,
    'X-Link-Signature': signatureOf(secret, { ...request, timestamp, nonce }),
  }
}

export type SignatureFault =
  | 'unknown_platform'
  | 'bad_version'
  | 'stale_timestamp'
  | 'bad_signature'
  | 'replayed_nonce'

export const toleranceSeconds = 300
export const nonceMemoryMs = 600_000

interface Incoming {
  headers: IncomingHttpHeaders
  method: string
  path: string
  body: Uint8Array
  platformId: number
  /** All valid at the moment: one, or two while a secret is being rotated; none = platform unknown. */
  secrets: readonly string[]
  nowMs: number
  /** Remembers the nonce; false if it was known already. Called only when all else is right. */
  rememberNonce: (nonce: string) => boolean
}

/** The first fault of a signed request in the order the protocol names them, or null if it is genuine. */
export function faultOf(request: Incoming): SignatureFault | null {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  }
  if (!request.secrets.length || header('x-link-platform') !== String(request.platformId)) {
    return 'unknown_platform'
  }
  if (header('x-link-version') !== '1') return 'bad_version'

  const timestamp = header('x-link-timestamp')
  if (!/^\d{1,12}$/.test(timestamp)) return 'stale_timestamp'
  if (Math.abs(request.nowMs / 1000 - Number(timestamp)) > toleranceSeconds) return 'stale_timestamp'

  const nonce = header('x-link-nonce')
  const claimed = header('x-link-signature')
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(claimed)) return 'bad_signature'
  const { method, path, body } = request
  const genuine = request.secrets.some((secret) =>
    sameHex(claimed, signatureOf(secret, { method, path, timestamp, nonce, body })),
  )
  if (!genuine) return 'bad_signature'
  return request.rememberNonce(nonce) ? null : 'replayed_nonce'
}

/** Compares two texts of 64 hex digits without telling by its duration where they differ. */
export function sameHex(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]
  return a.length === b.length && timingSafeEqual(a, b)
}
