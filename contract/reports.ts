import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { labels, taskStarted } from './kit/results.ts'
import { count, plain } from './kit/units.ts'
import { CategoryOption, PlatformOption } from './platforms.ts'
import { apiFeeSet, apiFees } from './reports-api-fees.ts'
import { Explanation, ExplainParams } from './reports-explain.ts'
import { LiveRow, ReportRow, ReportSummary } from './reports-rows.ts'

/** The three levels that have reports of their own, by the name their calls use. */
export const levels = {
  channel: { kind: kind.channel, path: 'channel', title: text('渠道', 'Channel') },
  subChannel: { kind: kind.subChannel, path: 'subChannel', title: text('子渠道', 'Sub-channel') },
  salesman: { kind: kind.salesman, path: 'salesman', title: text('业务员', 'Salesman') },
} as const
export type Level = keyof typeof levels

const everybodyBut = (level: Level) =>
  level === 'channel'
    ? [kind.staff, kind.channel]
    : [kind.staff, kind.channel, kind.subChannel, kind.salesman]

const configs = z.object({
  cateList: z.array(CategoryOption),
  platformList: z.array(PlatformOption),
  platformStatusDics: labels(),
  /** Levels to choose from, 0 for all. */
  salesman_level: labels(),
  /** Platforms by category, for the picker of many. */
  catePlatformList: z.record(
    z.string(),
    z.object({ cateName: z.string(), children: z.array(z.object({ id: z.int(), name: z.string() })) }),
  ),
})

const answer = <R extends z.ZodType>(row: R) =>
  z.object({
    list: z.array(row),
    count: z.int(),
    summary: ReportSummary,
    configs,
    /** Addition: when the figures were last fed; '' if never. */
    updated_at: z.string(),
  })

const whose = () => ({
  ...p.paging(),
  ...p.sorting(),
  platform_cate_id: p.list(p.int()).optional(),
  platform_id: p.list(p.int(), { max: 1000 }).optional(),
  channel_account: p.text({ max: 100 }).optional(),
  ProxyId: p.text({ max: 19, pattern: /^\d+$/ }).optional(),
  /** Number of the direct superior's proxy player. */
  ParentID: p.text({ max: 19, pattern: /^\d+$/ }).optional(),
  /** 0 or nothing means every level. */
  accountLevel: p.int({ max: 1000 }).optional(),
})

/** Addition: the report as it was known at the end of this business day, every correction by the day it is about. */
const known = () => ({ known_at: p.day().optional() })

/** The calls every level has, under the names its pages use. */
function callsOf(level: Level) {
  const { path, title } = levels[level]
  const kinds = everybodyBut(level)
  const named = (zh: string, en: string) => text(`${title['zh-cn']}${zh}`, `${title['en-us']} ${en}`)
  return {
    daily: endpoint({
      id: `reports.${level}Daily`,
      method: 'GET',
      path: `/adminapi/${path}/channelDaily`,
      title: named('日报表', 'daily report'),
      kinds,
      params: z.object({ ...whose(), ...known(), start: p.day().optional(), end: p.day().optional() }),
      result: answer(ReportRow),
    }),
    summary: endpoint({
      id: `reports.${level}Summary`,
      method: 'GET',
      path: `/adminapi/${path}/channelSummary`,
      title: named('汇总报表', 'summary'),
      kinds,
      params: z.object(whose()),
      result: answer(ReportRow),
    }),
    settle: endpoint({
      id: `reports.${level}Settle`,
      method: 'GET',
      path: `/adminapi/${path}/settleSummary`,
      title: named('结算汇总', 'settlement summary'),
      kinds,
      params: z.object({
        ...whose(),
        ...p.paging({ limit: 50 }),
        ...known(),
        startTime: p.day().optional(),
        endTime: p.day().optional(),
        /** `asyncexport` (or `export`) makes a task of it. */
        event: p.text({ max: 20 }).optional(),
      }),
      result: answer(ReportRow)
        .extend({
          /** Cumulative unsettled profit of the accounts filtered by. */
          unSettleAmountTotal: plain(),
        })
        .partial()
        .extend({ taskId: z.string().optional() }),
    }),
    live: endpoint({
      id: `reports.${level}Live`,
      method: 'GET',
      path: `/adminapi/${path}/channelLiveList`,
      title: named('实时列表', 'live list'),
      kinds,
      params: z.object(whose()),
      result: answer(LiveRow),
    }),
    repair: endpoint({
      id: `reports.${level}Repair`,
      method: 'POST',
      path: `/adminapi/${path}/channelDailyRepair`,
      title: named('数据修复', 'data repair'),
      kinds,
      writes: true,
      params: z.object({
        platform_id: p.column(p.int({ min: 1 }), { max: 300, missing: 'reports.invalidData' }),
        ProxyId: p.column(p.text({ max: 19, pattern: /^\d+$/ }), {
          max: 300,
          missing: 'reports.invalidData',
        }),
        channel_account: p.column(p.text({ max: 64 }), { max: 300, missing: 'reports.invalidData' }),
        startTime: p.day().optional(),
        endTime: p.day().optional(),
      }),
      result: taskStarted().extend({ msg: z.string() }),
    }),
    login: endpoint({
      id: `reports.${level}Login`,
      method: 'POST',
      path: `/adminapi/${path}/accountGroupLogin`,
      title: named('后台登录', 'back end login'),
      kinds,
      writes: true,
      params: z.object({
        platformId: p.int({ min: 1, missing: 'kit.invalidRequest' }),
        channelAccount: p.text({ max: 64, missing: 'kit.invalidRequest' }),
      }),
      result: z.string(),
    }),
  }
}

function monthly(level: 'subChannel' | 'salesman') {
  const { path, title } = levels[level]
  return endpoint({
    id: `reports.${level}Monthly`,
    method: 'GET',
    path: `/adminapi/${path}/channelMonthly`,
    title: text(`${title['zh-cn']}月报表`, `${title['en-us']} monthly report`),
    kinds: everybodyBut(level),
    params: z.object({ ...whose(), start: p.month().optional(), end: p.month().optional() }),
    result: answer(ReportRow),
  })
}

const channel = callsOf('channel')
const subChannel = callsOf('subChannel')
const salesman = callsOf('salesman')

export const reports = {
  channelDaily: channel.daily,
  channelSummary: channel.summary,
  channelSettle: channel.settle,
  channelLive: channel.live,
  channelRepair: channel.repair,
  channelLogin: channel.login,
  subChannelDaily: subChannel.daily,
  subChannelMonthly: monthly('subChannel'),
  subChannelSummary: subChannel.summary,
  subChannelSettle: subChannel.settle,
  subChannelLive: subChannel.live,
  subChannelRepair: subChannel.repair,
  subChannelLogin: subChannel.login,
  salesmanDaily: salesman.daily,
  salesmanMonthly: monthly('salesman'),
  salesmanSummary: salesman.summary,
  salesmanSettle: salesman.settle,
  salesmanLive: salesman.live,
  salesmanRepair: salesman.repair,
  salesmanLogin: salesman.login,
  today: endpoint({
    id: 'reports.today',
    method: 'GET',
    path: '/adminapi/channel/todaySummary',
    title: text('渠道今日概况', 'Channel today'),
    kinds: [kind.channel],
    params: z.object({}),
    result: z.object({
      ...todayFigures(),
      /** Addition: the same figures of yesterday up to its end. */
      yesterday: z.object(todayFigures()),
      updated_at: z.string(),
    }),
  }),
  apiFees,
  apiFeeSet,
  /** Addition: how a figure of a report came about. */
  explain: endpoint({
    id: 'reports.explain',
    method: 'GET',
    path: '/adminapi/channel/explainFigure',
    title: text('数字说明', 'Explain a figure'),
    params: ExplainParams,
    result: Explanation,
  }),
}

function todayFigures() {
  return {
    Deposit: plain(),
    Withdraw: plain(),
    DWdiff: plain(),
    PersonCount: count(),
    FirstDepositPerson: count(),
    FirstDeposit: plain(),
    PersonRunning: count(),
    Running: plain(),
    GmUpScore: plain(),
    AdvOut: plain(),
  }
}

export const reportMessages = {
  'reports.invalidData': text('无效数据', 'Invalid data'),
  'reports.rangeOrder': text('开始日期不能晚于结束日期', 'The start date cannot be after the end date'),
  'reports.rangeTooLong': text(
    '日期范围不能超过 {most} 天',
    'The date range cannot be longer than {most} days',
  ),
  'reports.repairStarted': text('已提交数据修复任务', 'The data repair was submitted'),
  'reports.repairTitle': text('数据修复', 'Data repair'),
  'reports.repairing': text('正在修复 {done}/{all}', 'Repairing {done} of {all}'),
  'reports.repaired': text(
    '数据修复完成：成功 {done}，失败 {failed}',
    'Data repair done: {done} repaired, {failed} failed',
  ),
  'reports.repairFailed': text('{platform} / {account}：{reason}', '{platform} / {account}: {reason}'),
  'reports.noFigures': text('该账号当天没有数据', 'The account has no figures on that day'),
  'reports.noOpenDays': text('没有可修复的日期', 'No open days to repair'),
  'reports.setAddressFirst': text('请先设置渠道后台地址！', 'Please set the channel back end address first!'),
  'reports.notOpenYet': text('链接尚未开放，请联系客服', 'The link is not open yet, please contact support'),
  'reports.addressHttps': text(
    '渠道后台地址必须以https开头！',
    'The channel back end address must start with https!',
  ),
} as const
