import { sql } from 'kysely'
import type { MessageCode } from '../../../contract/messages.ts'
import type { Db } from '../../kit/db/connect.ts'
import { refuse } from '../../kit/refusal.ts'

const windowMinutes = 15
const limits = { account: 5, address: 20 } as const

export interface Attempt {
  /** The try was good: it does not count. */
  forgive(): Promise<void>
  /** Signed in: earlier failures of the account are forgotten too. */
  clear(): Promise<void>
}

/**
 * Books a try before it is judged, so that many at once cannot all slip under the limit. After 5 failures of an account
 * or 20 of an address within 15 minutes further tries are refused for 15 minutes, with the very message of a wrong try.
 */
export async function bookAttempt(
  db: Db,
  { username, address }: { username: string; address: string },
  message: MessageCode,
): Promise<Attempt> {
  const keys = [
    { key: `account:${username.toLowerCase()}`, limit: limits.account },
    { key: `address:${address}`, limit: limits.address },
  ]
  const booked = await db
    .insertInto('failed_attempts')
    .values(keys.map(({ key }) => ({ key })))
    .returning('id')
    .execute()
  const ids = booked.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1))
  const forgive = async () =>
    void (await db
      .deleteFrom('failed_attempts')
      .where(
        'key',
        'in',
        keys.map(({ key }) => key),
      )
      .where('id', 'in', ids)
      .execute())
  for (const { key, limit } of keys) {
    if (await staysLocked(db, key, limit, ids)) {
      // A try during the lock must not prolong it.
      await forgive()
      refuse(message)
    }
  }
  const accountKey = keys[0]?.key ?? ''
  return {
    forgive,
    async clear() {
      await forgive()
      await db.deleteFrom('failed_attempts').where('key', '=', accountKey).execute()
    },
  }
}

/** Tries under way count as failures until they are judged; a good one is gone a moment later, so look again. */
async function staysLocked(db: Db, key: string, limit: number, own: readonly bigint[]): Promise<boolean> {
  for (let look = 0; look < 12; look++) {
    if (!(await isLocked(db, key, limit, own))) return false
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
  return true
}

async function isLocked(db: Db, key: string, limit: number, own: readonly bigint[]): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select count(*) = ${limit} and max(at) - min(at) < make_interval(mins => ${windowMinutes}) as locked
    from (
      select at from failed_attempts
      where key = ${key} and id < ${own[0]} and at > now() - make_interval(mins => ${windowMinutes})
      order by at desc limit ${limit}
    ) latest`.execute(db)
  return rows[0]?.locked ?? false
}

/** Forgets tries that no longer matter. */
export async function purgeAttempts(db: Db): Promise<void> {
  await sql`delete from failed_attempts where at < now() - interval '1 hour'`.execute(db)
}
