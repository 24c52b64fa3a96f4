import { emit } from './events.ts'
import { channelFor, channelsOf } from './payways.ts'
import { type PlayerRow, type Profile, playerChanged, playerOf } from './players.ts'
import { type Draw, drawFor } from './random.ts'
import { stored } from './store.ts'
import { iso, type Platform, type World } from './world.ts'

export type Money = 'open' | 'paying' | 'paid' | 'failed' | 'refunded' | 'confiscated'
/** Who asked: a person by the control API, the stream, or the past that a platform starts with. */
export type Origin = 'control' | 'stream' | 'history'

export interface OrderRow {
  platform_id: number
  order_no: string
  role_id: string
  origin: Origin
  money: Money
  version: number
  /** Number of the event that told the latest version. */
  change: number
  /** Thousandths. */
  amount: number
  real_pay: number
  facts: string
}

export function orderOf(world: World, platformId: number, orderNo: string): OrderRow | undefined {
  return world.store.one<OrderRow>(
    'select * from orders where platform_id = ? and order_no = ?',
    platformId,
    orderNo,
  )
}

/** Data of the order's `withdrawal` event as it stands now. */
export function orderData(row: OrderRow): object {
  const { order_no: orderNo, version, money } = row
  return { orderNo, version, money, ...stored<object>(row.facts) }
}

function amountFor(draw: Draw): number {
  const lot = draw.unit()
  if (lot < 0.75) return draw.int(2, 50) * 10_000
  return lot < 0.95 ? draw.int(10, 40) * 50_000 : draw.int(20, 120) * 100_000
}

/** Figures of the player at the moment of asking; a later version of the order repeats them. */
function evidenceOf(world: World, player: PlayerRow, profile: Profile): Record<string, unknown> {
  const paying = world.store.one<{ n: number }>(
    "select count(*) as n from orders where platform_id = ? and role_id = ? and money = 'paying'",
    player.platform_id,
    player.role_id,
  )
  return {
    mailMoney: profile.mailMoney,
    turnover: player.turnover,
    balance: player.balance,
    totalDrawn: player.total_drawn,
    totalRollOut: player.total_roll_out,
    totalPaid: player.total_deposit,
    advFee: profile.advFee,
    gmScore: profile.gmScore,
    depositCount: player.deposit_count,
    withdrawTimes: player.withdraw_times,
    loginIpCount: profile.loginIpCount,
    regIpCount: profile.regIpCount,
    payingOrders: paying?.n ?? 0,
    isBlogger: player.kind === 'blogger',
    depositLevel: profile.depositLevel,
    teamRemark: profile.teamRemark,
    channelRemark: profile.channelRemark,
    salesmanRemark: profile.salesmanRemark,
    devices: profile.devices,
    ips: profile.ips,
  }
}

/** Lets the player deposit and win until the balance covers the amount: nobody withdraws what is not there. */
function playUpTo(world: World, player: PlayerRow, amount: number, draw: Draw): PlayerRow {
  if (player.balance >= amount) return player
  const missing = amount - player.balance
  const deposit = Math.max(10, Math.ceil((missing * (0.2 + draw.unit() * 0.6)) / 10_000) * 10)
  const won = Math.max(0, missing - deposit * 1000) + draw.int(0, 20) * 1000
  const bets = deposit * 1000 * draw.int(player.kind === 'ring' ? 1 : 2, player.kind === 'ring' ? 1 : 9)
  const after = world.store.one<PlayerRow>(
    `update players set balance = balance + ?, total_deposit = total_deposit + ?, deposit_count = deposit_count + 1,
      turnover = turnover + ?, total_win = total_win + ? where platform_id = ? and role_id = ? returning *`,
    deposit * 1000 + won,
    deposit,
    bets,
    won,
    player.platform_id,
    player.role_id,
  )
  return after ?? player
}

export interface Wish {
  origin: Origin
  /** Thousandths, above 0; drawn if missing. */
  amount?: number | undefined
  at?: number
  /** Where the money already is; only the past starts elsewhere than at open. */
  money?: Money
  /** Figures to leave out of the evidence, as a game that does not know them. */
  unknown?: readonly string[] | undefined
}

/** A player asks for a withdrawal: the amount leaves the balance and Pitboss is told. Part of the caller's transaction. */
export function requestWithdrawal(world: World, platform: Platform, roleId: string, wish: Wish): OrderRow {
  const { store } = world
  const { platform_id: platformId } = platform
  const at = wish.at ?? world.now()
  const known = playerOf(world, platformId, roleId)
  if (!known) throw new Error(`There is no player ${roleId}.`)
  const counted = store.one<{ order_count: number }>(
    'update platforms set order_count = order_count + 1 where platform_id = ? returning order_count',
    platformId,
  )
  const number = counted?.order_count ?? 1
  const draw = drawFor(world.seed, platformId, 'order', number)
  const amount = wish.amount ?? amountFor(draw)
  const player = playUpTo(world, known, amount, draw)
  const profile = stored<Profile>(player.profile)
  const tax = Math.floor((amount * draw.int(0, 3)) / 100 / 10) * 10
  const evidence = evidenceOf(world, { ...player, balance: player.balance - amount }, profile)
  for (const name of wish.unknown ?? []) Reflect.deleteProperty(evidence, name)

  const row: OrderRow = {
    platform_id: platformId,
    order_no: orderNumber(at, platformId, number),
    role_id: roleId,
    origin: wish.origin,
    money: wish.money ?? 'open',
    version: 1,
    change: 0,
    amount,
    real_pay: amount - tax,
    facts: JSON.stringify({
      roleId,
      packageName: platform.name,
      requestedAt: iso(at),
      amount,
      tax,
      realPay: amount - tax,
      payWay: profile.payWay,
      channelId: channelFor(channelsOf(world, platformId), profile.payWay),
      realName: profile.realName,
      cardNo: profile.cardNo,
      province: profile.province,
      city: profile.city,
      bankName: profile.bankName,
      recordType: profile.recordType,
      evidence,
    }),
  }
  const change = emit(world, platformId, 'withdrawal', orderData(row), { at })
  store.run(
    'insert into orders values (?,?,?,?,?,?,?,?,?,?)',
    platformId,
    row.order_no,
    roleId,
    row.origin,
    row.money,
    row.version,
    change,
    row.amount,
    row.real_pay,
    row.facts,
  )
  store.run(
    'update players set balance = balance - ? where platform_id = ? and role_id = ?',
    amount,
    platformId,
    roleId,
  )
  if (row.money !== 'open') settleWithPlayer(world, row, row.money, at)
  return { ...row, change }
}

/** W, the second of asking, the platform, the order's number: unique even after the store was thrown away. */
function orderNumber(at: number, platformId: number, number: number): string {
  const second = iso(at).replaceAll(/\D/g, '').slice(2, 14)
  return `W${second}${String(platformId).padStart(2, '0')}${String(number).padStart(6, '0')}`
}

/** What the order's new place of the money means for the player. Money given back is playable again. */
function settleWithPlayer(world: World, order: OrderRow, money: Money, at: number): void {
  const { platform_id: platformId, role_id: roleId, amount } = order
  if (money === 'paid') {
    world.store.run(
      `update players set total_drawn = total_drawn + ?, total_roll_out = total_roll_out + ?,
        total_tax = total_tax + ?, withdraw_times = withdraw_times + 1 where platform_id = ? and role_id = ?`,
      amount,
      amount,
      amount - order.real_pay,
      platformId,
      roleId,
    )
    if (order.origin !== 'history') playerChanged(world, platformId, roleId, at)
  } else if (money === 'failed' || money === 'refunded') {
    world.store.run(
      'update players set balance = balance + ? where platform_id = ? and role_id = ?',
      amount,
      platformId,
      roleId,
    )
  }
}

/** Moves an order's money, settles with the player and tells Pitboss the new version; false if it was not at `from`. */
export function moveMoney(world: World, order: OrderRow, from: Money, to: Money, notBeforeMs = 0): boolean {
  const moved = world.store.one<OrderRow>(
    `update orders set money = ?, version = version + 1
      where platform_id = ? and order_no = ? and money = ? returning *`,
    to,
    order.platform_id,
    order.order_no,
    from,
  )
  if (!moved) return false
  const change = emit(world, order.platform_id, 'withdrawal', orderData(moved), { notBeforeMs })
  world.store.run(
    'update orders set change = ? where platform_id = ? and order_no = ?',
    change,
    order.platform_id,
    order.order_no,
  )
  settleWithPlayer(world, moved, to, world.now())
  return true
}
