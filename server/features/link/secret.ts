import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { link } from '../../../contract/link.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { ping } from './ping.ts'
import { linkPlatform } from './platform.ts'

/** How long the secret before the present one still counts. */
const overlapMs = 24 * 3_600_000

/**
 * Makes a new secret and answers it, this once. What the platform uses until now counts for 24 hours more. Refuses an
 * unknown platform, and one whose secret somebody else changed at the same moment.
 */
export async function makeSecret(
  ctx: Ctx<'rule'>,
  platformId: number,
): Promise<ResultOf<typeof link.secret>> {
  const { db, vault, clock, caller } = ctx
  const row = await db
    .selectFrom('platforms')
    .select(['secret', 'old_secret', 'old_secret_until'])
    .where('id', '=', platformId)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  if (!row) return refuse('platforms.notFound', {}, 'platformId')
  const used = (await neverArrived(ctx, platformId)) ? row.old_secret : row.secret
  const until = used ? new Date(clock.now().getTime() + overlapMs) : null
  const secret = randomBytes(32)
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('platforms')
      .set({ secret: vault.seal(secret), old_secret: used, old_secret_until: until })
      .where('id', '=', platformId)
      .where('deleted', '=', 0)
      .where(sql<boolean>`secret is not distinct from ${row.secret}`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse('kit.changedMeanwhile')
    await audit(tx, {
      actor: caller,
      action: 'link.secret',
      entity: 'platform',
      entityId: String(platformId),
      platformId,
      before: { linked: row.secret !== null },
      after: { linked: true, oldSecretUntil: clock.format(until) },
    })
  })
  return { platform_id: platformId, secret: secret.toString('hex'), oldSecretUntil: clock.format(until) }
}

/**
 * Whether the present secret was made in place of one the platform still uses: a secret lost before it was handed over
 * is made anew, and must not cut the link that the old one holds.
 */
async function neverArrived(ctx: Ctx<'rule'>, platformId: number): Promise<boolean> {
  const platform = await linkPlatform(ctx, platformId)
  const [secret, older] = platform?.secrets ?? []
  if (!platform || !secret || !older) return false
  const present = await ping(ctx, platform, secret)
  if (present.failure?.code !== 'bad_signature') return present.failure !== undefined
  return true
}
