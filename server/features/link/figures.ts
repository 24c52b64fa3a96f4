import type { Db } from '../../kit/db/connect.ts'
import { delayOf, records } from './overview.ts'

/** A platform's link in figures: seconds and counts. Null where nothing is known. */
export interface LinkFigures {
  id: number
  waiting: number
  waitingFor: number
  dead: number
  delay: number | null
  silence: number | null
}

/** The links of all platforms that are not terminated. */
export async function linkFigures(db: Db): Promise<LinkFigures[]> {
  const now = Date.now()
  const since = (at: Date | null) => (at ? Math.max(0, Math.round((now - at.getTime()) / 1000)) : null)
  return (await records({ db })).map(({ id, waiting, oldest, dead, newest, newest_at, last_event_at }) => ({
    id,
    waiting,
    waitingFor: since(oldest) ?? 0,
    dead,
    delay: delayOf(newest, newest_at),
    silence: since(last_event_at),
  }))
}
