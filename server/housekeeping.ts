import { sql } from 'kysely'
import { purgeAttempts } from './features/sign-in/index.ts'
import type { Services } from './kit/services.ts'

const everyMs = 10 * 60_000

/** Forgets what is past its time: old tries, sessions long over, operation log rows after 180 days. */
async function sweep({ db }: Pick<Services, 'db'>): Promise<void> {
  await purgeAttempts(db)
  await sql`delete from sessions where coalesce(ended_at, expires_at) < now() - interval '30 days'`.execute(
    db,
  )
  await sql`delete from operation_log where at < now() - interval '180 days'`.execute(db)
}

/** Sweeps now and then; harmless when several processes do. */
export function startHousekeeping(services: Pick<Services, 'db' | 'log'>): () => void {
  const run = () => {
    sweep(services).catch((error: unknown) => services.log.warn({ err: error }, 'housekeeping'))
  }
  const timer = setInterval(run, everyMs)
  return () => clearInterval(timer)
}
