import { sql } from 'kysely'
import type { Clock } from '../../kit/clock.ts'
import type { Tx } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Absorber } from '../link/index.ts'
import { payAutomatically } from './auto-payout.ts'
import { NotificationEvent, newest, PayoutEvent, PlayerEvent, readEvents, WithdrawalEvent } from './events.ts'
import { takePayoutEvidence } from './evidence.ts'
import { announceMoved, auditRows, type Moved, record, wasAndIs } from './moves.ts'

/** What withdrawals take in from platforms, by type of event. */
export const withdrawalAbsorbers = (clock: Clock): Readonly<Record<string, Absorber>> => ({
  player: absorbPlayers,
  withdrawal: (tx, platformId, events) => absorbWithdrawals(tx, clock, platformId, events),
  payout: absorbPayouts,
  notification: absorbNotifications,
})

/**
 * Orders, new or in a newer version; what is older than known changes nothing. What is to be paid, and to whom, changes
 * only while the order waits: once somebody looks at it, a version with other facts is rejected.
 */
async function absorbWithdrawals(
  tx: Tx,
  clock: Clock,
  platformId: number,
  events: Parameters<Absorber>[2],
): ReturnType<Absorber> {
  const { read, rejected } = readEvents(WithdrawalEvent, events)
  const orders = newest(read, ({ data }) => data.orderNo)
  if (orders.length === 0) return rejected
  await makeKnown(
    tx,
    platformId,
    orders.map(({ data }) => data.roleId),
  )
  const moved = await storeOrders(
    tx,
    platformId,
    orders.map(({ data }) => ({ ...data, day: clock.dayOf(new Date(data.requestedAt)) })),
  )
  if (moved.length < orders.length) {
    const stale = await knownVersions(
      tx,
      platformId,
      orders.map(({ data }) => data.orderNo),
    )
    for (const { id, data } of orders)
      if ((stale.get(data.orderNo) ?? 0n) < BigInt(data.version))
        rejected.set(id, 'data: what is paid, or to whom, differs from the order under review')
  }
  await payAutomatically(
    tx,
    platformId,
    moved.filter(({ was_status: was, status }) => was === null && status === 0),
  )
  return rejected
}

/** Players are known from their first order on, before their totals arrive. */
async function makeKnown(tx: Tx, platformId: number, roleIds: readonly string[]): Promise<void> {
  await sql`
    ${keptPlan} insert into players (platform_id, role_id)
    select ${platformId}, named.role_id from unnest(${[...new Set(roleIds)].toSorted()}::text[]) as named (role_id)
    where not exists (select from players p where p.platform_id = ${platformId} and p.role_id = named.role_id)
    on conflict do nothing`.execute(tx)
}

async function knownVersions(tx: Tx, platformId: number, orderNos: readonly string[]) {
  const rows = await tx
    .selectFrom('withdrawal_orders')
    .select(['order_no', 'version'])
    .where('platform_id', '=', platformId)
    .where('order_no', 'in', [...orderNos])
    .execute()
  return new Map(rows.map((row) => [row.order_no, row.version]))
}

type Arriving = WithdrawalEvent & { day: string }

// An order that nobody here decided stands where its money is: an open one stays with its reviewer, any other follows
// the platform. A payment of ours (attempt above 0) ends by its own evidence only.
const statusNow = sql`case
  when o.attempt > 0 or o.status not in (0, 1, 4, 6, 7) then o.status
  when excluded.money = 'open' then case when o.status = 4 then 0 else o.status end
  else excluded.status end`

const facts = (row: string) =>
  sql.raw(
    `(${['role_id', 'requested_at', 'amount', 'tax', 'real_pay', 'pay_way', 'record_type', 'real_name', 'card_no', 'province', 'city', 'bank_name'].map((column) => `${row}.${column}`).join(', ')})`,
  )

async function storeOrders(tx: Tx, platformId: number, orders: readonly Arriving[]): Promise<Moved[]> {
  const moved = sql`
    insert into withdrawal_orders as o (platform_id, order_no, role_id, status, requested_at, day, amount, tax,
      real_pay, pay_way, channel_id, record_type, package_name, real_name, card_no, province, city, bank_name,
      evidence, version, money)
    select ${platformId}, "orderNo", "roleId",
      case money when 'open' then 0 when 'paying' then 4 when 'paid' then 100 when 'failed' then 5
        when 'refunded' then 2 else 3 end,
      "requestedAt", day, amount, tax, "realPay", "payWay", "channelId", "recordType", "packageName", "realName",
      "cardNo", province, city, "bankName", evidence, version, money
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as e(
      "orderNo" text, "roleId" text, "requestedAt" timestamptz, day date, amount bigint, tax bigint,
      "realPay" bigint, "payWay" int, "channelId" int, "recordType" smallint, "packageName" text,
      "realName" text, "cardNo" text, province text, city text, "bankName" text, evidence jsonb,
      version bigint, money text)
    order by "orderNo"
    on conflict (platform_id, order_no) do update set
      version = excluded.version, money = excluded.money, evidence = excluded.evidence,
      package_name = excluded.package_name, role_id = excluded.role_id, requested_at = excluded.requested_at,
      day = excluded.day, amount = excluded.amount, tax = excluded.tax, real_pay = excluded.real_pay,
      pay_way = excluded.pay_way, record_type = excluded.record_type, real_name = excluded.real_name,
      card_no = excluded.card_no, province = excluded.province, city = excluded.city,
      bank_name = excluded.bank_name,
      channel_id = case when o.attempt > 0 then o.channel_id else excluded.channel_id end,
      status = ${statusNow},
      check_user = case when o.status = 4 and ${statusNow} = 0 then '' else o.check_user end,
      check_time = case when o.status = 4 and ${statusNow} = 0 then null else o.check_time end,
      row_version = o.row_version + 1, updated_at = now()
    where o.version < excluded.version
      and (o.status = 0 or ${facts('o')} is not distinct from ${facts('excluded')})
    returning null::text as audit_reason, ${wasAndIs}`
  const audited = auditRows(
    { accountId: null, username: 'platform' },
    sql`'withdrawals.' || money`,
    sql`select * from moved where was_status <> status`,
  )
  const stored = await record(tx, moved, audited)
  await announceMoved(tx, platformId, stored)
  return stored
}

async function absorbPayouts(
  tx: Tx,
  platformId: number,
  events: Parameters<Absorber>[2],
): ReturnType<Absorber> {
  const { read, rejected } = readEvents(PayoutEvent, events)
  if (read.length === 0) return rejected
  const doubts = await takePayoutEvidence(
    tx,
    platformId,
    read.map(({ data }) => data),
  )
  for (const [index, reason] of doubts) rejected.set(read[index]?.id ?? '', reason)
  return rejected
}

/** What third parties said, raw, for people to read. */
async function absorbNotifications(
  tx: Tx,
  platformId: number,
  events: Parameters<Absorber>[2],
): ReturnType<Absorber> {
  const { read, rejected } = readEvents(NotificationEvent, events)
  if (read.length === 0) return rejected
  await tx
    .insertInto('pay_notifications')
    .values(
      read
        .map(({ data: { id, orderNo, method, parameter, error, at } }) => ({
          platform_id: platformId,
          id,
          order_no: orderNo,
          method,
          parameter,
          error,
          at: new Date(at),
        }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return rejected
}

/** Totals of players. A remark that is still on its way to the platform is not overwritten by the one before it. */
async function absorbPlayers(
  tx: Tx,
  platformId: number,
  events: Parameters<Absorber>[2],
): ReturnType<Absorber> {
  const { read, rejected } = readEvents(PlayerEvent, events)
  const players = newest(read, ({ data }) => data.roleId).map(({ data }) => data)
  if (players.length === 0) return rejected
  await sql`
    insert into players as p (platform_id, role_id, version, channel_role_id, username, total_deposit,
      total_roll_out, total_difference, total_running, total_tax, total_win, remark)
    select ${platformId}, "roleId", version, "channelRoleId", username, "totalDeposit", "totalRollOut",
      "depositMinusRollOut", "totalRunning", "totalTax", "totalWin", remark
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as e(
      "roleId" text, version bigint, "channelRoleId" text, username text, "totalDeposit" bigint,
      "totalRollOut" bigint, "depositMinusRollOut" bigint, "totalRunning" bigint, "totalTax" bigint,
      "totalWin" bigint, remark text)
    order by "roleId"
    on conflict (platform_id, role_id) do update set
      version = excluded.version, channel_role_id = excluded.channel_role_id, username = excluded.username,
      total_deposit = excluded.total_deposit, total_roll_out = excluded.total_roll_out,
      total_difference = excluded.total_difference, total_running = excluded.total_running,
      total_tax = excluded.total_tax, total_win = excluded.total_win,
      remark = case when exists (
        select from link_outbox c
        where c.platform_id = ${platformId} and c.name = 'player.remark' and c.data ->> 'roleId' = p.role_id
          and c.state in ('due', 'sending', 'unknown', 'accepted')
      ) then p.remark else excluded.remark end
    where p.version < excluded.version`.execute(tx)
  return rejected
}
