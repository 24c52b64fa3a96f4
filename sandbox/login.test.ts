import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPath } from './login.ts'
import { aSandbox, secret } from './testing.ts'

let sandbox: Awaited<ReturnType<typeof aSandbox>>
beforeAll(async () => {
  sandbox = await aSandbox()
})
afterAll(() => sandbox.close())

let made = 0
function aToken(change: object = {}, key = secret): string {
  const iat = Math.floor(Date.now() / 1000)
  const payload = {
    iss: 'pitboss',
    platform: 7,
    kind: 'staff',
    account: 'admin<script>',
    role: '超级管理员',
    iat,
    exp: iat + 60,
  }
  const text = Buffer.from(
    JSON.stringify({ ...payload, nonce: `nonce-${++made}-abcdef`, ...change }),
  ).toString('base64url')
  const signature = createHmac('sha256', Buffer.from(key, 'hex')).update(`group-login.v1.${text}`)
  return `${text}.${signature.digest('base64url')}`
}
async function visit(token: string, redirectUrl = '/', platform = 7) {
  const query = new URLSearchParams({ data: token, sn: '0.123', redirectUrl })
  const answer = await fetch(`${sandbox.url}/p/${platform}/GroupLogin?${query}`)
  return {
    status: answer.status,
    text: await answer.text(),
    policy: answer.headers.get('content-security-policy'),
  }
}

test('a good token says who is signed in, escaped, and works once', async () => {
  const token = aToken()
  const page = await visit(token)
  expect(page.status).toBe(200)
  expect(page.text).toContain('admin&#60;script&#62;')
  expect(page.text).toContain('超级管理员')
  expect(page.text).not.toContain('<script>')
  expect(page.text).not.toContain('<b>')
  expect(page.policy).toContain("default-src 'none'")
  const again = await visit(token)
  expect(again.status).toBe(403)
  expect(again.text).toContain('used already')
})

test.each([
  ['nothing', () => '', 'not a sign-in token'],
  ['another secret', () => aToken({}, 'ff'.repeat(32)), 'not signed by Pitboss'],
  ['a changed payload', () => aToken().replace(/^..../, 'eyJi'), 'not signed by Pitboss'],
  ['another platform', () => aToken({ platform: 8 }), 'another platform'],
  ['a past one', () => aToken({ iat: 1_700_000_000, exp: 1_700_000_060 }), 'expired'],
  ['one that lives too long', () => aToken({ exp: Math.floor(Date.now() / 1000) + 3600 }), 'expired'],
  ['another issuer', () => aToken({ iss: 'someone' }), 'not a sign-in token'],
])('%s signs nobody in', async (_, token, why) => {
  const page = await visit(token())
  expect(page.status).toBe(403)
  expect(page.text).toContain(why)
})

test('goes on to own paths only', async () => {
  expect(ownPath('/')).toBe('/')
  expect(ownPath('/orders?a=1')).toBe('/orders?a=1')
  for (const bad of [
    null,
    '',
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/a\nb',
  ]) {
    expect(ownPath(bad)).toBeNull()
  }
  expect((await visit(aToken(), '//evil.test')).text).toContain('nowhere')
  expect((await visit(aToken(), '/', 9)).status).toBe(404)
})
