import { sql } from 'kysely'
import { forgetBotLog, forgetOperations } from './features/logs/index.ts'
import { purgeAttempts } from './features/sign-in/index.ts'
import type { Services } from './kit/services.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config'>

const everyMs = 10 * 60_000

/** Forgets what is past its time: old tries, sessions long over, rows of the logs after the days of the settings. */
async function sweep(services: Needs): Promise<void> {
  const { db } = services
  await purgeAttempts(db)
  await sql`delete from sessions where coalesce(ended_at, expires_at) < now() - interval '30 days'`.execute(
    db,
  )
  await forgetOperations(services)
  await forgetBotLog(services)
}

/** Sweeps now and then; harmless when several processes do. */
export function startHousekeeping(services: Needs & Pick<Services, 'log'>): () => void {
  const run = () => {
    sweep(services).catch((error: unknown) => services.log.warn({ err: error }, 'housekeeping'))
  }
  const timer = setInterval(run, everyMs)
  return () => clearInterval(timer)
}
