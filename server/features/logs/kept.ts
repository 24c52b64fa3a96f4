import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import type { Services } from '../../kit/services.ts'
import type { Check } from '../../kit/verify.ts'

const atOnce = 5000

/** First business day that is kept, counting back from today. */
export function firstKeptDay({ clock }: Pick<Services, 'clock'>, days: number): string {
  return clock.dayOf(new Date(clock.now().getTime() - days * 24 * 3_600_000))
}

/**
 * Forgets operations older than the setting says, whole business days at a time: first their counts, so that no list
 * promises what is being deleted, then the rows, a few at a time.
 */
export async function forgetOperations(services: Pick<Services, 'db' | 'clock' | 'config'>): Promise<void> {
  const { db, config } = services
  const before = firstKeptDay(services, config.operationLogDays)
  await db.deleteFrom('operation_log_counts').where('day', '<', before).execute()
  await deleteSome(db, (tx) =>
    sql`delete from operation_log where id = any(array(
      select id from operation_log where day < ${before} order by day, id limit ${atOnce}))`.execute(tx),
  )
}

/** The same for what the bot did. */
export async function forgetBotLog(services: Pick<Services, 'db' | 'clock' | 'config'>): Promise<void> {
  const { db, config } = services
  const before = firstKeptDay(services, config.botLogDays)
  await db.deleteFrom('bot_log_counts').where('day', '<', before).execute()
  await deleteSome(db, (tx) =>
    sql`delete from bot_log where id = any(array(
      select id from bot_log where day < ${before} order by day limit ${atOnce}))`.execute(tx),
  )
}

/** Repeats a deletion of a few rows until none are left. */
async function deleteSome(db: Db, once: (db: Db) => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await once(db)
    if ((numAffectedRows ?? 0n) < BigInt(atOnce)) return
  }
}

/** The counts per day, worked out anew from the rows. Days whose rows are being forgotten have no counts any more. */
export const logChecks: readonly Check[] = [
  {
    name: 'counts of the operation log',
    async differences(db) {
      const { rows } = await sql<{
        day: string
        username: string
        path: string
        kept: number
        found: number
      }>`
        with found as (select day, username, path, count(*)::int as n from operation_log group by day, username, path)
        select day, username, path, coalesce(k.n, 0) as kept, coalesce(f.n, 0) as found
        from operation_log_counts k full join found f using (day, username, path)
        where coalesce(k.n, 0) <> coalesce(f.n, 0)
          and day >= coalesce((select min(day) from operation_log_counts), '9999')
        order by day, username, path limit 100`.execute(db)
      return rows.map(
        ({ day, username, path, kept, found }) => `${day} ${username} ${path}: kept ${kept}, found ${found}`,
      )
    },
  },
  {
    name: 'counts of the bot log',
    async differences(db) {
      const { rows } = await sql<{
        day: string
        account: number
        action: string
        kept: number
        found: number
      }>`
        with found as (
          select day, coalesce(account_id, 0) as account_id, action, count(*)::int as n from bot_log group by 1, 2, 3)
        select day, account_id as account, action, coalesce(k.n, 0) as kept, coalesce(f.n, 0) as found
        from bot_log_counts k full join found f using (day, account_id, action)
        where coalesce(k.n, 0) <> coalesce(f.n, 0)
          and day >= coalesce((select min(day) from bot_log_counts), '9999')
        order by day, account_id, action limit 100`.execute(db)
      return rows.map(
        ({ day, account, action, kept, found }) =>
          `${day} account ${account} ${action}: kept ${kept}, found ${found}`,
      )
    },
  },
]
