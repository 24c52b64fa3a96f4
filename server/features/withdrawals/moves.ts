import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus } from '../../../contract/withdrawals-states.ts'
import type { Actor } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { announce, announceAll, announceCommitted } from '../../kit/live.ts'
import { numbers } from './order-filter.ts'

/*
 * An order changes by one statement, and what must be true with it is in the same statement: the counters that lists
 * count by, and the audit row. So there is no moment in which they disagree, and a decision costs one round trip.
 */

/** What happens to one order. What is left out stays as it is. */
export interface Move {
  orderNo: string
  to?: OrderStatus
  checkUser?: string
  /** The time of review: set to now, or taken away. */
  checked?: 'now' | 'never'
  channelId?: number
  description?: string
  autoMessage?: string
  /** Begins the next payment attempt. */
  nextAttempt?: boolean
  /** Only if this is the order's attempt. */
  attempt?: number
  /** Only if the row is still this one. */
  rowVersion?: number
  delivery?: '' | 'queued' | 'sent' | 'unknown' | 'confirmed' | 'refused' | 'dead'
  deliveryTips?: string
  /** Seconds until the platform is asked about the payment. */
  askIn?: number
  /** Goes into the audit row. */
  reason?: string
}

interface Guard {
  platformId: number
  actor: Actor
  /** Audited under this name; null for what is no decision (news of a delivery). */
  action: `withdrawals.${string}` | null
  /** Statuses from which the move is allowed. */
  from: readonly number[]
  /** The only person who may, where only the checker may. */
  checker?: string | undefined
  /** Announced by the caller, after the commit. */
  quiet?: boolean
}

/** An order after its move. `was_status` null: it is new. */
export interface Moved {
  order_no: string
  role_id: string
  status: OrderStatus
  was_status: OrderStatus | null
  check_user: string
  attempt: number
  amount: bigint
  real_pay: bigint
  channel_id: number | null
  version: bigint
  row_version: number
}

/** More changed orders than this are announced as one change of the platform's lists. */
const announcedSingly = 20

/**
 * Moves orders of one platform that stand where the guard says, and only those: who gets none back lost the race.
 * Safe outside a transaction; inside one, counters stay locked until it ends, so it belongs near the end.
 */
export async function moveOrders(db: Db, guard: Guard, moves: readonly Move[]): Promise<Moved[]> {
  if (moves.length === 0) return []
  const sorted = moves.toSorted((a, b) => (a.orderNo < b.orderNo ? -1 : 1))
  // `status + 0` fits no index: an order is found by its number, however many others wait in the same status.
  const moved = sql`
    update withdrawal_orders o set
      status = coalesce(m."to", o.status),
      check_user = coalesce(m."checkUser", o.check_user),
      check_time = case m.checked when 'now' then now() when 'never' then null else o.check_time end,
      channel_id = coalesce(m."channelId", o.channel_id),
      description = coalesce(m.description, o.description),
      auto_message = coalesce(m."autoMessage", o.auto_message),
      attempt = o.attempt + (case when m."nextAttempt" then 1 else 0 end),
      delivery = coalesce(m.delivery, o.delivery),
      delivery_tips = coalesce(m."deliveryTips", o.delivery_tips),
      next_ask_at = coalesce(now() + make_interval(secs => m."askIn"), o.next_ask_at),
      asks = case when m."askIn" is null then o.asks else 0 end,
      row_version = o.row_version + 1,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as m(
      "orderNo" text, "to" smallint, "checkUser" text, checked text, "channelId" int, description text,
      "autoMessage" text, "nextAttempt" boolean, attempt int, "rowVersion" int, delivery text, "deliveryTips" text,
      "askIn" double precision, reason text)
    where o.platform_id = ${guard.platformId} and o.order_no = m."orderNo"
      and o.status + 0 = any(${numbers(guard.from)})
      and (${guard.checker ?? null}::text is null or o.check_user = ${guard.checker ?? null})
      and (m.attempt is null or o.attempt = m.attempt)
      and (m."rowVersion" is null or o.row_version = m."rowVersion")
    returning m.reason as audit_reason, ${wasAndIs}`
  const audited =
    guard.action === null
      ? sql`select 1`
      : auditRows(guard.actor, sql`${guard.action}::text`, sql`select * from moved`)
  const rows = await record(db, moved, audited)
  if (!guard.quiet) await announceMoved(db, guard.platformId, rows)
  return rows
}

/** What a changing statement returns of each order, before and after, for `record`. */
export const wasAndIs = sql`old.day as was_day, old.status as was_status, old.check_user as was_check_user,
  old.pay_way as was_pay_way, old.channel_id as was_channel_id, old.attempt as was_attempt, new.*`

/** Inserts an audit row for each of the given changed orders. */
export const auditRows = (actor: Actor, action: RawBuilder<unknown>, changed: RawBuilder<unknown>) => sql`
  insert into audit_log (actor_id, actor, action, entity, entity_id, platform_id, before, after, reason)
  select ${actor.accountId}::int, ${actor.username}::text, ${action}, 'withdrawal', order_no, platform_id,
    jsonb_build_object('status', was_status, 'checkUser', was_check_user, 'channelId', was_channel_id,
      'attempt', was_attempt),
    jsonb_build_object('status', status, 'checkUser', check_user, 'channelId', channel_id, 'attempt', attempt,
      'description', description, 'rowVersion', row_version),
    coalesce(audit_reason, '')
  from (${changed}) changed order by order_no`

/** A counter is the sum of eight rows; which one an order counts in follows from its number. */
const slot = sql`abs(hashtext(order_no) % 8)`
/** Days are counted in slots only where people work at the same moment; what is over needs none. */
const busySlot = (status: RawBuilder<unknown>) =>
  sql`case when ${status} in (0, 1, 4, 6, 7) then ${slot} else 0 end`

/**
 * Runs a statement that changes orders (`moved`, returning `wasAndIs`) together with what follows from it. Counter
 * rows are taken in the order of their keys, so that two of these never wait for each other crosswise.
 */
export async function record(
  db: Db,
  moved: RawBuilder<unknown>,
  audited: RawBuilder<unknown>,
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    ${keptPlan} with moved as (${moved}),
    audited as (${audited}),
    counted as (
      insert into withdrawal_counts (platform_id, day, status, check_user, pay_way, slot, n)
      select platform_id, day, status, check_user, pay_way, slot, sum(n)::int from (
        select platform_id, day, status, check_user, pay_way, ${busySlot(sql`status`)} as slot, 1 as n from moved
        union all
        select platform_id, was_day, was_status, was_check_user, was_pay_way, ${busySlot(sql`was_status`)}, -1
        from moved where was_status is not null
      ) delta
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6
      on conflict (platform_id, day, status, check_user, pay_way, slot)
        do update set n = withdrawal_counts.n + excluded.n
    ),
    totalled as (
      insert into withdrawal_totals (platform_id, status, slot, n, changes)
      select platform_id, status, slot, sum(n)::int, 1 from (
        select platform_id, status, ${slot} as slot, 1 as n from moved where status is distinct from was_status
        union all
        select platform_id, was_status, ${slot}, -1 from moved where was_status <> status
      ) delta
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (platform_id, status, slot)
        do update set n = withdrawal_totals.n + excluded.n, changes = withdrawal_totals.changes + 1
    )
    select order_no, role_id, status, was_status, check_user, attempt, amount, real_pay, channel_id, version,
      row_version
    from moved`.execute(db)
  return rows
}

/** Tells open pages, when the transaction commits; many orders as one change of the platform's lists. */
export async function announceMoved(db: Db, platformId: number, rows: readonly Moved[]): Promise<void> {
  if (rows.length > announcedSingly) await announceCounts(db, platformId)
  else await announceAll(db, rows.map(eventOf(platformId)))
}

/** Tells open pages of what one person did, after it is committed. */
export const announceDecided = (db: Db, platformId: number, rows: readonly Moved[]): void =>
  announceCommitted(db, rows.map(eventOf(platformId)))

const eventOf =
  (platformId: number) =>
  ({ order_no: orderNo, status, check_user: checkUser, row_version: rowVersion }: Moved) =>
    ({ type: 'order', platformId, orderNo, status, checkUser, rowVersion }) as const

async function announceCounts(db: Db, platformId: number): Promise<void> {
  const totals = await db
    .selectFrom('withdrawal_totals')
    .select(({ fn }) => [
      sql<number>`${fn.sum('n').filterWhere('status', 'in', [0, 1, 6])}::int`.as('pending'),
      sql<number>`${fn.sum('n').filterWhere('status', '=', 7)}::int`.as('warning'),
    ])
    .where('platform_id', '=', platformId)
    .executeTakeFirstOrThrow()
  await announce(db, {
    type: 'orders',
    platformId,
    pending: totals.pending ?? 0,
    warning: totals.warning ?? 0,
  })
}

/** Runs again what the database gave up on because two transactions waited for each other. */
export async function untilServed<T>(run: () => Promise<T>, tries = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: string }
      if (attempt === tries || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}
