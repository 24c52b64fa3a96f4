import { type Documented, paged, type Sent } from './documented.ts'
import {
  aFlaggedPlayer,
  aNotifiedOrder,
  anOrder,
  channelRole,
  finance,
  order,
  player,
  playerName,
  theOrder,
} from './plant-orders.ts'
import * as s from './shapes.ts'

const here: Sent = { platformId: (w) => String(w.platform) }
const waiting: Sent = { ...here, orderNo: (w) => anOrder(w, { status: 0 }) }
const locked: Sent = { ...here, orderNo: (w) => anOrder(w) }
const verdict = { ok: s.rows(s.text()), failed: s.anyList }
const reading = { by: 'viewer' } as const
const deciding = { by: 'finance', answers: verdict } as const

const orderRow = {
  OrderNo: s.text(),
  AccountID: s.digits(),
  PackageName: s.text(),
  status: s.number(6),
  checkUser: s.text(finance),
  ChannelId: s.number(),
  ChannelName: s.text(),
  PayWay: s.number(),
  RealName: s.text(),
  CardNo: s.text(),
  Province: s.text(),
  City: s.text(),
  BankName: s.text(),
  AddTime: s.time,
  checkTime: s.time,
  Descript: s.text(),
  iMoney: s.thousandths(order.amount),
  TAX: s.thousandths(order.tax),
  RealPay: s.thousandths(order.realPay),
  EamilMoney: s.thousandths(order.mailMoney),
  WaterSum: s.thousandths(order.turnover),
  roleRemainMoney: s.thousandths(order.balance),
  advFee: s.plain(order.advFee),
  gmScore: s.plain(order.gmScore),
  totalPay: s.plain(order.totalPaid),
  DepositCount: s.count(order.depositCount),
  TotalDS: s.thousandths(order.totalDrawn),
  PersonWithdrawTimes: s.count(order.withdrawTimes),
  TotalRollOut: s.thousandths(order.totalRollOut),
  LoginIPCount: s.count(order.loginIpCount),
  RegIPCount: s.count(order.regIpCount),
  payoutingOrders: s.count(1),
  autuPayoutFailMsg: s.text(),
  autoWithdrawRoleID: s.flag(1),
  Comment: s.text(),
  teamRemark: s.text(),
  channelRemark: s.text(),
  salesmanRemark: s.text(),
  isBlogger: s.flag(1),
  userDepositLevel: s.number(),
  RecordType: s.number(),
}

export const withdrawalCalls: readonly Documented[] = [
  {
    ...reading,
    call: 'POST Finance/withdrawlOrderPendingList',
    needs: { ...paged, tabIndex: '1', ...here },
    may: {
      orderby: 'AddTime',
      orderType: 'desc',
      event: '',
      roleId: async (w) => (await theOrder(w)).roleId,
      orderNo: async (w) => (await theOrder(w)).orderNo,
      checkUser: finance,
      status: '1,6',
      payWay: '1',
      startTime: (w) => w.day(1),
      endTime: (w) => `${w.day()} 23:59:59`,
      allStatus: '1',
    },
    answers: {
      list: s.rows(orderRow),
      count: s.count(),
      configs: {
        orderStatus: s.labels,
        finace_record_type: s.labels,
        channeInfo: s.labels,
        finace_pay_type: s.labels,
      },
    },
    ways: {
      'as an export': {
        sends: { ...paged, tabIndex: '1', ...here, event: 'export' },
        answers: { taskId: s.digits() },
      },
      'of players paid automatically': {
        sends: { ...paged, tabIndex: '3', ...here, orderNo: async (w) => (await theOrder(w)).orderNo },
        answers: { list: s.rows(orderRow), count: s.count(1) },
      },
    },
  },
  {
    ...reading,
    call: 'POST Finance/payChannelList',
    needs: { page: '1', limit: '100', type: '1', ...here },
    answers: { list: s.rows({ ChannelId: s.number(), ChannelName: s.text(), Status: s.flag(1) }) },
  },
  {
    ...reading,
    call: 'POST Finance/getCheckUserList',
    needs: here,
    answers: { list: s.rows({ username: s.text(finance) }) },
  },
  {
    ...reading,
    call: 'POST Finance/channelTypeList',
    needs: here,
    answers: { list: s.rows({ WayId: s.number(), WayCode: s.text() }) },
  },
  {
    ...reading,
    call: 'POST Finance/getCheckOrderCount',
    needs: here,
    answers: { orderCount: { 1: s.count(), 2: s.count(), 3: s.count() } },
  },
  {
    ...deciding,
    call: 'POST Finance/applyOrder',
    needs: { ...waiting, checkUser: finance },
  },
  { ...deciding, call: 'POST Finance/applyPassOrderWarning', needs: waiting },
  {
    ...deciding,
    call: 'POST Finance/applyPassOrderRefuse',
    ways: {
      'plainly, with a reason': { sends: { ...locked, description: '资料不符' }, answers: verdict },
      'with a code multiplier': { sends: { ...locked, nRequireMul: '2.5' }, answers: verdict },
    },
  },
  {
    ...deciding,
    call: 'POST Finance/applyPassOrderConfiscated',
    needs: { ...locked, description: '欺诈' },
  },
  { ...deciding, call: 'POST Finance/applyPassOrderCheck', needs: locked },
  { ...deciding, call: 'POST Finance/submitToThree', needs: { ...locked, channelId: '1' } },
  {
    ...deciding,
    call: 'POST Finance/applyPassOrderBack',
    needs: locked,
    may: { description: '稍后再看' },
  },
  {
    by: 'finance',
    call: 'POST Finance/applyPassOrderDm',
    needs: { ...here, roleids: aFlaggedPlayer, dm: '12.345' },
  },
  {
    by: 'finance',
    call: 'POST Finance/addPlayerRemark',
    needs: { ...here, roleId: aFlaggedPlayer, remark: '老客户' },
  },
  {
    by: 'finance',
    call: 'POST Finance/autoWithdrawUserAdd',
    needs: { ...here, RoleID: aFlaggedPlayer },
  },
  {
    by: 'finance',
    call: 'POST Finance/autoWithdrawUserDel',
    needs: { ...here, RoleID: async (w) => `${await aFlaggedPlayer(w)},${await aFlaggedPlayer(w)}` },
  },
  {
    ...reading,
    call: 'POST Finance/autoWithdrawUserList',
    needs: { ...paged, ...here },
    may: {
      RoleID: async (w) => (await theOrder(w)).roleId,
      channelRoleId: channelRole,
      username: playerName,
      orderby: 'TotalDeposit',
      orderType: 'desc',
    },
    answers: {
      list: s.rows({
        RoleID: s.digits(),
        channelRoleId: s.text(channelRole),
        username: s.text(playerName),
        TotalDeposit: s.plain(player.deposit),
        TotalRollOut: s.thousandths(player.rollOut),
        TotalDepositOutDiff: s.thousandths(player.deposit - player.rollOut),
        TotalRunning: s.thousandths(player.running),
        TotalTax: s.thousandths(player.tax),
        TotalWin: s.thousandths(player.win),
      }),
      total: s.count(1),
    },
  },
  {
    ...reading,
    call: 'POST Finance/payNotifyLog',
    needs: { page: '1', limit: '10', OrderId: aNotifiedOrder, ...here },
    answers: {
      list: s.rows({
        Id: s.text(),
        OrderId: s.text(),
        Method: s.text('POST'),
        Parameter: s.text(),
        Error: s.text(),
        AddTime: s.time,
      }),
      count: s.count(1),
    },
  },
]
