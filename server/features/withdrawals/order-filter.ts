import {
  type Expression,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import type { withdrawals } from '../../../contract/withdrawals.ts'
import { allStatuses, tabStatuses } from '../../../contract/withdrawals-states.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Database } from '../../kit/db/schema.ts'
import { refuse } from '../../kit/refusal.ts'

export type ListParams = ParamsOf<typeof withdrawals.list>

/** A list's filter, made sense of. Moments are half-open: from, and before. */
export interface OrderFilter {
  platformId: number
  /** null: any status. */
  statuses: readonly number[] | null
  flaggedOnly: boolean
  roleId: string | undefined
  orderNo: string | undefined
  checkUser: string | undefined
  payWays: readonly number[] | undefined
  from: Date | null
  before: Date | null
}

const longestHistoryMs = 31 * 86_400_000
const hourMs = 3_600_000

/**
 * The filter a call means. A status outside the tab finds nothing; to look beyond the tab (`allStatus`) the call has to
 * name an order, a player or a range of at most 31 days.
 */
export function orderFilter(params: ListParams, clock: Clock): OrderFilter {
  const { tabIndex, allStatus = false, startTime, endTime } = params
  const from = startTime ? clock.parse(startTime) : null
  const before = endTime ? endAfter(endTime, clock) : null
  if (from && before && from >= before) refuse('params.range', {}, 'startTime')
  if (allStatus && !params.orderNo && !params.roleId) {
    // The hour is for a range that the clock change makes longer.
    const short = from && before && before.getTime() - from.getTime() <= longestHistoryMs + hourMs
    if (!short) refuse('withdrawals.narrowHistory', {}, 'startTime')
  }
  const whole = allStatus || tabIndex === 3
  // One order and only what exists: the statuses stand in the statement's text, of which there should be few.
  const wanted = params.status && allStatuses.filter((status) => params.status?.includes(status))
  return {
    platformId: params.platformId,
    statuses: whole
      ? (wanted ?? null)
      : tabStatuses[tabIndex].filter((status) => !wanted || wanted.includes(status)),
    flaggedOnly: tabIndex === 3 && !allStatus,
    roleId: params.roleId,
    orderNo: params.orderNo,
    checkUser: params.checkUser,
    payWays: params.payWay,
    from,
    before,
  }
}

/** The first moment after an inclusive end: a bare day includes the day, a time its last shown unit. */
function endAfter(endTime: string, clock: Clock): Date {
  const end = clock.parse(endTime, 'end')
  const shownUnitMs = { 10: 0, 16: 60_000, 19: 1000 }[endTime.length] ?? 0
  return new Date(end.getTime() + shownUnitMs)
}

type Orders = ExpressionBuilder<Database & { o: Database['withdrawal_orders'] }, 'o'>

/** Whether one plan is good for every filter of this shape; the others are planned with their values. */
export const plansAlike = ({ payWays, checkUser, flaggedOnly }: OrderFilter): boolean =>
  !payWays && checkUser === undefined && !flaggedOnly

/** Whole numbers as they stand in a statement's text, so that partial indexes are seen to fit. */
export const numbers = (values: readonly number[]) =>
  sql.raw(`'{${values.map(Math.trunc).join(',')}}'::int[]`)

/** The filter as a condition on `withdrawal_orders as o`. */
export function matches(filter: OrderFilter) {
  return (eb: Orders): ExpressionWrapper<Database & { o: Database['withdrawal_orders'] }, 'o', SqlBool> => {
    const all: Expression<SqlBool>[] = [eb('o.platform_id', '=', filter.platformId)]
    if (filter.statuses) all.push(eb('o.status', '=', sql<number>`any(${numbers(filter.statuses)})`))
    if (filter.payWays) all.push(eb('o.pay_way', '=', sql<number>`any(${filter.payWays}::int[])`))
    if (filter.checkUser !== undefined) all.push(eb('o.check_user', '=', filter.checkUser))
    if (filter.roleId !== undefined) all.push(eb('o.role_id', '=', filter.roleId))
    if (filter.orderNo !== undefined) all.push(eb('o.order_no', '=', filter.orderNo))
    if (filter.from) all.push(eb('o.requested_at', '>=', filter.from))
    if (filter.before) all.push(eb('o.requested_at', '<', filter.before))
    if (filter.flaggedOnly)
      all.push(
        eb.exists(
          eb
            .selectFrom('players as f')
            .select(sql`1`.as('one'))
            .where('f.platform_id', '=', filter.platformId)
            .whereRef('f.role_id', '=', 'o.role_id')
            .where('f.auto_payout', '=', 1),
        ),
      )
    return eb.and(all)
  }
}

/**
 * The exact number of orders as an expression, from the counters wherever they can tell: only the pieces of days at the
 * ends of a time range are counted by index, and lists of one player, one order or the flagged players.
 */
export function orderCount(db: Db, filter: OrderFilter, clock: Clock): RawBuilder<number> {
  if (filter.statuses?.length === 0) return sql`0`
  if (filter.orderNo !== undefined || filter.roleId !== undefined || filter.flaggedOnly)
    return scan(db, filter)
  const { from, before } = filter
  if (!from && !before) return counted(filter, null, null)
  const first = from && (isStart(from, clock) ? clock.dayOf(from) : dayAfter(from, clock))
  const last = before && clock.dayOf(new Date(clock.startOf(clock.dayOf(before)).getTime() - 1))
  if (first && last && first > last) return scan(db, filter)
  const pieces = [counted(filter, first, last)]
  if (from && !isStart(from, clock))
    pieces.push(scan(db, { ...filter, before: clock.endOf(clock.dayOf(from)) }))
  if (before && !isStart(before, clock))
    pieces.push(scan(db, { ...filter, from: clock.startOf(clock.dayOf(before)) }))
  return sql`(${sql.join(pieces, sql` + `)})`
}

const isStart = (at: Date, clock: Clock) => clock.startOf(clock.dayOf(at)).getTime() === at.getTime()
const dayAfter = (at: Date, clock: Clock) => clock.dayOf(clock.endOf(clock.dayOf(at)))

function counted(filter: OrderFilter, first: string | null, last: string | null): RawBuilder<number> {
  const { platformId, statuses, checkUser, payWays } = filter
  const ofStatuses = statuses ? sql`and status = any(${numbers(statuses)})` : sql``
  if (!first && !last && checkUser === undefined && !payWays)
    return sql`(select coalesce(sum(n), 0)::int from withdrawal_totals
      where platform_id = ${platformId} ${ofStatuses})`
  return sql`(select coalesce(sum(n), 0)::int from withdrawal_counts
    where platform_id = ${platformId} ${ofStatuses}
      ${first ? sql`and day >= ${first}::date` : sql``} ${last ? sql`and day <= ${last}::date` : sql``}
      ${checkUser === undefined ? sql`` : sql`and check_user = ${checkUser}`}
      ${payWays ? sql`and pay_way = any(${payWays}::int[])` : sql``})`
}

const scan = (db: Db, filter: OrderFilter): RawBuilder<number> =>
  sql`(${db
    .selectFrom('withdrawal_orders as o')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(matches(filter))})`
