import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import type { Db } from '../../kit/db/connect.ts'

const periodSeconds = 30

const totp = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: 'Pitboss',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** A new authenticator key: 20 random bytes. */
export const newSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes)
export const base32 = (secret: Buffer): string => new Secret({ buffer: new Uint8Array(secret).buffer }).base32
export const fromBase32 = (text: string): Buffer => Buffer.from(Secret.fromBase32(text).bytes)

/** PNG data URI of the otpauth address, for an authenticator app to scan. */
export const qrImage = (secret: Buffer, username: string): Promise<string> =>
  QRCode.toDataURL(totp(secret, username).toString(), { margin: 1, width: 220 })

/** The time step a code belongs to, at most one away from now; null if it is wrong. */
export function stepOf(secret: Buffer, code: string, now: Date): bigint | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (delta === null) return null
  return BigInt(Math.floor(now.getTime() / 1000 / periodSeconds) + delta)
}

/** A code as an authenticator would show it; for the demo, tests and benchmarks. */
export const codeAt = (secret: Buffer, at: Date): string => totp(secret).generate({ timestamp: at.getTime() })

/**
 * Takes a code once: true for the first who presents it, false for everybody after, however many try at once.
 */
export async function takeStep(
  db: Db,
  accountId: number,
  purpose: 'sign-in' | 'settle',
  step: bigint,
): Promise<boolean> {
  const taken = await db
    .insertInto('used_codes')
    .values({ account_id: accountId, purpose, step })
    .onConflict((conflict) => conflict.doNothing())
    .returning('step')
    .executeTakeFirst()
  return taken !== undefined
}
