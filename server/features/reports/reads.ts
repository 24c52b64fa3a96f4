import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import { platformStatusTexts } from '../../../contract/platforms.ts'
import { type Level, levels as reportLevels } from '../../../contract/reports.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { proxyConfigs } from '../accounts/index.ts'
import { liveRow, reportRow, summaryRow, whoseRows } from './dress.ts'
import { dayOfRows, report, unsettledTotal } from './engine.ts'
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
async function configsOf(ctx: Rule, level: Level): Promise<Listed['configs']> {
  const { cateList, platformList, salesman_level } = await proxyConfigs(ctx, [reportLevels[level].kind])
  const byCategory = Map.groupBy(platformList, ({ cate_id }) => cate_id)
  return {
    cateList,
    platformList,
    salesman_level,
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

/** When figures last came in, '' if never. */
async function fedAt({ db, clock }: Pick<Rule, 'db' | 'clock'>): Promise<string> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(updated_at) as at from platform_days
    where day = (select day from platform_days order by day desc limit 1)`.execute(db)
  return clock.format(rows[0]?.at ?? null)
}

async function listed(ctx: Rule, level: Level, query: ReportQuery, params: Paged): Promise<Listed> {
  const { reportDb: db, caller } = ctx
  const [{ rows, count, summary }, configs, updated_at] = await Promise.all([
    report(caller.scope, db, query, params),
    configsOf(ctx, level),
    fedAt(ctx),
  ])
  const about = await whoseRows(caller.scope, db, rows)
  // A day stands with the rates it was worked out by.
  const ofItsDay = query.grain === 'day' && !query.knownAt
  return {
    list: rows.map((row) => {
      const { whose, now } = about(row)
      return reportRow(row, whose, ofItsDay ? undefined : now)
    }),
    count,
    summary: summaryRow(summary),
    configs,
    updated_at,
  }
}

export const daily = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['channelDaily']>) => {
  const { start, end, known_at: knownAt } = params
  const range = rangeOf(ctx.clock, { start, end, usual: usualDays.daily }, ['start', 'end'])
  return listed(
    ctx,
    level,
    { kind: reportLevels[level].kind, grain: 'day', ...range, filter: params, knownAt },
    params,
  )
}

export const monthly = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['salesmanMonthly']>) => {
  const range = monthsOf(ctx.clock, params)
  return listed(
    ctx,
    level,
    { kind: reportLevels[level].kind, grain: 'month', ...range, filter: params },
    params,
  )
}

export const summary = (level: Level) => (ctx: Rule, params: ParamsOf<Reports['channelSummary']>) =>
  listed(
    ctx,
    level,
    { kind: reportLevels[level].kind, grain: 'total', from: '', to: '', filter: params },
    params,
  )

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
  const query = settleQuery(ctx.clock, level, params)
  const [answer, total] = await Promise.all([
    listed(ctx, level, query, params),
    unsettledTotal(ctx.caller.scope, ctx.reportDb, query),
  ])
  return { ...answer, unSettleAmountTotal: toPlain(total) }
}

export const live =
  (level: Level) =>
  async (ctx: Rule, params: ParamsOf<Reports['channelLive']>): Promise<ResultOf<Reports['channelLive']>> => {
    const { reportDb: db, caller, clock } = ctx
    const today = clock.dayOf(clock.now())
    const query: ReportQuery = {
      kind: reportLevels[level].kind,
      grain: 'total',
      from: today,
      to: today,
      filter: params,
      live: true,
    }
    const sorted = isTodayFigure(params.orderBy) ? { ...query, todayFirst: today } : query
    const [{ rows, count, summary: sums }, configs, updated_at] = await Promise.all([
      report(caller.scope, db, sorted, params),
      configsOf(ctx, level),
      fedAt(ctx),
    ])
    const [about, days] = await Promise.all([whoseRows(caller.scope, db, rows), dayOfRows(db, today, rows)])
    return {
      list: rows.map((row) =>
        liveRow(row, about(row).whose, days.get(`${row.platform_id} ${row.account_id}`)),
      ),
      count,
      summary: summaryRow(sums),
      configs,
      updated_at,
    }
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
    fedAt(ctx),
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
