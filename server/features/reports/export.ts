import type * as z from 'zod'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Language, Text } from '../../../contract/kit/language.ts'
import { text } from '../../../contract/kit/language.ts'
import { unitsOf } from '../../../contract/kit/units.ts'
import { type Level, levels, reports } from '../../../contract/reports.ts'
import { ReportRow } from '../../../contract/reports-rows.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { exportSheet, startTask, type TaskContext, type TaskRunner } from '../tasks/index.ts'
import { reportRow } from './dress.ts'
import { reportRows } from './engine.ts'
import { settleQuery } from './reads.ts'

type Row = z.output<typeof ReportRow>
type Params = ParamsOf<typeof reports.channelSettle>

const columns: readonly { name: keyof Row | 'chain'; header: Text }[] = [
  { name: 'platform_name', header: text('平台', 'Platform') },
  { name: 'platform_remark', header: text('备注', 'Remark') },
  { name: 'channel_account', header: text('账号', 'Account') },
  { name: 'ProxyId', header: text('ID', 'ID') },
  { name: 'chain', header: text('上级链', 'Superiors') },
  { name: 'Deposit', header: text('总充值', 'Total deposit') },
  { name: 'Withdraw', header: text('总提现', 'Total withdraw') },
  { name: 'DWdiff', header: text('充提差', 'Difference') },
  { name: 'PassageFee', header: text('通道费', 'Passage fee') },
  { name: 'PlatformWinLose', header: text('平台输赢', 'Platform win/lose') },
  { name: 'RealApiFee', header: text('游戏API费', 'Game API fee') },
  { name: 'RealIncome', header: text('实际收入', 'Real income') },
  { name: 'RealProfit', header: text('渠道利润', 'Channel profit') },
  { name: 'SettleAmount', header: text('已结算', 'Settled') },
  { name: 'UnSettleAmount', header: text('未结算', 'Unsettled') },
]
const units = unitsOf(ReportRow)

/** Makes a task of the settlement summary as it is filtered and sorted now. */
export async function startExport(
  ctx: Ctx<'rule'>,
  level: Level,
  sent: Params,
): Promise<ResultOf<typeof reports.channelSettle>> {
  const { db, caller, clock, info } = ctx
  const { page: _page, limit: _limit, event: _event, ...params } = sent
  // The range is fixed now: "the last 7 days" are those of the moment of asking.
  const { from, to } = settleQuery(clock, level, params)
  const taskId = await startTask(db, {
    accountId: caller.accountId,
    kind: `reports.${level}Settle`,
    title: reports[`${level}Settle`].title[info.lang],
    language: info.lang,
    params: { ...params, startTime: from, endTime: to },
    tipType: 'showDownloadMsg',
  })
  return { taskId }
}

const chainText = ({ channel, subChannel, salesman }: Row['proxyInfo']) =>
  [channel, subChannel, salesman]
    .filter(({ Account }) => Account !== '')
    .map(({ RoleId, Account, Remark }) => [RoleId, Account, Remark].filter(Boolean).join(' '))
    .join(' / ')

/** Rows for people, one by one as the cursor gives them. */
async function* dressed({ services, task, caller }: TaskContext, level: Level) {
  const { reportDb: db, clock } = services
  // What was parsed once is kept as it was.
  const params = task.params as Omit<Params, 'page' | 'limit'>
  for await (const row of reportRows(caller.scope, db, settleQuery(clock, level, params), params)) {
    const shown = reportRow(row, 'of now')
    yield { ...shown, chain: chainText(shown.proxyInfo) }
  }
}

const sheetColumns = (language: Language) =>
  columns.map(({ name, header }) => {
    const unit = name === 'chain' ? undefined : units[name]
    return { key: name, title: header[language], ...(unit ? { unit } : {}) }
  })

/** The work behind the exports of the three settlement summaries. */
export const exportRunners: readonly TaskRunner[] = (Object.keys(levels) as Level[]).map((level) => ({
  kind: `reports.${level}Settle`,
  endpoint: reports[`${level}Settle`],
  run: (context) =>
    exportSheet(context, { columns: sheetColumns(context.task.language), rows: dressed(context, level) }),
}))
