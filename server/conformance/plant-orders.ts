import { aWithdrawal, arrive } from '../features/withdrawals/fixtures.ts'
import { once } from './once.ts'
import type { World } from './world.ts'

/** What is asked for, in currency, and what is known of who asks. */
export const order = {
  amount: 150.25,
  tax: 3,
  realPay: 147.25,
  mailMoney: 1.5,
  turnover: 900,
  balance: 12.125,
  totalDrawn: 300,
  totalRollOut: 450,
  totalPaid: 800.5,
  advFee: 7.25,
  gmScore: 9.75,
  depositCount: 6,
  withdrawTimes: 2,
  loginIpCount: 3,
  regIpCount: 4,
} as const

/** What a player who is paid automatically has moved so far, in currency. */
export const player = { deposit: 800.5, rollOut: 450.25, running: 9_000.125, tax: 12.5, win: 33.75 } as const
export const playerName = 'maria'
export const channelRole = '8001'

const thousandths = (amount: number) => Math.round(amount * 1000)
/** The finance person who asks, as checker. */
export const finance = 'test-finance'

/** A player whose totals the platform told. */
async function aPlayer(w: World): Promise<string> {
  const { db, clock } = w.t.services
  const roleId = String(7_700_000 + w.next())
  const { deposit, rollOut, running, tax, win } = player
  const told = {
    roleId,
    version: 1,
    channelRoleId: channelRole,
    username: playerName,
    totalDeposit: deposit,
    totalRollOut: thousandths(rollOut),
    totalRunning: thousandths(running),
    totalTax: thousandths(tax),
    totalWin: thousandths(win),
    depositMinusRollOut: thousandths(deposit - rollOut),
    remark: 'asks for mail in the evening',
  }
  await arrive(db, clock, w.platform, [told], 'player')
  return roleId
}

/** From now on the player's new orders are paid without a reviewer. */
async function flag(w: World, roleId: string): Promise<void> {
  await w.t.services.db
    .updateTable('players')
    .set({ auto_payout: 1 })
    .where('platform_id', '=', w.platform)
    .where('role_id', '=', roleId)
    .execute()
}

export async function aFlaggedPlayer(w: World): Promise<string> {
  const roleId = await aPlayer(w)
  await flag(w, roleId)
  return roleId
}

/** An order with all the evidence there can be; by default locked by finance. */
export async function anOrder(w: World, wish: { status?: number; roleId?: string } = {}): Promise<string> {
  const { db, clock } = w.t.services
  const { status = 6, roleId = String(7_800_000 + w.next()) } = wish
  const orderNo = await aWithdrawal(db, clock, w.platform, {
    orderNo: `W26${String(w.next()).padStart(6, '0')}`,
    roleId,
    status,
    checkUser: status === 0 ? '' : finance,
    packageName: 'Harbor Lights',
    requestedAt: clock.now().toISOString(),
    amount: thousandths(order.amount),
    tax: thousandths(order.tax),
    realPay: thousandths(order.realPay),
    province: 'RJ',
    city: 'Niteroi',
    bankName: 'Banco do Cais',
    evidence: {
      mailMoney: thousandths(order.mailMoney),
      turnover: thousandths(order.turnover),
      balance: thousandths(order.balance),
      totalDrawn: thousandths(order.totalDrawn),
      totalRollOut: thousandths(order.totalRollOut),
      totalPaid: order.totalPaid,
      advFee: order.advFee,
      gmScore: order.gmScore,
      depositCount: order.depositCount,
      withdrawTimes: order.withdrawTimes,
      loginIpCount: order.loginIpCount,
      regIpCount: order.regIpCount,
      payingOrders: 1,
      isBlogger: true,
      depositLevel: 2,
      teamRemark: 'of the team',
      channelRemark: 'of the channel',
      salesmanRemark: 'of the salesman',
    },
  })
  if (status !== 0)
    await db
      .updateTable('withdrawal_orders')
      .set({
        check_time: clock.now(),
        description: 'looked at twice',
        auto_message: 'withdrawals.autoLimits',
      })
      .where('platform_id', '=', w.platform)
      .where('order_no', '=', orderNo)
      .execute()
  return orderNo
}

/** An order that a third party has spoken about; answers its number. */
export async function aNotifiedOrder(w: World): Promise<string> {
  const { db, clock } = w.t.services
  const orderNo = await anOrder(w)
  const told = {
    id: `n-${w.next()}`,
    orderNo,
    method: 'POST',
    parameter: '{"state":"rejected"}',
    error: 'account closed',
    at: clock.now().toISOString(),
  }
  await arrive(db, clock, w.platform, [told], 'notification')
  return orderNo
}

/** A flagged player with one order under review and one being paid: the one of whom a list knows everything. */
export const theOrder = once(async (w) => {
  const roleId = await aPlayer(w)
  await anOrder(w, { status: 4, roleId })
  const orderNo = await anOrder(w, { roleId })
  await flag(w, roleId)
  return { orderNo, roleId }
})
