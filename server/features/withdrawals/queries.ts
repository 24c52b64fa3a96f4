import { type RawBuilder, sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Language } from '../../../contract/kit/language.ts'
import { toPlain, toWire } from '../../../contract/kit/units.ts'
import { say } from '../../../contract/messages.ts'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { allStatuses, orderStatusTexts } from '../../../contract/withdrawals-states.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { refuse } from '../../kit/refusal.ts'
import { type ListParams, orderCount, orderFilter, plansAlike } from './order-filter.ts'
import { orderSort, selectOrders, toOrder } from './order-list.ts'

type Result<N extends keyof typeof withdrawals> = ResultOf<(typeof withdrawals)[N]>
type Params<N extends keyof typeof withdrawals> = ParamsOf<(typeof withdrawals)[N]>

/** One page of a tab's orders, their exact number, and what the selectors offer. */
export async function listOrders(
  db: Db,
  clock: Clock,
  language: Language,
  params: ListParams,
): Promise<Omit<Result<'list'>, 'taskId'>> {
  const filter = orderFilter(params, clock)
  const page = { limit: params.limit, offset: (params.page - 1) * params.limit }
  const count = orderCount(db, filter, clock)
  const [rows, head] = await Promise.all([
    filter.statuses?.length === 0 ? [] : selectOrders(db, filter, orderSort(params), page).execute(),
    orderHead(db, params.platformId, language, { count, kept: plansAlike(filter) }),
  ])
  return { list: rows.map((row) => toOrder(row, clock, language)), ...head }
}

/** Labels of the order list in the caller's language. Refuses a platform that does not exist. */
export const orderConfigs = async (
  db: Db,
  platformId: number,
  language: Language,
): Promise<Result<'list'>['configs']> =>
  (await orderHead(db, platformId, language, { count: sql`0`, kept: true })).configs

/** What stands above a list: how many there are, and the labels. One statement, which a list waits for. */
async function orderHead(
  db: Db,
  platformId: number,
  language: Language,
  { count, kept }: { count: RawBuilder<number>; kept: boolean },
): Promise<Pick<Result<'list'>, 'count' | 'configs'>> {
  const { rows } = await sql<{
    count: number
    channels: Record<string, string> | null
    ways: Record<string, string> | null
  }>`
    ${kept ? keptPlan : sql``} select ${count} as count,
      (select json_object_agg(channel_id, name order by sort, channel_id) from payout_channels
        where platform_id = p.id) as channels,
      (select json_object_agg(way_id, code order by way_id) from pay_ways where platform_id = p.id) as ways
    from platforms p where id = ${platformId} and deleted = 0`.execute(db)
  const [platform] = rows
  if (!platform) return refuse('platforms.notFound', {}, 'platformId')
  const configs = {
    orderStatus: Object.fromEntries(
      allStatuses.map((status) => [status, orderStatusTexts[status][language]]),
    ),
    finace_record_type: {
      1: say('withdrawals.recordOrdinary', language),
      2: say('withdrawals.recordCommission', language),
    },
    channeInfo: platform.channels ?? {},
    finace_pay_type: platform.ways ?? {},
  }
  return { count: platform.count, configs }
}

/** Refuses a platform that does not exist. */
export async function platformExists(db: Db, platformId: number): Promise<void> {
  const platform = await db
    .selectFrom('platforms')
    .select('id')
    .where('id', '=', platformId)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  if (!platform) refuse('platforms.notFound', {}, 'platformId')
}

/** Payout channels of a platform. Only type 1 is one; other types have none. */
export async function listPayoutChannels(
  db: Db,
  { platformId, type, page, limit }: Params<'payoutChannels'>,
): Promise<Result<'payoutChannels'>> {
  await platformExists(db, platformId)
  if (type !== 1) return { list: [], count: 0 }
  const rows = await db
    .selectFrom('payout_channels')
    .select(['channel_id', 'name', 'is_on'])
    .where('platform_id', '=', platformId)
    .orderBy('sort')
    .orderBy('channel_id')
    .execute()
  const list = rows
    .slice((page - 1) * limit, page * limit)
    .map((row): Result<'payoutChannels'>['list'][number] => ({
      ChannelId: row.channel_id,
      ChannelName: row.name,
      Status: row.is_on === 1 ? 1 : 0,
    }))
  return { list, count: rows.length }
}

/** Enabled staff whose role holds the review rule. */
const checkersAnd = (condition = sql`true`) => sql<{ username: string }>`
  select a.username from accounts a
  join roles r on r.id = a.group_id and r.status = 1
  where a.kind = 1 and a.status = 1 and a.deleted = 0 and ${condition}
    and exists (
      select from auth_rules u
      where u.type = 1 and u.status = 1 and lower(u.name) = lower(${withdrawals.check.rule})
        and (r.holds_all or exists (select from role_rules g where g.role_id = r.id and g.rule_id = u.id)))
  order by lower(a.username)`

/** Who can be an order's checker. */
export async function listCheckers(db: Db, { platformId }: Params<'checkers'>): Promise<Result<'checkers'>> {
  await platformExists(db, platformId)
  const { rows } = await checkersAnd().execute(db)
  return { list: rows.map(({ username }) => ({ username })), count: rows.length }
}

/** The checker of that name as the name is written, or nothing. */
export async function checkerNamed(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await checkersAnd(sql`lower(a.username) = lower(${name})`).execute(db)
  return rows[0]?.username
}

/** Kinds of destination of a platform. */
export async function listPayWays(db: Db, { platformId }: Params<'payWays'>): Promise<Result<'payWays'>> {
  await platformExists(db, platformId)
  const rows = await db
    .selectFrom('pay_ways')
    .select(['way_id', 'code'])
    .where('platform_id', '=', platformId)
    .orderBy('way_id')
    .execute()
  return { list: rows.map((row) => ({ WayId: row.way_id, WayCode: row.code })), count: rows.length }
}

const playerSort = {
  RoleID: 'role_id',
  channelRoleId: 'channel_role_id',
  username: 'username',
  TotalDeposit: 'total_deposit',
  TotalRollOut: 'total_roll_out',
  TotalDepositOutDiff: 'total_difference',
  TotalRunning: 'total_running',
  TotalTax: 'total_tax',
  TotalWin: 'total_win',
} as const

/** Players flagged for automatic payout. Deposits plain, all other sums in thousandths. */
export async function listAutoPayoutPlayers(
  db: Db,
  params: Params<'autoPayoutList'>,
): Promise<Result<'autoPayoutList'>> {
  const { platformId, RoleID, channelRoleId, username, page, limit } = params
  await platformExists(db, platformId)
  let flagged = db.selectFrom('players').where('platform_id', '=', platformId).where('auto_payout', '=', 1)
  if (RoleID) flagged = flagged.where('role_id', '=', RoleID)
  if (channelRoleId) flagged = flagged.where('channel_role_id', '=', channelRoleId)
  if (username) flagged = flagged.where(sql<boolean>`position(lower(${username}) in lower(username)) > 0`)
  const wanted = params.orderby ?? params.orderBy ?? 'RoleID'
  const known = Object.hasOwn(playerSort, wanted)
  const column = known ? playerSort[wanted as keyof typeof playerSort] : 'role_id'
  const direction = params.orderType ?? 'asc'
  const [rows, { n }] = await Promise.all([
    flagged
      .selectAll()
      // Ids are numbers kept as text: a shorter one is a smaller one.
      .$if(column === 'role_id', (query) => query.orderBy(sql`length(role_id)`, direction))
      .orderBy(column, direction)
      .orderBy('role_id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    flagged.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ])
  const list = rows.map((row) => ({
    RoleID: row.role_id,
    channelRoleId: row.channel_role_id,
    username: row.username,
    TotalDeposit: toPlain(row.total_deposit),
    TotalRollOut: toWire(row.total_roll_out),
    TotalDepositOutDiff: toWire(row.total_difference),
    TotalRunning: toWire(row.total_running),
    TotalTax: toWire(row.total_tax),
    TotalWin: toWire(row.total_win),
  }))
  return { list, total: n }
}

/** What third parties said about an order of this platform, newest first. */
export async function listPayNotifications(
  db: Db,
  clock: Clock,
  { platformId, OrderId, page, limit }: Params<'payNotifyLog'>,
): Promise<Result<'payNotifyLog'>> {
  await platformExists(db, platformId)
  const ofOrder = db
    .selectFrom('pay_notifications')
    .where('platform_id', '=', platformId)
    .where('order_no', '=', OrderId)
  const [rows, { n }] = await Promise.all([
    ofOrder
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    ofOrder.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ])
  const list = rows.map((row) => ({
    Id: row.id,
    OrderId: row.order_no,
    Method: row.method,
    Parameter: row.parameter,
    Error: row.error,
    AddTime: clock.format(row.at),
  }))
  return { list, count: n }
}
