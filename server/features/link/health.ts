import { announce } from '../../kit/live.ts'
import type { Services } from '../../kit/services.ts'
import type { LinkFailure } from './types.ts'

/** Keeps the link's health in platform_status, so that people see who does not answer. */
export interface Health {
  answered(platformId: number): Promise<void>
  failed(platformId: number, failure: LinkFailure): Promise<void>
}

/** A platform's health is written when it turns, and otherwise at most this often. */
const writeEveryMs = 5_000

export function healthOf({ db, log }: Pick<Services, 'db' | 'log'>): Health {
  const known = new Map<number, { well: boolean; at: number }>()

  async function note(platformId: number, well: boolean, write: () => Promise<void>): Promise<void> {
    const before = known.get(platformId)
    const now = Date.now()
    if (before?.well === well && now - before.at < writeEveryMs) return
    known.set(platformId, { well, at: now })
    try {
      await write()
      const turned = before ? before.well !== well : !well
      if (turned) await announce(db, { type: 'platform', platformId })
    } catch (error) {
      log.warn({ err: error, platformId }, 'health of the link not written')
    }
  }

  return {
    answered: (platformId) =>
      note(platformId, true, async () => {
        await db
          .updateTable('platform_status')
          .set({ last_answer_at: new Date() })
          .where('platform_id', '=', platformId)
          .execute()
      }),
    failed: (platformId, failure) =>
      note(platformId, false, async () => {
        await db
          .updateTable('platform_status')
          .set({
            last_failure_at: new Date(),
            last_failure: `${failure.kind}: ${failure.message}`.slice(0, 300),
          })
          .where('platform_id', '=', platformId)
          .execute()
      }),
  }
}
