import { sql } from 'kysely'
import type { Clock } from '../../kit/clock.ts'
import type { Db, Tx } from '../../kit/db/connect.ts'
import { withdrawalAbsorbers } from './absorb.ts'
import type { WithdrawalEvent } from './events.ts'
import { record, wasAndIs } from './moves.ts'

/* Believable rows for tests and for the demo. */

let made = 0
const next = () => (made += 1)

/** A running platform with two payout channels: 1 is on and the default, 2 is off. Answers its id. */
export async function aPlatform(
  db: Db,
  wish: Partial<{
    name: string
    remark: string
    status: number
    autoPerOrder: bigint | null
    autoPerDay: bigint | null
    defaultChannel: number | null
    adminUrl: string
  }> = {},
): Promise<number> {
  const category = await db
    .insertInto('platform_categories')
    .values({ name: `Category ${next()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('platforms')
    .values({
      name: wish.name ?? `Lucky Palace ${next()}`,
      remark: wish.remark ?? '',
      cate_id: category.id,
      status: wish.status ?? 1,
      admin_url: wish.adminUrl ?? '',
      auto_per_order: wish.autoPerOrder === undefined ? 1_000_000n : wish.autoPerOrder,
      auto_per_day: wish.autoPerDay === undefined ? 2_000_000n : wish.autoPerDay,
      default_payout_channel: wish.defaultChannel === undefined ? 1 : wish.defaultChannel,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payout_channels')
    .values([
      { platform_id: id, channel_id: 1, name: 'PIX one', is_on: 1, sort: 1 },
      { platform_id: id, channel_id: 2, name: 'PIX two', is_on: 0, sort: 2 },
    ])
    .execute()
  await db
    .insertInto('pay_ways')
    .values([
      { platform_id: id, way_id: 1, code: 'CPF' },
      { platform_id: id, way_id: 8, code: 'PHONE' },
    ])
    .execute()
  return id
}

/** A player of a platform; answers its id. */
export async function aPlayer(
  db: Db,
  platformId: number,
  wish: Partial<{ roleId: string; username: string; autoPayout: boolean }> = {},
): Promise<string> {
  const roleId = wish.roleId ?? String(7_000_000 + next())
  await db
    .insertInto('players')
    .values({
      platform_id: platformId,
      role_id: roleId,
      username: wish.username ?? `player${roleId}`,
      auto_payout: wish.autoPayout ? 1 : 0,
    })
    .execute()
  return roleId
}

/** Data of a platform's event about an order: everything known, nothing suspicious. */
export function aWithdrawalEvent(wish: Partial<WithdrawalEvent> = {}): WithdrawalEvent {
  const amount = wish.amount ?? 150_000
  const tax = wish.tax ?? Math.floor(amount / 50)
  return {
    orderNo: wish.orderNo ?? `W${String(next()).padStart(10, '0')}`,
    version: 1,
    money: 'open',
    roleId: '7000000',
    packageName: 'Lucky Palace',
    requestedAt: new Date().toISOString(),
    tax,
    realPay: amount - tax,
    payWay: 1,
    channelId: 1,
    realName: 'Maria Silva',
    cardNo: '52998224725',
    province: '',
    city: '',
    bankName: '',
    recordType: 1,
    evidence: {
      mailMoney: 0,
      turnover: 900_000,
      balance: 12_000,
      totalDrawn: 300_000,
      totalRollOut: 450_000,
      totalPaid: 800.5,
      advFee: 0,
      gmScore: 0,
      depositCount: 6,
      withdrawTimes: 2,
      loginIpCount: 1,
      regIpCount: 1,
      payingOrders: 0,
      isBlogger: false,
      depositLevel: 2,
      teamRemark: '',
      channelRemark: '',
      salesmanRemark: '',
    },
    ...wish,
    amount,
  }
}

/** Lets orders arrive as a platform's events would; answers what was rejected. */
export const arrive = (
  db: Db,
  clock: Clock,
  platformId: number,
  events: readonly unknown[],
  type: 'withdrawal' | 'payout' | 'notification' | 'player' = 'withdrawal',
) =>
  db.transaction().execute(async (tx: Tx) =>
    withdrawalAbsorbers(clock)[type]?.(
      tx,
      platformId,
      events.map((data) => ({ id: `e-${next()}`, at: new Date(), data })),
    ),
  )

/** An order standing at a status, its counters with it; answers its number. */
export async function aWithdrawal(
  db: Db,
  clock: Clock,
  platformId: number,
  wish: Partial<WithdrawalEvent> & { status?: number; checkUser?: string } = {},
): Promise<string> {
  const { status, checkUser = '', ...event } = wish
  const data = aWithdrawalEvent(event)
  await arrive(db, clock, platformId, [data])
  if (status === undefined && checkUser === '') return data.orderNo
  const attempt = status === 4 || status === 5 || status === 100 ? 1 : 0
  const moved = sql`
    update withdrawal_orders o set status = ${status ?? 0}, check_user = ${checkUser}, attempt = ${attempt}
    where platform_id = ${platformId} and order_no = ${data.orderNo} returning null::text as audit_reason, ${wasAndIs}`
  await record(db, moved, sql`select 1`)
  return data.orderNo
}
