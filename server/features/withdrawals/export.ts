import * as z from 'zod'
import { type Language, type Text, text } from '../../../contract/kit/language.ts'
import { unitsOf } from '../../../contract/kit/units.ts'
import { WithdrawalOrder } from '../../../contract/withdrawals.ts'
import { type OrderStatus, orderStatusTexts } from '../../../contract/withdrawals-states.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db/connect.ts'
import { type ListParams, orderFilter } from './order-filter.ts'
import { orderSort, selectOrders, toOrder } from './order-list.ts'
import { orderConfigs } from './queries.ts'

export const exportKind = 'withdrawals.export'

/** Starts a task in the caller's name; what a task does is registered by its kind. */
export type StartTask = (
  db: Db,
  task: {
    accountId: number
    kind: string
    title: string
    language: Language
    params: Record<string, unknown>
  },
) => Promise<string>

/** What an export needs to know of its call, as it survives in a task's row. */
export const ExportParams = z.object({
  platformId: z.int(),
  tabIndex: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  orderby: z.string().optional(),
  orderBy: z.string().optional(),
  orderType: z.enum(['asc', 'desc']).optional(),
  roleId: z.string().optional(),
  orderNo: z.string().optional(),
  checkUser: z.string().optional(),
  status: z.array(z.int()).optional(),
  payWay: z.array(z.int()).optional(),
  startTime: z.string().optional(),
  endTime: z.string().optional(),
  allStatus: z.boolean().optional(),
})

const columns: readonly { name: keyof WithdrawalOrder; header: Text }[] = [
  { name: 'OrderNo', header: text('订单号', 'Order number') },
  { name: 'AccountID', header: text('玩家ID', 'Player ID') },
  { name: 'PackageName', header: text('所属平台', 'Platform') },
  { name: 'status', header: text('状态', 'Status') },
  { name: 'checkUser', header: text('审核人', 'Checker') },
  { name: 'AddTime', header: text('申请时间', 'Requested') },
  { name: 'checkTime', header: text('审核时间', 'Reviewed') },
  { name: 'iMoney', header: text('提现金额', 'Amount') },
  { name: 'TAX', header: text('税收', 'Tax') },
  { name: 'RealPay', header: text('实付金额', 'To pay') },
  { name: 'PayWay', header: text('支付方式', 'Pay way') },
  { name: 'ChannelName', header: text('出款渠道', 'Payout channel') },
  { name: 'RealName', header: text('姓名', 'Name') },
  { name: 'CardNo', header: text('账号', 'Account') },
  { name: 'BankName', header: text('银行', 'Bank') },
  { name: 'Province', header: text('省份', 'Province') },
  { name: 'City', header: text('城市', 'City') },
  { name: 'RecordType', header: text('类型', 'Type') },
  { name: 'totalPay', header: text('总充值', 'Total deposited') },
  { name: 'DepositCount', header: text('充值次数', 'Deposits') },
  { name: 'TotalDS', header: text('总提现', 'Total withdrawn') },
  { name: 'PersonWithdrawTimes', header: text('提现次数', 'Withdrawals') },
  { name: 'EamilMoney', header: text('邮件金额', 'Granted by mail') },
  { name: 'WaterSum', header: text('打码量', 'Turnover') },
  { name: 'roleRemainMoney', header: text('余额', 'Balance') },
  { name: 'TotalRollOut', header: text('总转出', 'Total rolled out') },
  { name: 'advFee', header: text('广告费', 'Advertising fee') },
  { name: 'gmScore', header: text('后台上分', 'Points by staff') },
  { name: 'LoginIPCount', header: text('同登录IP', 'Same login IP') },
  { name: 'RegIPCount', header: text('同注册IP', 'Same registration IP') },
  { name: 'Descript', header: text('说明', 'Description') },
  { name: 'autuPayoutFailMsg', header: text('自动出款信息', 'Auto payout') },
  { name: 'Comment', header: text('玩家备注', 'Player remark') },
  { name: 'teamRemark', header: text('团队备注', 'Team remark') },
  { name: 'channelRemark', header: text('渠道备注', 'Channel remark') },
  { name: 'salesmanRemark', header: text('业务员备注', 'Salesman remark') },
]

const units = unitsOf(WithdrawalOrder)
/** Columns of the exported sheet, in order; `unit` says how a figure reads, text columns have none. */
export const exportColumns = columns.map((column) => ({ ...column, unit: units[column.name] ?? null }))

/**
 * All orders of a list, in its order, row by row as the database delivers them; codes as the words people know. The
 * filter and scope are the list's own.
 */
export async function* exportWithdrawals(
  db: Db,
  clock: Clock,
  language: Language,
  sent: unknown,
): AsyncGenerator<Record<(typeof columns)[number]['name'], string | number | null>> {
  const params = { ...ExportParams.parse(sent), page: 1, limit: 1 } as ListParams
  const filter = orderFilter(params, clock)
  if (filter.statuses?.length === 0) return
  const configs = await orderConfigs(db, params.platformId, language)
  for await (const row of selectOrders(db, filter, orderSort(params), null).stream(500)) {
    const order = toOrder(row, clock, language)
    yield {
      ...order,
      status: orderStatusTexts[order.status as OrderStatus][language],
      PayWay: configs.finace_pay_type[order.PayWay] ?? String(order.PayWay),
      RecordType: configs.finace_record_type[order.RecordType] ?? String(order.RecordType),
    }
  }
}
