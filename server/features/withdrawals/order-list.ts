import { sql } from 'kysely'
import type { Language } from '../../../contract/kit/language.ts'
import { toWire } from '../../../contract/kit/units.ts'
import { say } from '../../../contract/messages.ts'
import { deliveries, type WithdrawalOrder } from '../../../contract/withdrawals.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { autoMessageIn } from './auto-payout.ts'
import { type ListParams, matches, type OrderFilter, plansAlike } from './order-filter.ts'

const sortable = {
  AddTime: 'requested_at',
  checkTime: 'check_time',
  iMoney: 'amount',
  TAX: 'tax',
  RealPay: 'real_pay',
  status: 'status',
  OrderNo: 'order_no',
  AccountID: 'role_id',
  checkUser: 'check_user',
  PayWay: 'pay_way',
  ChannelId: 'channel_id',
  RecordType: 'record_type',
} as const

export interface OrderSort {
  column: (typeof sortable)[keyof typeof sortable]
  direction: 'asc' | 'desc'
}

/** Sorting of a call: oldest first where people work through a queue, newest first where they look back. */
export function orderSort(params: ListParams): OrderSort {
  const wanted = params.orderby ?? params.orderBy
  const direction = params.orderType
  if (wanted && Object.hasOwn(sortable, wanted))
    return { column: sortable[wanted as keyof typeof sortable], direction: direction ?? 'desc' }
  return { column: 'requested_at', direction: direction ?? (params.tabIndex === 3 ? 'desc' : 'asc') }
}

interface Page {
  limit: number
  offset: number
}

/**
 * Orders with all that a reviewer sees of them. The page is found on a narrow index first; only its rows are read and
 * joined. Without a page: all, for an export.
 */
export function selectOrders(db: Db, filter: OrderFilter, sort: OrderSort, page: Page | null) {
  const { platformId } = filter
  let chosen = db
    .selectFrom('withdrawal_orders as o')
    .select('o.order_no')
    .where(matches(filter))
    .orderBy(`o.${sort.column}`, sort.direction)
    .orderBy('o.order_no', sort.direction)
  if (page) chosen = chosen.limit(page.limit).offset(page.offset)
  return db
    .selectFrom(chosen.as('chosen'))
    .$if(page !== null && sort.column === 'requested_at' && plansAlike(filter), (query) =>
      query.modifyFront(keptPlan),
    )
    .innerJoin('withdrawal_orders as o', (join) =>
      join.onRef('o.order_no', '=', 'chosen.order_no').on('o.platform_id', '=', platformId),
    )
    .leftJoin('players as p', (join) =>
      join.onRef('p.role_id', '=', 'o.role_id').on('p.platform_id', '=', platformId),
    )
    .leftJoin('payout_channels as c', (join) =>
      join.onRef('c.channel_id', '=', 'o.channel_id').on('c.platform_id', '=', platformId),
    )
    .selectAll('o')
    .select(['p.remark as player_remark', 'p.auto_payout as player_auto', 'c.name as channel_name'])
    .select((eb) => [
      eb
        .selectFrom('withdrawal_orders as w')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('w.platform_id', '=', platformId)
        .whereRef('w.role_id', '=', 'o.role_id')
        .where('w.status', '=', 4)
        .as('paying_orders'),
      // A destination that thousands share is no destination; past a thousand orders the number says nothing more.
      sql<number>`(select count(distinct s.role_id)::int from (
        select w.role_id from withdrawal_orders w
        where w.platform_id = ${platformId} and w.card_no = o.card_no and w.card_no <> '' and w.role_id <> o.role_id
        limit 1000) s)`.as('shared'),
    ])
    .orderBy(`o.${sort.column}`, sort.direction)
    .orderBy('o.order_no', sort.direction)
}

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]

const figure = (evidence: Record<string, unknown>, name: string): number | null => {
  const value = evidence[name]
  return typeof value === 'number' ? value : null
}
const words = (evidence: Record<string, unknown>, name: string): string => {
  const value = evidence[name]
  return typeof value === 'string' ? value : ''
}

/** A stored order as the wire has it. Money in thousandths except what the platform's page calls plain. */
export function toOrder(row: OrderRow, clock: Clock, language: Language): WithdrawalOrder {
  const { evidence } = row
  return {
    OrderNo: row.order_no,
    AccountID: row.role_id,
    PackageName: row.package_name,
    status: row.status,
    checkUser: row.check_user,
    ChannelId: row.channel_id,
    ChannelName: row.channel_name ?? '',
    PayWay: row.pay_way,
    RealName: row.real_name,
    CardNo: row.card_no,
    Province: row.province,
    City: row.city,
    BankName: row.bank_name,
    AddTime: clock.format(row.requested_at),
    checkTime: clock.format(row.check_time),
    Descript: row.description,
    iMoney: toWire(row.amount),
    TAX: toWire(row.tax),
    RealPay: toWire(row.real_pay),
    EamilMoney: figure(evidence, 'mailMoney'),
    WaterSum: figure(evidence, 'turnover'),
    roleRemainMoney: figure(evidence, 'balance'),
    advFee: figure(evidence, 'advFee'),
    gmScore: figure(evidence, 'gmScore'),
    totalPay: figure(evidence, 'totalPaid'),
    DepositCount: figure(evidence, 'depositCount'),
    TotalDS: figure(evidence, 'totalDrawn'),
    PersonWithdrawTimes: figure(evidence, 'withdrawTimes'),
    TotalRollOut: figure(evidence, 'totalRollOut'),
    LoginIPCount: figure(evidence, 'loginIpCount'),
    RegIPCount: figure(evidence, 'regIpCount'),
    payoutingOrders: row.paying_orders ?? 0,
    autuPayoutFailMsg: autoMessageIn(row.auto_message, language),
    autoWithdrawRoleID: row.player_auto === 1 ? 1 : 0,
    Comment: row.player_remark ?? '',
    teamRemark: words(evidence, 'teamRemark'),
    channelRemark: words(evidence, 'channelRemark'),
    salesmanRemark: words(evidence, 'salesmanRemark'),
    isBlogger: evidence['isBlogger'] === true ? 1 : 0,
    userDepositLevel: figure(evidence, 'depositLevel'),
    RecordType: row.record_type,
    delivery: row.delivery,
    deliveryTips: deliveryTips(row, language),
    sharedDestination: row.shared,
    rowVersion: row.row_version,
  }
}

type Delivery = (typeof deliveries)[number]
const tips = {
  queued: 'link.queued',
  sent: 'link.sent',
  unknown: 'link.unknown',
  refused: 'link.refused',
  dead: 'link.dead',
} as const satisfies Partial<Record<Delivery, string>>

function deliveryTips(row: { delivery: Delivery; delivery_tips: string }, language: Language): string {
  if (row.delivery === '' || row.delivery === 'confirmed') return ''
  return say(tips[row.delivery], language, { reason: row.delivery_tips })
}
