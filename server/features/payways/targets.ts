import { sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'

/** Which platforms are meant: of these categories, these ones, or all. */
export interface Wanted {
  cate_id?: readonly number[] | undefined
  platform_id?: readonly number[] | undefined
}

export interface TargetChannel {
  code: string
  name: string
  is_on: 0 | 1
  sort: number
  order_open: number
}

/** A platform that may be told something, with those of the channels in question that it has. */
export interface Target {
  id: number
  name: string
  /** It has an address and a secret. */
  linked: boolean
  /** It has told its channels at least once. */
  known: boolean
  channels: readonly TargetChannel[]
  last_event_at: Date | null
  last_answer_at: Date | null
  last_failure_at: Date | null
  last_failure: string
}

/** Running and agency-stopped platforms among those wanted, by id; `codes` narrows their channels. */
export async function targetsOf(
  db: Db,
  { cate_id: cateIds, platform_id: ids }: Wanted,
  codes?: readonly string[],
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select p.id, p.name, p.secret is not null and p.api_url <> '' as linked,
      coalesce(s.deposits_version, 0) > 0 as known, s.last_event_at, s.last_answer_at, s.last_failure_at,
      coalesce(s.last_failure, '') as last_failure,
      coalesce((
        select json_agg(json_build_object('code', d.channel_code, 'name', d.name, 'is_on', d.is_on, 'sort', d.sort,
          'order_open', d.order_open) order by d.sort, d.channel_code)
        from deposit_channels d where d.platform_id = p.id
          ${codes ? sql`and d.channel_code = any(${codes}::text[])` : sql``}), '[]') as channels
    from platforms p left join platform_status s on s.platform_id = p.id
    where p.deleted = 0 and p.status in (1, 3)
      ${cateIds ? sql`and p.cate_id = any(${cateIds}::int[])` : sql``}
      ${ids ? sql`and p.id = any(${ids}::int[])` : sql``}
    order by p.id`.execute(db)
  return rows
}

export type Skipped = '' | 'noChannel' | 'notLinked'

/** Why nothing is sent to a platform; one that never told its channels is asked to do what it can. */
export const skippedWhy = ({
  linked,
  known,
  channels,
}: Pick<Target, 'linked' | 'known' | 'channels'>): Skipped =>
  linked ? (known && channels.length === 0 ? 'noChannel' : '') : 'notLinked'

/**
 * Lets decisions about channels be made one after the other, until the transaction ends: otherwise two that cross could
 * reach one platform in this order and another in that.
 */
export const oneDecisionAtATime = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('pitboss payways'))`.execute(tx)
