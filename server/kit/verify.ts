import { sql } from 'kysely'
import type { Db } from './db/connect.ts'

/** Something kept that can be worked out anew from its source: what differs is named, one line a difference. */
export interface Check {
  name: string
  /** Looks at all of it. Give it a transaction of `asOneMoment`. */
  differences(db: Db): Promise<string[]>
  /**
   * Looks at what changed since a moment only, at a cost that does not grow with history. A check without it is made
   * whole or not at all.
   */
  lately?(db: Db, since: Date): Promise<string[]>
}

/** Reads as of one moment, however many statements: what changes meanwhile is no difference. */
export const asOneMoment = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // A plan for the usual size of things would be a bad one for all of them.
      await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
      return read(tx)
    })
