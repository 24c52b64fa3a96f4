import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import { platformStatusTexts } from '../../../contract/platforms.ts'
import { type Level, levels as reportLevels } from '../../../contract/reports.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { levelNames, type PlacesOffered } from '../accounts/index.ts'
import { liveRow, reportRow, summaryRow } from './dress.ts'
import { lastFed, report } from './engine.ts'
import { isTodayFigure, type ReportFilter, type ReportQuery } from './query.ts'
import { monthsOf, rangeOf } from './ranges.ts'

type Reports = typeof features.reports
type Rule = Ctx<'rule'>
type Listed = ResultOf<Reports['channelDaily']>
type Paged = ReportFilter & {
  page: number
  limit: number
  orderBy?: string | undefined
  orderType?: 'asc' | 'desc' | undefined
}

/** Days a daily report and a settlement summary show unless asked otherwise. */
const usualDays = { daily: 20, settle: 7 } as const

/** What the selectors of a report offer. */
function configsOf(ctx: Rule, { cateList, platformList, deepest }: PlacesOffered): Listed['configs'] {
  const byCategory = Map.groupBy(platformList, ({ cate_id }) => cate_id)
  return {
    cateList,
    platformList,
    salesman_level: levelNames(ctx, deepest),
    platformStatusDics: Object.fromEntries(
      Object.entries(platformStatusTexts).map(([status, label]) => [status, label[ctx.info.lang]]),
    ),
    catePlatformList: Object.fromEntries(
      cateList.map(({ id, name }) => [
        id,
        {
          cateName: name,
          children: (byCategory.get(id) ?? []).map((one) => ({ id: one.id, name: one.name })),
        },
      ]),
    ),
  }
}

async function asked(ctx: Rule, query: ReportQuery, params: Paged) {
  const { rows, count, summary, unsettled, offered, fedAt } = await report(
    ctx.caller.scope,
    ctx.reportDb,
    query,
    params,
  )
  const about = {
    count,
    summary: summaryRow(summary),
    configs: configsOf(ctx, offered),
    updated_at: ctx.clock.format(fedAt),
  }
  return { rows, about, unsettled }
}

async function listed(ctx: Rule, query: ReportQuery, params: Paged): Promise<Listed> {
  const { rows, about } = await asked(ctx, query, params)
  // A day stands with the rates it was worked out by.
  const rates = query.grain === 'day' && !query.knownAt ? 'of its day' : 'of now'
  return { list: rows.map((row) => reportRow(row, rates)), ...about }
}

export const daily = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['channelDaily']>) => {
  const { start, end, known_at: knownAt } = params
  const range = rangeOf(ctx.clock, { start, end, usual: usualDays.daily }, ['start', 'end'])
  return listed(
    ctx,
    { kind: reportLevels[level].kind, grain: 'day', ...range, filter: params, knownAt },
    params,
  )
}

export const monthly = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['salesmanMonthly']>) => {
  const range = monthsOf(ctx.clock, params)
  return listed(ctx, { kind: reportLevels[level].kind, grain: 'month', ...range, filter: params }, params)
}

export const summary = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['channelSummary']>) =>
  listed(ctx, { kind: reportLevels[level].kind, grain: 'total', from: '', to: '', filter: params }, params)

/** What a settlement summary is asked for, also by its export. */
export function settleQuery(clock: Rule['clock'], level: Level, params: SettleParams): ReportQuery {
  const { startTime, endTime, known_at: knownAt } = params
  const range = rangeOf(clock, { start: startTime, end: endTime, usual: usualDays.settle }, [
    'startTime',
    'endTime',
  ])
  return { kind: reportLevels[level].kind, grain: 'range', ...range, filter: params, knownAt }
}
type SettleParams = Omit<ParamsOf<Reports['channelSettle']>, 'page' | 'limit'>

export async function settle(
  ctx: Rule,
  level: Level,
  params: ParamsOf<Reports['channelSettle']>,
): Promise<ResultOf<Reports['channelSettle']>> {
  const query = { ...settleQuery(ctx.clock, level, params), unsettled: true }
  const { rows, about, unsettled } = await asked(ctx, query, params)
  return {
    list: rows.map((row) => reportRow(row, 'of now')),
    ...about,
    unSettleAmountTotal: toPlain(unsettled),
  }
}

export const live =
  (level: Level) =>
  async (ctx: Rule, params: ParamsOf<Reports['channelLive']>): Promise<ResultOf<Reports['channelLive']>> => {
    const today = ctx.clock.dayOf(ctx.clock.now())
    const query: ReportQuery = {
      kind: reportLevels[level].kind,
      grain: 'total',
      from: today,
      to: today,
      filter: params,
      live: true,
      beside: today,
      ...(isTodayFigure(params.orderBy) ? { todayFirst: today } : {}),
    }
    const { rows, about } = await asked(ctx, query, params)
    return { list: rows.map(liveRow), ...about }
  }

/** When figures last came in, '' if never. */
async function updatedAt({ db, clock }: Pick<Rule, 'db' | 'clock'>): Promise<string> {
  const { rows } = await sql<{ at: Date | null }>`select ${lastFed} as at`.execute(db)
  return clock.format(rows[0]?.at ?? null)
}

type TodayFigures = ResultOf<Reports['today']>['yesterday']

/** The caller's own figures of today, over every platform, beside those of yesterday. */
export async function todayOf(ctx: Rule): Promise<ResultOf<Reports['today']>> {
  const { reportDb: db, clock, caller } = ctx
  const day = clock.dayOf(clock.now())
  const before = clock.dayOf(new Date(clock.startOf(day).getTime() - 1))
  const [now, yesterday, updated_at] = await Promise.all([
    dayOf(db, caller.accountId, day),
    dayOf(db, caller.accountId, before),
    updatedAt(ctx),
  ])
  return { ...now, yesterday, updated_at }
}

async function dayOf(db: Db, accountId: number, day: string): Promise<TodayFigures> {
  type Row = Record<keyof TodayFigures, bigint>
  const { rows } = await sql<Row>`
    select coalesce(sum(deposit), 0)::bigint as "Deposit", coalesce(sum(withdraw), 0)::bigint as "Withdraw",
      coalesce(sum(deposit - withdraw), 0)::bigint as "DWdiff", coalesce(sum(person_count), 0)::bigint as "PersonCount",
      coalesce(sum(first_deposit_person), 0)::bigint as "FirstDepositPerson",
      coalesce(sum(first_deposit), 0)::bigint as "FirstDeposit",
      coalesce(sum(person_running), 0)::bigint as "PersonRunning", coalesce(sum(running), 0)::bigint as "Running",
      coalesce(sum(gm_up_score), 0)::bigint as "GmUpScore", coalesce(sum(adv_out), 0)::bigint as "AdvOut"
    from account_days where account_id = ${accountId} and day = ${day}::date`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum has one row')
  return {
    Deposit: toPlain(row.Deposit),
    Withdraw: toPlain(row.Withdraw),
    DWdiff: toPlain(row.DWdiff),
    PersonCount: Number(row.PersonCount),
    FirstDepositPerson: Number(row.FirstDepositPerson),
    FirstDeposit: toPlain(row.FirstDeposit),
    PersonRunning: Number(row.PersonRunning),
    Running: toPlain(row.Running),
    GmUpScore: toPlain(row.GmUpScore),
    AdvOut: toPlain(row.AdvOut),
  }
}
