import { createHmac, randomBytes } from 'node:crypto'
import { refuse } from '../../kit/refusal.ts'
import type { Services } from '../../kit/services.ts'
import { linkPlatform } from './platform.ts'

const lifeSeconds = 60

/** Signs the payload with the secret as the protocol says: base64url(payload).base64url(mac). */
function signGroupLogin(secret: Buffer, payload: Readonly<Record<string, unknown>>): string {
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
  const mac = createHmac('sha256', secret).update(`group-login.v1.${body}`).digest('base64url')
  return `${body}.${mac}`
}

/**
 * A token that signs an account in at a platform's own console, once, within 60 seconds. Refuses when the platform has
 * no secret. The caller logs its use.
 */
export async function groupLoginToken(
  services: Pick<Services, 'db' | 'vault' | 'clock'>,
  platformId: number,
  { kind, account, role }: { kind: number; account: string; role: string },
): Promise<string> {
  const platform = await linkPlatform(services, platformId)
  const secret = platform?.secrets[0]
  if (!secret) return refuse('link.notSetUp')
  const iat = Math.floor(services.clock.now().getTime() / 1000)
  return signGroupLogin(secret, {
    iss: 'pitboss',
    platform: platformId,
    kind,
    account,
    role,
    iat,
    exp: iat + lifeSeconds,
    nonce: randomBytes(18).toString('base64url'),
  })
}
