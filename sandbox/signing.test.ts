import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faultOf, linkHeaders, signatureOf } from './signing.ts'
import { secret } from './testing.ts'

const page = readFileSync(new URL('../docs/platform-link.md', import.meta.url), 'utf8')
const vectors = [...page.matchAll(/^\| `(\/[^`]+)` \| `(nonce-[^`]+)` \| `(.+)` \| `([0-9a-f]{64})` \|$/gm)]

test('the page has its four vectors, for this secret and time', () => {
  expect(vectors).toHaveLength(4)
  expect(page).toContain(`Secret \`${secret}\`, method \`POST\`, timestamp \`1767225600\`.`)
})

test.each(
  vectors.map(([, path = '', nonce = '', body = '', signature = '']) => ({ path, nonce, body, signature })),
)('signs as the page says: $nonce', ({ path, nonce, body, signature }) => {
  const request = { method: 'POST', path, timestamp: '1767225600', nonce, body }
  expect(signatureOf(secret, request)).toBe(signature)
})

describe('a request that is not genuine is answered with its first fault', () => {
  const nowMs = 1_767_225_600_000
  const body = Buffer.from('{"name":"ping","data":{}}')
  const path = '/p/7/link/v1/queries'
  const signed = linkHeaders(secret, 7, { method: 'POST', path, body }, nowMs)
  const lower = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]))
  const genuine = {
    headers: lower,
    method: 'POST',
    path,
    body,
    platformId: 7,
    secrets: [secret],
    nowMs,
    rememberNonce: () => true,
  }
  test.each([
    ['nothing', {}, null],
    ['the older of two secrets', { secrets: ['ff'.repeat(32), secret] }, null],
    ['300 s late', { nowMs: nowMs + 300_000 }, null],
    ['no secret', { secrets: [], nowMs: 0 }, 'unknown_platform'],
    ['another platform', { platformId: 8 }, 'unknown_platform'],
    ['another version', { headers: { ...lower, 'x-link-version': '2' }, nowMs: 0 }, 'bad_version'],
    ['301 s late', { nowMs: nowMs + 301_000, body: Buffer.from('') }, 'stale_timestamp'],
    ['301 s early', { nowMs: nowMs - 301_000 }, 'stale_timestamp'],
    ['another path', { path: '/link/v1/queries' }, 'bad_signature'],
    ['another method', { method: 'PUT' }, 'bad_signature'],
    ['another body', { body: Buffer.from('{"name":"ping","data":{} }') }, 'bad_signature'],
    ['a short nonce', { headers: { ...lower, 'x-link-nonce': 'short' } }, 'bad_signature'],
    ['no signature', { headers: { ...lower, 'x-link-signature': undefined } }, 'bad_signature'],
    ['a known nonce', { rememberNonce: () => false }, 'replayed_nonce'],
  ])('%s', (_, change, fault) => {
    expect(faultOf({ ...genuine, ...change })).toBe(fault)
  })
})
