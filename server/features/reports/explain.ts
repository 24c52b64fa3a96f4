import { sql } from 'kysely'
import { add, type Derived, derivedNames, noDerived, noSums, sumNames } from '../../../contract/figures.ts'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import type { Explanation } from '../../../contract/reports-explain.ts'
import type { Explainable } from '../../../contract/reports-rows.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { type DayAnew, daysKnownAt, daysOf } from './explain-days.ts'
import { sumsFrom } from './figures-sql.ts'
import { rangeOf } from './ranges.ts'

const mostDays = 400

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
  params: ParamsOf<typeof features.reports.explain>,
): Promise<Explanation> {
  const { reportDb: db, clock, caller } = ctx
  const { field, platform_id: platformId, account_id: accountId, start, end, known_at: knownAt } = params
  await reachable(caller.scope, db, platformId, accountId)
  const range = start || end ? rangeOf(clock, { start, end, usual: 1 }, ['start', 'end']) : null
  const whose = { platformId, accountId, range }
  const [days, settled, total, names, corrections] = await Promise.all([
    knownAt ? daysKnownAt(db, whose, knownAt) : daysOf(db, whose),
    settledIn(db, whose, knownAt),
    range || knownAt ? null : totalOf(db, platformId, accountId),
    apiNames(db),
    correctionsIn(ctx, whose, knownAt),
  ])
  const anew = { sums: noSums(), derived: noDerived() }
  const kept = { sums: noSums(), derived: noDerived() }
  for (const day of days) {
    add(anew.sums, day.sums, sumNames)
    add(anew.derived, day.anew, derivedNames)
    add(kept.sums, day.sums, sumNames)
    add(kept.derived, day.kept, derivedNames)
  }
  const stored = total ?? kept
  const [figure, again] = [stored, anew].map(({ sums, derived }) => valueOf(field, sums, derived, settled))
  return {
    field,
    kept: toPlain(figure ?? 0n),
    anew: toPlain(again ?? 0n),
    equal: figure === again,
    days: days.slice(0, mostDays).map((day) => dressed(day, names)),
    count: days.length,
    corrections,
    settled: toPlain(settled),
  }
}

function dressed({ day, restated, sums, parts, anew, terms }: DayAnew, names: ReadonlyMap<number, string>) {
  const { rates, manualFee, payoutToo } = terms
  return {
    day,
    Deposit: toPlain(sums.deposit),
    Withdraw: toPlain(sums.withdraw),
    PlatformWinLose: toPlain(anew.platform_win_lose),
    passage_point: rates.passage_point / 10,
    dividend_point: rates.dividend_point / 10,
    payout_point: payoutToo ? rates.withdraw_point / 10 : 0,
    manual_fee: manualFee === null ? null : toPlain(manualFee),
    PassageFee: toPlain(anew.passage_fee),
    ApiFee: toPlain(anew.api_fee),
    RealApiFee: toPlain(anew.real_api_fee),
    RealIncome: toPlain(anew.real_income),
    RealProfit: toPlain(anew.real_profit),
    restated,
    apis: Object.entries(parts).map(([api, amount]) => ({
      api_id: Number(api),
      name: names.get(Number(api)) ?? api,
      amount: toPlain(amount),
      point: (rates.api_points[api] ?? 0) / 10,
    })),
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

type Whose = Parameters<typeof daysOf>[1]

async function settledIn(
  db: Db,
  { platformId, accountId, range }: Whose,
  knownAt: string | undefined,
): Promise<bigint> {
  const { rows } = await sql<{ settled: bigint }>`
    select coalesce(sum(amount), 0)::bigint as settled from settle_log
    where account_id = ${accountId} and platform_id = ${platformId}
      and ${range ? sql`to_day between ${range.from}::date and ${range.to}::date` : sql`true`}
      and ${knownAt ? sql`booked_day <= ${knownAt}::date` : sql`true`}`.execute(db)
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

/** Corrections booked in the range; read as known at a day, those about it that were booked by then. */
async function correctionsIn(
  { reportDb: db, clock }: Pick<Ctx<'rule'>, 'reportDb' | 'clock'>,
  { platformId, accountId, range }: Whose,
  knownAt: string | undefined,
): Promise<Explanation['corrections']> {
  const by = knownAt ? 'origin_day' : 'booked_day'
  const rows = await db
    .selectFrom('account_restatements')
    .select([
      'booked_day',
      'origin_day',
      'deposit',
      'withdraw',
      'real_api_fee',
      'real_income',
      'real_profit',
      'at',
    ])
    .where('platform_id', '=', platformId)
    .where('account_id', '=', accountId)
    .$if(range !== null, (query) => query.where(by, '>=', range?.from ?? '').where(by, '<=', range?.to ?? ''))
    .$if(knownAt !== undefined, (query) => query.where('booked_day', '<=', knownAt ?? ''))
    .orderBy('at', 'desc')
    .limit(mostDays)
    .execute()
  return rows.map((row) => ({
    booked_day: row.booked_day,
    origin_day: row.origin_day,
    Deposit: toPlain(row.deposit),
    Withdraw: toPlain(row.withdraw),
    RealApiFee: toPlain(row.real_api_fee),
    RealIncome: toPlain(row.real_income),
    RealProfit: toPlain(row.real_profit),
    at: clock.format(row.at),
  }))
}
