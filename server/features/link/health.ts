import { announce } from '../../kit/live.ts'
import type { Services } from '../../kit/services.ts'
import type { LinkFailure } from './types.ts'

/** Keeps the link's health in platform_status, so that people see who does not answer. */
export interface Health {
  answered(platformId: number): Promise<void>
  failed(platformId: number, failure: LinkFailure): Promise<void>
  /** Writes what still waits to be written. */
  close(): Promise<void>
}

/** What is known of a platform, and what of it is written. */
interface Known {
  well: boolean
  failure: string
  writtenWell: boolean | undefined
  writtenAt: number
  timer: NodeJS.Timeout | undefined
}

/** How often at most it is written that all is as before, and that it turned. */
const sameEveryMs = 5_000
const turnEveryMs = 1_000

export function healthOf({ db, log }: Pick<Services, 'db' | 'log'>): Health {
  const platforms = new Map<number, Known>()

  async function write(platformId: number, known: Known): Promise<void> {
    clearTimeout(known.timer)
    known.timer = undefined
    const { well, failure } = known
    // Before the first failure nobody thought ill of it.
    const turned = (known.writtenWell ?? true) !== well
    known.writtenWell = well
    known.writtenAt = Date.now()
    try {
      await db
        .updateTable('platform_status')
        .set(well ? { last_answer_at: new Date() } : { last_failure_at: new Date(), last_failure: failure })
        .where('platform_id', '=', platformId)
        .execute()
      if (turned) await announce(db, { type: 'platform', platformId })
    } catch (error) {
      log.warn({ err: error, platformId }, 'health of the link not written')
    }
  }

  async function note(platformId: number, well: boolean, failure = ''): Promise<void> {
    const known = platforms.get(platformId) ?? {
      well,
      failure,
      writtenWell: undefined,
      writtenAt: 0,
      timer: undefined,
    }
    platforms.set(platformId, Object.assign(known, { well, failure }))
    const turns = known.writtenWell !== well
    const waitMs = known.writtenAt + (turns ? turnEveryMs : sameEveryMs) - Date.now()
    if (waitMs <= 0) await write(platformId, known)
    // The last word must not be lost, however quickly it goes to and fro.
    else if (turns) known.timer ??= setTimeout(() => void write(platformId, known), waitMs).unref()
  }

  return {
    answered: (platformId) => note(platformId, true),
    failed: (platformId, { kind, message }) =>
      note(platformId, false, `${kind}: ${message}`.replaceAll('\0', '').slice(0, 300)),
    async close() {
      for (const [platformId, known] of platforms) if (known.timer) await write(platformId, known)
    },
  }
}
