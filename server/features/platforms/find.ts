import { sql } from 'kysely'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { platforms } from '../../../contract/platforms.ts'
import { reports } from '../../../contract/reports.ts'
import { type Caller, holds } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'

/** Pages that show platforms, the one for daily work first: those of staff, then those of the channel side. */
const pages: readonly Endpoint[] = [
  platforms.liveList,
  platforms.platformList,
  reports.channelLive,
  reports.subChannelLive,
  reports.salesmanLive,
]

export interface FoundPlatform {
  id: number
  name: string
  remark: string
  category: string
  status: number
  /** The page that shows it to this caller. */
  page: Endpoint
}

/** Platforms with the text in name or remark; the channel side finds only those it is shown. */
export async function findPlatforms(
  { scope, ...caller }: Caller,
  db: Db,
  text: string,
  most: number,
): Promise<FoundPlatform[]> {
  const page = pages.find(({ kinds, rule }) => kinds.includes(caller.kind) && holds(caller, rule))
  if (!page) return []
  const shown = scope.everything ? sql`true` : sql`p.channel_live_show = 1 and p.status = any('{1,3}'::int[])`
  // A group has hundreds of platforms: to look through their names is nothing.
  const { rows } = await sql<Omit<FoundPlatform, 'page'>>`
    select p.id, p.name, p.remark, c.name as category, p.status
    from platforms p join platform_categories c on c.id = p.cate_id
    where p.deleted = 0 and ${shown}
      and (position(lower(${text}) in lower(p.name)) > 0 or position(lower(${text}) in lower(p.remark)) > 0)
    order by position(lower(${text}) in lower(p.name)) = 1 desc, p.name limit ${most}`.execute(db)
  return rows.map((row) => ({ ...row, page }))
}
