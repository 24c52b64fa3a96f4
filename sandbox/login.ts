import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { sameHex } from './signing.ts'
import { rememberNonce } from './store.ts'
import { type Platform, secretsOf, type World } from './world.ts'

const Payload = z.object({
  iss: z.literal('pitboss'),
  platform: z.union([z.int(), z.string()]),
  kind: z.string(),
  account: z.string(),
  role: z.string().nullish(),
  iat: z.number(),
  exp: z.number(),
  nonce: z.string().min(8).max(128),
})
export type GroupLogin = z.infer<typeof Payload>

export type LoginFault = 'malformed' | 'bad_signature' | 'wrong_platform' | 'expired' | 'used'

/** Who signs in with this token, or why nobody does. A token that is right is used up by asking. */
export function groupLogin(
  world: World,
  platform: Platform,
  token: string,
): { ok: true; login: GroupLogin } | { ok: false; fault: LoginFault } {
  const fail = (fault: LoginFault) => ({ ok: false as const, fault })
  const [text = '', signature = '', ...more] = token.split('.')
  if (!text || !signature || more.length > 0 || token.length > 4096) return fail('malformed')
  const claimed = Buffer.from(signature, 'base64url').toString('hex')
  const genuine = secretsOf(world, platform).some((secret) => {
    const ours = createHmac('sha256', Buffer.from(secret, 'hex')).update(`group-login.v1.${text}`)
    return sameHex(claimed, ours.digest('hex'))
  })
  if (!genuine) return fail('bad_signature')

  const payload = Payload.safeParse(parsed(Buffer.from(text, 'base64url').toString('utf8')))
  if (!payload.success) return fail('malformed')
  const login = payload.data
  if (String(login.platform) !== String(platform.platform_id)) return fail('wrong_platform')
  const nowSeconds = world.now() / 1000
  // The clocks of both sides may differ a little; the life of a token may not be longer than agreed.
  if (login.exp <= nowSeconds || login.exp - login.iat > 60 || login.iat > nowSeconds + 60)
    return fail('expired')
  const until = (login.exp + 60) * 1000
  if (!rememberNonce(world.store, platform.platform_id, 'login', login.nonce, until)) return fail('used')
  return { ok: true, login }
}

/** Where to go on to after signing in: a path of this platform only, never another site. */
export function ownPath(redirectUrl: string | null): string | null {
  return redirectUrl && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(redirectUrl) ? redirectUrl : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
