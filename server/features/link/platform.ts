import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Services } from '../../kit/services.ts'

/** What the link needs to know of a platform. Secrets are plain and newest first; none means it is not set up. */
export interface LinkPlatform {
  id: number
  apiUrl: string
  secrets: readonly Buffer[]
}

/** The platform as it stands now; null where there is none. Read for every request, so that a rotation counts at once. */
export async function linkPlatform(
  { db, vault, clock }: Pick<Services, 'db' | 'vault' | 'clock'>,
  id: number,
): Promise<LinkPlatform | null> {
  const row = await db
    .selectFrom('platforms')
    .modifyFront(keptPlan)
    .select(['id', 'api_url', 'secret', 'old_secret', 'old_secret_until'])
    .where('id', '=', id)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const oldCounts = row.old_secret_until !== null && row.old_secret_until > clock.now()
  const sealed = [row.secret, oldCounts ? row.old_secret : null].filter((secret) => secret !== null)
  return { id: row.id, apiUrl: row.api_url, secrets: sealed.map((secret) => vault.unseal(secret)) }
}
