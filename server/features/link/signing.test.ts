import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRequest, linkHeader, namedPlatform, signatureOf, signedHeaders } from './signing.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/platform-link.md'), 'utf8')
const secret = Buffer.from(/Secret `([0-9a-f]{64})`/.exec(page)?.[1] ?? '', 'hex')
const timestamp = /timestamp `(\d+)`/.exec(page)?.[1] ?? ''
const vectors = [...page.matchAll(/^\| `(\/link\/\S+)` \| `(\S+)` \| `(.+)` \| `([0-9a-f]{64})` \|$/gm)].map(
  ([, path = '', nonce = '', body = '', signature = '']) => ({ path, nonce, body, signature }),
)
const now = new Date(Number(timestamp) * 1000)

test('the page has its test vectors', () => expect(vectors).toHaveLength(4))

test.each(vectors)('signs $nonce as the page says', ({ path, nonce, body, signature }) => {
  const signed = { method: 'POST', path, timestamp, nonce, body }
  expect(signatureOf(secret, signed).toString('hex')).toBe(signature)
  expect(signatureOf(secret, { ...signed, body: Buffer.from(body) }).toString('hex')).toBe(signature)
})

const request = { method: 'POST', path: '/link/v1/events?a=1', body: Buffer.from('{"events":[]}') }
const headers = () => signedHeaders({ id: 7, secret }, request, now)

test('what we sign is what we accept, with either secret of a rotation', () => {
  expect(checkRequest([secret], headers(), request, now)).toBeNull()
  expect(checkRequest([Buffer.alloc(32, 1), secret], headers(), request, now)).toBeNull()
  expect(namedPlatform(headers())).toBe(7)
})

test('the first thing that is wrong is the answer', () => {
  const wrong = {
    ...headers(),
    [linkHeader.version]: '2',
    [linkHeader.timestamp]: '1',
    [linkHeader.signature]: '',
  }
  expect(checkRequest([], wrong, request, now)).toBe('unknown_platform')
  expect(checkRequest([secret], wrong, request, now)).toBe('bad_version')
  wrong[linkHeader.version] = '1'
  expect(checkRequest([secret], wrong, request, now)).toBe('stale_timestamp')
  wrong[linkHeader.timestamp] = timestamp
  expect(checkRequest([secret], wrong, request, now)).toBe('bad_signature')
})

test('300 s off either way is still good, more is not', () => {
  const at = (seconds: number) =>
    checkRequest([secret], headers(), request, new Date(now.getTime() + seconds * 1000))
  expect([at(300), at(-300), at(301), at(-301)]).toEqual([null, null, 'stale_timestamp', 'stale_timestamp'])
})

test('any change of method, path, body, nonce or signature is seen', () => {
  const check = (changed: Partial<typeof request>, header: Record<string, string> = {}) =>
    checkRequest([secret], { ...headers(), ...header }, { ...request, ...changed }, now)
  expect(check({ method: 'PUT' })).toBe('bad_signature')
  expect(check({ path: '/link/v1/events' })).toBe('bad_signature')
  expect(check({ body: Buffer.from('{"events":[] }') })).toBe('bad_signature')
  expect(check({}, { [linkHeader.nonce]: 'another-nonce-000001' })).toBe('bad_signature')
  expect(check({}, { [linkHeader.signature]: 'A'.repeat(64) })).toBe('bad_signature')
  expect(check({}, { [linkHeader.signature]: 'zz' })).toBe('bad_signature')
})

test.each(['', '0', '-1', '1.5', '007', 'NaN', '99999999999', "1' or 1=1"])(
  '%j names no platform',
  (named) => {
    expect(namedPlatform({ [linkHeader.platform]: named })).toBeNull()
  },
)
