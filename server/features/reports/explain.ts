import { sql } from 'kysely'
import {
  add,
  addParts,
  type Derived,
  derive,
  derivedNames,
  noDerived,
  noSums,
  sumNames,
} from '../../../contract/figures.ts'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import type { Explanation } from '../../../contract/reports-explain.ts'
import type { Explainable } from '../../../contract/reports-rows.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { carriedInto } from './carried.ts'
import { columns, type FigureName, figureNames, partsFrom, sumsFrom } from './figures-sql.ts'
import { rangeOf } from './ranges.ts'
import { ratesFor } from './rates.ts'

const mostDays = 400

type DayRow = {
  account_id: number
  day: string
  restated: boolean
  api_win_lose: Record<string, number>
} & Record<FigureName, bigint>

/** The figure of a field, in thousandths, from sums and what follows from them. */
function valueOf(
  field: Explainable,
  sums: { deposit: bigint; withdraw: bigint },
  derived: Derived,
  settled: bigint,
): bigint {
  switch (field) {
    case 'DWdiff':
      return sums.deposit - sums.withdraw
    case 'PassageFee':
      return derived.passage_fee
    case 'ApiFee':
      return derived.api_fee
    case 'RealApiFee':
      return derived.real_api_fee
    case 'RealIncome':
      return derived.real_income
    case 'RealProfit':
      return derived.real_profit
    case 'UnSettleAmount':
      return derived.real_profit - settled
  }
}

/**
 * How a figure of a report came about: the days it is made of, each with its rates and worked out anew by the same rules,
 * and the corrections booked on them. An account out of scope looks like one that does not exist.
 */
export async function explain(
  ctx: Ctx<'rule'>,
  {
    field,
    platform_id: platformId,
    account_id: accountId,
    start,
    end,
  }: ParamsOf<typeof features.reports.explain>,
): Promise<Explanation> {
  const { reportDb: db, clock, caller } = ctx
  await reachable(caller.scope, db, platformId, accountId)
  const range = start || end ? rangeOf(clock, { start, end, usual: 1 }, ['start', 'end']) : null
  const key = sql`platform_id = ${platformId} and account_id = ${accountId}`
  const during = range ? sql`day between ${range.from}::date and ${range.to}::date` : sql`true`
  const [{ rows: days }, settled, total] = await Promise.all([
    sql<DayRow>`
      select account_id, day, restated, api_win_lose, ${columns(figureNames)} from account_days
      where ${key} and ${during} order by day desc`.execute(db),
    settledIn(db, platformId, accountId, range),
    range ? null : totalOf(db, platformId, accountId),
  ])
  const carried = await carriedInto(
    db,
    platformId,
    days.filter(({ restated }) => restated),
  )
  const termsOf = await ratesFor(
    db,
    platformId,
    days.map(({ day }) => ({ accountId, day })),
  )
  const names = await apiNames(db)
  const anew = { sums: noSums(), derived: noDerived() }
  const kept = { sums: noSums(), derived: noDerived() }
  const explained = days.map((row) => {
    const over = carried.get(`${accountId} ${row.day}`)
    const { rates, manualFee } = termsOf(accountId, row.day)
    const own = sumsFrom(row)
    const parts = partsFrom(row.api_win_lose)
    if (over) add(own, over.sums, sumNames, -1n)
    const is = derive({ sums: own, parts: over ? addParts(parts, over.parts, -1n) : parts, rates, manualFee })
    if (over) add(is, over.derived, derivedNames)
    add(anew.sums, sumsFrom(row), sumNames)
    add(anew.derived, is, derivedNames)
    add(kept.sums, sumsFrom(row), sumNames)
    add(kept.derived, row, derivedNames)
    return {
      day: row.day,
      Deposit: toPlain(row.deposit),
      Withdraw: toPlain(row.withdraw),
      PlatformWinLose: toPlain(row.platform_win_lose),
      passage_point: rates.passage_point / 10,
      dividend_point: rates.dividend_point / 10,
      PassageFee: toPlain(is.passage_fee),
      ApiFee: toPlain(is.api_fee),
      RealApiFee: toPlain(is.real_api_fee),
      RealIncome: toPlain(is.real_income),
      RealProfit: toPlain(is.real_profit),
      restated: row.restated,
      apis: Object.entries(parts).map(([api, amount]) => ({
        api_id: Number(api),
        name: names.get(Number(api)) ?? api,
        amount: toPlain(amount),
        point: (rates.api_points[api] ?? 0) / 10,
      })),
    }
  })
  const stored = total ?? kept
  const [figure, again] = [stored, anew].map(({ sums, derived }) => valueOf(field, sums, derived, settled))
  return {
    field,
    kept: toPlain(figure ?? 0n),
    anew: toPlain(again ?? 0n),
    equal: figure === again,
    days: explained.slice(0, mostDays),
    count: explained.length,
    corrections: await correctionsIn(ctx, platformId, accountId, range),
    settled: toPlain(settled),
  }
}

async function reachable(scope: Scope, db: Db, platformId: number, accountId: number): Promise<void> {
  const mine = scope.everything
    ? sql`true`
    : sql`exists (select 1 from account_tree t where t.account_id = a.id and t.ancestor_id = ${scope.accountId})`
  const { rows } = await sql`
    select 1 from accounts a, platforms p
    where a.id = ${accountId} and a.kind <> 1 and ${mine} and p.id = ${platformId} and p.deleted = 0 and p.status <> 0`.execute(
    db,
  )
  if (rows.length === 0) refuse('kit.notFound', {}, 'account_id')
}

type Range = { from: string; to: string } | null

async function settledIn(db: Db, platformId: number, accountId: number, range: Range): Promise<bigint> {
  const { rows } = await sql<{ settled: bigint }>`
    select coalesce(sum(amount), 0)::bigint as settled from settle_log
    where account_id = ${accountId} and platform_id = ${platformId}
      and ${range ? sql`to_day between ${range.from}::date and ${range.to}::date` : sql`true`}`.execute(db)
  return rows[0]?.settled ?? 0n
}

async function totalOf(db: Db, platformId: number, accountId: number) {
  const row = await db
    .selectFrom('account_totals')
    .selectAll()
    .where('platform_id', '=', platformId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? { sums: sumsFrom(row), derived: row } : { sums: noSums(), derived: noDerived() }
}

async function apiNames(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('game_apis').select(['api_id', 'name']).execute()
  return new Map(rows.map(({ api_id, name }) => [api_id, name]))
}

async function correctionsIn(
  { reportDb: db, clock }: Pick<Ctx<'rule'>, 'reportDb' | 'clock'>,
  platformId: number,
  accountId: number,
  range: Range,
): Promise<Explanation['corrections']> {
  const rows = await db
    .selectFrom('account_restatements')
    .select(['booked_day', 'origin_day', 'deposit', 'withdraw', 'real_income', 'real_profit', 'at'])
    .where('platform_id', '=', platformId)
    .where('account_id', '=', accountId)
    .$if(range !== null, (query) =>
      query.where('booked_day', '>=', range?.from ?? '').where('booked_day', '<=', range?.to ?? ''),
    )
    .orderBy('correction_id', 'desc')
    .limit(mostDays)
    .execute()
  return rows.map((row) => ({
    booked_day: row.booked_day,
    origin_day: row.origin_day,
    Deposit: toPlain(row.deposit),
    Withdraw: toPlain(row.withdraw),
    RealIncome: toPlain(row.real_income),
    RealProfit: toPlain(row.real_profit),
    at: clock.format(row.at),
  }))
}
