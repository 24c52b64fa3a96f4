import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { batchVerdict, labels, listOf, listWith, moment, onOff } from './kit/results.ts'
import { count, plain, thousandths } from './kit/units.ts'
import { tabs } from './withdrawals-states.ts'

/** The exact text that marks an order queued for automatic payout; shown without emphasis. */
export const autoPayoutQueued = '已加入自动出款队列'

/** What has become of a decision on its way to the platform. '' nothing under way. */
export const deliveries = ['', 'queued', 'sent', 'unknown', 'confirmed', 'refused', 'dead'] as const

/** A withdrawal order with its evidence, spelled as the wire spells it. */
export const WithdrawalOrder = z.object({
  OrderNo: z.string(),
  AccountID: z.string(),
  PackageName: z.string(),
  status: z.int(),
  checkUser: z.string(),
  ChannelId: z.int().nullable(),
  ChannelName: z.string(),
  PayWay: z.int(),
  RealName: z.string(),
  CardNo: z.string(),
  Province: z.string(),
  City: z.string(),
  BankName: z.string(),
  AddTime: moment(),
  checkTime: moment(),
  Descript: z.string(),
  iMoney: thousandths(),
  TAX: thousandths(),
  RealPay: thousandths(),
  EamilMoney: thousandths().nullable(),
  WaterSum: thousandths().nullable(),
  roleRemainMoney: thousandths().nullable(),
  advFee: plain().nullable(),
  gmScore: plain().nullable(),
  totalPay: plain().nullable(),
  DepositCount: count().nullable(),
  TotalDS: thousandths().nullable(),
  PersonWithdrawTimes: count().nullable(),
  TotalRollOut: thousandths().nullable(),
  LoginIPCount: count().nullable(),
  RegIPCount: count().nullable(),
  payoutingOrders: count(),
  autuPayoutFailMsg: z.string(),
  autoWithdrawRoleID: onOff(),
  Comment: z.string(),
  teamRemark: z.string(),
  channelRemark: z.string(),
  salesmanRemark: z.string(),
  isBlogger: onOff(),
  userDepositLevel: z.int().nullable(),
  RecordType: z.int(),
  /** Addition: where the decision is on its way to the platform, and a word on it. */
  delivery: z.enum(deliveries),
  deliveryTips: z.string(),
  /** Addition: other players of this platform who were paid to, or ask for, the same destination. */
  sharedDestination: count(),
  /** Addition: grows with each change of the row, so a live update is never older than what is shown. */
  rowVersion: z.int(),
})
export type WithdrawalOrder = z.output<typeof WithdrawalOrder>

export const AutoPayoutPlayer = z.object({
  RoleID: z.string(),
  channelRoleId: z.string(),
  username: z.string(),
  TotalDeposit: plain(),
  TotalRollOut: thousandths(),
  TotalDepositOutDiff: thousandths(),
  TotalRunning: thousandths(),
  TotalTax: thousandths(),
  TotalWin: thousandths(),
})

export const PayNotification = z.object({
  Id: z.string(),
  OrderId: z.string(),
  Method: z.string(),
  Parameter: z.string(),
  Error: z.string(),
  AddTime: moment(),
})

const staff = [kind.staff]
const orders = () => p.list(p.orderNo(), { missing: 'withdrawals.selectOrder' })
const onOrders = {
  orderNo: orders(),
  platformId: p.platformId(),
  tabIndex: p.oneOf(tabs).default(1),
  /** Addition: the `rowVersion` of each order as the caller saw it; one that has changed since is refused as changed. */
  rowVersions: p.json(z.record(p.orderNo(), z.int())).optional(),
}
const description = (missing: string) => p.text({ max: 500, missing })
/** Lower-case b in this area; the other spelling is accepted too. */
const sorting = { ...p.sorting(), orderby: p.text({ max: 40 }).optional() }

/** A call of staff that changes orders or players of a platform. */
const act = <P extends z.ZodObject, R extends z.ZodType>(
  id: `withdrawals.${string}`,
  name: string,
  title: ReturnType<typeof text>,
  params: P,
  result: R,
) =>
  endpoint({
    id,
    method: 'POST',
    path: `/adminapi/Finance/${name}`,
    title,
    kinds: staff,
    writes: true,
    params,
    result,
  })

export const withdrawals = {
  list: endpoint({
    id: 'withdrawals.list',
    method: 'POST',
    path: '/adminapi/Finance/withdrawlOrderPendingList',
    title: text('提现订单列表', 'Withdrawal orders'),
    kinds: staff,
    params: z.object({
      ...p.paging(),
      ...sorting,
      platformId: p.platformId(),
      tabIndex: p.oneOf(tabs).default(1),
      event: p.text({ max: 20 }).optional(),
      roleId: p.roleId().optional(),
      orderNo: p.orderNo().optional(),
      checkUser: p.text({ max: 64 }).optional(),
      status: p.list(p.int({ max: 100 })).optional(),
      payWay: p.list(p.int()).optional(),
      startTime: p.moment().optional(),
      endTime: p.moment().optional(),
      allStatus: p.flag().optional(),
    }),
    result: listWith(
      WithdrawalOrder,
      z.object({
        orderStatus: labels(),
        finace_record_type: labels(),
        channeInfo: labels(),
        finace_pay_type: labels(),
      }),
    ).extend({ taskId: z.string().optional() }),
  }),
  counts: endpoint({
    id: 'withdrawals.counts',
    method: 'POST',
    path: '/adminapi/Finance/getCheckOrderCount',
    title: text('待处理订单数', 'Pending order counts'),
    kinds: staff,
    params: z.object({ platformId: p.platformId() }),
    result: z.object({ orderCount: z.object({ 1: z.int(), 2: z.int(), 3: z.int() }) }),
  }),
  payoutChannels: endpoint({
    id: 'withdrawals.payoutChannels',
    method: 'POST',
    path: '/adminapi/Finance/payChannelList',
    title: text('出款渠道列表', 'Payout channels'),
    kinds: staff,
    params: z.object({ ...p.paging({ limit: 100 }), type: p.int().default(1), platformId: p.platformId() }),
    result: listOf(z.object({ ChannelId: z.int(), ChannelName: z.string(), Status: onOff() })),
  }),
  checkers: endpoint({
    id: 'withdrawals.checkers',
    method: 'POST',
    path: '/adminapi/Finance/getCheckUserList',
    title: text('审核人列表', 'Checkers'),
    kinds: staff,
    params: z.object({ platformId: p.platformId() }),
    result: z.object({ list: z.array(z.object({ username: z.string() })), count: z.int() }),
  }),
  payWays: endpoint({
    id: 'withdrawals.payWays',
    method: 'POST',
    path: '/adminapi/Finance/channelTypeList',
    title: text('支付方式列表', 'Pay ways'),
    kinds: staff,
    params: z.object({ platformId: p.platformId() }),
    result: z.object({ list: z.array(z.object({ WayId: z.int(), WayCode: z.string() })), count: z.int() }),
  }),
  lock: act(
    'withdrawals.lock',
    'applyOrder',
    text('锁定订单', 'Lock orders'),
    z.object({ ...onOrders, checkUser: p.text({ max: 64 }).optional() }),
    batchVerdict(),
  ),
  hold: act(
    'withdrawals.hold',
    'applyPassOrderWarning',
    text('风控挂起', 'Risk hold'),
    z.object(onOrders),
    batchVerdict(),
  ),
  check: act(
    'withdrawals.check',
    'applyPassOrderCheck',
    text('审核订单', 'Review orders'),
    z.object(onOrders),
    batchVerdict(),
  ),
  submit: act(
    'withdrawals.submit',
    'submitToThree',
    text('提交第三方', 'Submit to third party'),
    z.object({ ...onOrders, channelId: p.int({ min: 1, missing: 'withdrawals.channelNotSelected' }) }),
    batchVerdict(),
  ),
  refuse: act(
    'withdrawals.refuse',
    'applyPassOrderRefuse',
    text('拒绝订单', 'Refuse orders'),
    z.object({
      ...onOrders,
      description: description('withdrawals.descriptionRequired').optional(),
      nRequireMul: p.decimal({ min: 1, max: 100, decimals: 2 }).optional(),
    }),
    batchVerdict(),
  ),
  confiscate: act(
    'withdrawals.confiscate',
    'applyPassOrderConfiscated',
    text('没收订单', 'Confiscate orders'),
    z.object({ ...onOrders, description: description('withdrawals.descriptionRequired') }),
    batchVerdict(),
  ),
  unlock: act(
    'withdrawals.unlock',
    'applyPassOrderBack',
    text('解锁订单', 'Unlock orders'),
    z.object({ ...onOrders, description: p.text({ max: 500 }).optional() }),
    batchVerdict(),
  ),
  turnoverDuty: act(
    'withdrawals.turnoverDuty',
    'applyPassOrderDm',
    text('添加打码量', 'Set turnover duty'),
    z.object({
      roleids: p.list(p.roleId(), { missing: 'withdrawals.selectOrder' }),
      dm: p.decimal({ min: 0.001, max: 1e12, decimals: 3, missing: 'withdrawals.dutyRequired' }),
      platformId: p.platformId(),
    }),
    z.object({ count: z.int() }),
  ),
  remark: act(
    'withdrawals.remark',
    'addPlayerRemark',
    text('添加玩家备注', 'Set player remark'),
    z.object({
      roleId: p.roleId(),
      remark: p.text({ max: 500, missing: 'withdrawals.remarkRequired' }),
      platformId: p.platformId(),
    }),
    z.null(),
  ),
  mail: act(
    'withdrawals.mail',
    'sendPlayerMail',
    text('发送玩家邮件', 'Mail a player'),
    z.object({
      roleId: p.roleId(),
      content: p.text({ max: 1000, missing: 'withdrawals.mailRequired' }),
      platformId: p.platformId(),
    }),
    z.null(),
  ),
  autoPayoutAdd: act(
    'withdrawals.autoPayoutAdd',
    'autoWithdrawUserAdd',
    text('添加自动出款玩家', 'Flag players for auto payout'),
    z.object({
      RoleID: p.list(p.roleId(), { missing: 'withdrawals.selectPlayer' }),
      platformId: p.platformId(),
    }),
    z.object({ count: z.int() }),
  ),
  autoPayoutDel: act(
    'withdrawals.autoPayoutDel',
    'autoWithdrawUserDel',
    text('取消自动出款玩家', 'Cancel auto payout'),
    z.object({
      RoleID: p.list(p.roleId(), { max: 300, missing: 'withdrawals.selectPlayer' }),
      platformId: p.platformId(),
    }),
    z.object({ count: z.int() }),
  ),
  autoPayoutList: endpoint({
    id: 'withdrawals.autoPayoutList',
    method: 'POST',
    path: '/adminapi/Finance/autoWithdrawUserList',
    title: text('自动出款玩家列表', 'Auto payout players'),
    kinds: staff,
    params: z.object({
      ...p.paging(),
      ...sorting,
      RoleID: p.roleId().optional(),
      channelRoleId: p.roleId().optional(),
      username: p.text({ max: 64 }).optional(),
      platformId: p.platformId(),
    }),
    result: z.object({ list: z.array(AutoPayoutPlayer), total: z.int() }),
  }),
  payNotifyLog: endpoint({
    id: 'withdrawals.payNotifyLog',
    method: 'POST',
    path: '/adminapi/Finance/payNotifyLog',
    title: text('支付通知日志', 'Pay notification log'),
    kinds: staff,
    params: z.object({ ...p.paging({ limit: 10 }), OrderId: p.orderNo(), platformId: p.platformId() }),
    result: listOf(PayNotification),
  }),
}

export const withdrawalMessages = {
  'withdrawals.selectOrder': text('请选择订单', 'Please select order'),
  'withdrawals.selectWaiting': text('请选择待加入工单的数据', 'Please select pending-join-queue data'),
  'withdrawals.selectPending': text('请选择待审核的数据', 'Please select pending review data'),
  'withdrawals.selectReviewed': text('请选择已审核的数据', 'Please select reviewed data'),
  'withdrawals.channelNotSelected': text('未选择渠道', 'Channel not selected'),
  'withdrawals.channelUnknown': text(
    '出款渠道不存在或已关闭',
    'This payout channel does not exist or is off',
  ),
  'withdrawals.descriptionRequired': text('请填写原因', 'Please fill in the reason'),
  'withdrawals.descriptionOrMultiple': text(
    '原因与打码倍数必须且只能填写一项',
    'Fill in either the reason or the code multiplier, not both',
  ),
  'withdrawals.multipleRequired': text('请填写打码倍数', 'Please fill in the code multiplier'),
  'withdrawals.refusedWithDuty': text(
    '提现被拒绝并已退款，需完成 {multiple} 倍打码量',
    'Refused and refunded; turnover of {multiple} times the amount is required',
  ),
  'withdrawals.dutyRequired': text('请填写打码量', 'Please fill in the code amount'),
  'withdrawals.remarkRequired': text('请填写备注', 'Please fill in the remark'),
  'withdrawals.mailRequired': text('请填写邮件内容', 'Please fill in the mail'),
  'withdrawals.selectPlayer': text('请选择玩家', 'Please select a player'),
  'withdrawals.orderNotFound': text('订单不存在', 'No such order'),
  'withdrawals.playerNotFound': text('玩家不存在：{roleId}', 'No such player: {roleId}'),
  'withdrawals.notPending': text('非待处理状态（当前：{status}）', 'Not a pending state (now: {status})'),
  'withdrawals.heldBy': text(
    '非待处理状态，订单由 {holder} 处理中（当前：{status}）',
    'Not a pending state: {holder} is handling this order (now: {status})',
  ),
  'withdrawals.decidedBy': text(
    '非待处理状态，订单已由 {holder} 处理（当前：{status}）',
    'Not a pending state: {holder} has decided this order (now: {status})',
  ),
  'withdrawals.changedSince': text(
    '订单在您打开之后已变化，请核对最新数据后再操作',
    'This order changed after you opened it: look at it again, then decide',
  ),
  'withdrawals.notChecker': text(
    '只有审核人 {holder} 可以操作此订单',
    'Only its checker {holder} may do this',
  ),
  'withdrawals.checkerUnknown': text(
    '审核人 {checkUser} 不存在或没有审核权限',
    '{checkUser} is not a checker',
  ),
  'withdrawals.mayNotAssign': text('没有权限指派其他审核人', 'You may not assign another checker'),
  'withdrawals.narrowHistory': text(
    '查询全部状态时，请填写订单号、玩家ID或31天内的时间范围',
    'To search all statuses give an order number, a player ID or a range of at most 31 days',
  ),
  'withdrawals.exportTitle': text('提现订单', 'Withdrawal orders'),
  'withdrawals.autoLimits': text('未设置自动出款限额', 'No auto payout limits are set'),
  'withdrawals.autoPerOrder': text('超过单笔自动出款限额', 'Above the auto payout limit of one order'),
  'withdrawals.autoPerDay': text('超过当日自动出款限额', "Above the player's auto payout limit of the day"),
  'withdrawals.autoOtherPaying': text(
    '该玩家有其他订单正在出款',
    'Another order of this player is being paid',
  ),
  'withdrawals.autoMissing': text(
    '缺少审核数据，无法自动出款',
    'Evidence is missing, so nothing is paid automatically',
  ),
  'withdrawals.autoNoChannel': text('默认出款渠道不可用', 'The default payout channel is not available'),
  'withdrawals.recordOrdinary': text('普通提现', 'Ordinary'),
  'withdrawals.recordCommission': text('代理佣金', 'Agent commission'),
} as const
