import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import type { Services } from '../../kit/services.ts'

const batchSize = 5_000

/**
 * Forgets nonces after 10 minutes and a bit, and the text of absorbed events after 30 days. Ids of events stay: the
 * same id again changes nothing, however late.
 */
export async function purge(db: Db, platformId: number): Promise<void> {
  await sql`
    delete from link_nonces
    where platform_id = ${platformId} and at < now() - interval '11 minutes'`.execute(db)
  let emptied: bigint | undefined
  do {
    ;({ numAffectedRows: emptied } = await sql`
      update link_inbox set raw = ''
      where platform_id = ${platformId} and event_id in (
        select event_id from link_inbox
        where platform_id = ${platformId} and raw <> '' and state <> 'rejected'
          and received_at < now() - interval '30 days'
        order by received_at limit ${batchSize})`.execute(db))
  } while (emptied === BigInt(batchSize))
}

/** Purges every platform from time to time; harmless when several processes do. Answers how to stop. */
export function startPurge({ db, log }: Pick<Services, 'db' | 'log'>, everyMs: number): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  async function loop(): Promise<void> {
    for (;;) {
      await sleep(everyMs * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        for (const { id } of await db.selectFrom('platforms').select('id').execute()) {
          if (signal.aborted) return
          await purge(db, id)
        }
      } catch (error) {
        log.error({ err: error }, 'link not purged')
      }
    }
  }
  const looping = loop()
  return async () => {
    stopping.abort()
    await looping
  }
}
