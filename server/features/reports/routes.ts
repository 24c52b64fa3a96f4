import type { features } from '../../../contract/index.ts'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import type { Level } from '../../../contract/reports.ts'
import type { Ctx, Handlers } from '../../kit/http/handler.ts'
import { apiFees, setApiFee } from './api-fees.ts'
import { explain } from './explain.ts'
import { startExport } from './export.ts'
import { channelLogin } from './login.ts'
import { daily, live, monthly, settle, summary, todayOf } from './reads.ts'
import { startRepair } from './repair.ts'

type Reports = typeof features.reports
type Rule = Ctx<'rule'>

/** Words by which a list is asked to become a file; the documents use several. */
const exporting = new Set(['asyncexport', 'export', 'asynctask'])

const settleOrExport = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['channelSettle']>) =>
  exporting.has(params.event?.toLowerCase() ?? '')
    ? startExport(ctx, level, params)
    : settle(ctx, level, params)

const repair = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['channelRepair']>) =>
  startRepair(ctx, level, params)
const login = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['channelLogin']>) =>
  channelLogin(ctx, level, params)

/** The calls of the channel side's reports: one engine, three levels. */
export const reportHandlers: Handlers<Reports> = {
  channelDaily: daily('channel'),
  channelSummary: summary('channel'),
  channelSettle: settleOrExport('channel'),
  channelLive: live('channel'),
  channelRepair: repair('channel'),
  channelLogin: login('channel'),
  subChannelDaily: daily('subChannel'),
  subChannelMonthly: monthly('subChannel'),
  subChannelSummary: summary('subChannel'),
  subChannelSettle: settleOrExport('subChannel'),
  subChannelLive: live('subChannel'),
  subChannelRepair: repair('subChannel'),
  subChannelLogin: login('subChannel'),
  salesmanDaily: daily('salesman'),
  salesmanMonthly: monthly('salesman'),
  salesmanSummary: summary('salesman'),
  salesmanSettle: settleOrExport('salesman'),
  salesmanLive: live('salesman'),
  salesmanRepair: repair('salesman'),
  salesmanLogin: login('salesman'),
  today: todayOf,
  apiFees,
  apiFeeSet: setApiFee,
  explain,
}
