import { type RawBuilder, sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Ctx } from '../../kit/http/handler.ts'

type Settlement = typeof features.settlement
type Params = ParamsOf<Settlement['settleLog']>
type Source = ResultOf<Settlement['settleLog']>['list'][number]['source']

interface Row {
  id: string
  username: string
  platform_id: number
  platform_name: string
  amount: bigint
  at: Date
  source: Source
  order_id: bigint | null
  from_day: string
  to_day: string
  create_username: string
}

/**
 * Whose records are read: the one named, to the letter but for its case; else a caller of the channel side his own, and
 * staff everybody's. Nobody reads above or beside himself.
 */
function accountsRead(scope: Scope, username: string | undefined): RawBuilder<boolean> {
  const named = username ? sql<boolean>`lower(a.username) = lower(${username})` : sql<boolean>`true`
  if (scope.everything) return named
  if (!username) return sql<boolean>`a.id = ${scope.accountId}`
  return sql<boolean>`${named} and exists (
    select 1 from account_tree below where below.ancestor_id = ${scope.accountId} and below.account_id = a.id)`
}

/** What was booked as settled: of an account, or the rows of one order, also while it is pending or if it was refused. */
export async function settleLog(
  ctx: Ctx<'rule'>,
  { page, limit, platform_id: platformId, order_id: orderId, username }: Params,
): Promise<ResultOf<Settlement['settleLog']>> {
  const { db, clock, caller } = ctx
  const whose =
    orderId === undefined || caller.scope.everything
      ? accountsRead(caller.scope, username)
      : accountsRead(caller.scope, undefined)
  const onPlatform = platformId ? sql<boolean>`l.platform_id = ${platformId}` : sql<boolean>`true`
  const source =
    orderId === undefined
      ? sql`(select s.id::text as id, s.id as n, s.account_id, s.platform_id, s.amount, s.at, s.source, s.order_id,
          s.from_day, s.to_day, s.create_username from settle_log s) l`
      : sql`(select format('%s-%s', o.id, r.position) as id, -r.position as n, o.account_id, r.platform_id, r.amount,
          coalesce(o.handled_at, o.created_at) as at,
          case o.status when 1 then 'order' when 2 then 'refused' else 'pending' end as source, o.id as order_id,
          o.day as from_day, o.day as to_day, coalesce(o.handled_by, '') as create_username
          from settle_orders o join settle_order_rows r on r.order_id = o.id where o.id = ${orderId}) l`
  const where = sql`${whose} and ${onPlatform}`
  const [rows, total, platforms, sums] = await Promise.all([
    sql<Row>`
      select l.id, a.username, l.platform_id, p.name as platform_name, l.amount, l.at, l.source, l.order_id,
        l.from_day, l.to_day, l.create_username
      from ${source} join accounts a on a.id = l.account_id join platforms p on p.id = l.platform_id
      where ${where} order by l.n desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from ${source} join accounts a on a.id = l.account_id where ${where}`.execute(
      db,
    ),
    sql<{ id: number; name: string }>`
      select p.id, p.name from platforms p where exists (
        select 1 from ${source} join accounts a on a.id = l.account_id
        where l.platform_id = p.id and ${whose}) order by p.id`.execute(db),
    sumsOf(ctx, { whose, platformId, orderId, username }),
  ])
  return {
    list: rows.rows.map(({ at, amount, order_id, ...row }) => ({
      ...row,
      amount: toPlain(amount),
      order_id: order_id === null ? null : Number(order_id),
      create_time: clock.format(at),
    })),
    count: total.rows[0]?.n ?? 0,
    configs: { platformList: platforms.rows },
    summary: sums,
  }
}

interface Sums {
  deposit: bigint
  withdraw: bigint
  passage_fee: bigint
  platform_win_lose: bigint
  real_api_fee: bigint
  real_income: bigint
  real_profit: bigint
  settled: bigint
}

interface Wanted {
  whose: RawBuilder<boolean>
  platformId: number | undefined
  orderId: number | undefined
  username: string | undefined
}

/**
 * The figures of the account since launch, on one platform if one is named. Without an account it is the channels
 * together: those below are in their figures already.
 */
async function sumsOf(
  { db, caller: { scope } }: Ctx<'rule'>,
  { whose, platformId, orderId, username }: Wanted,
): Promise<ResultOf<Settlement['settleLog']>['summary']> {
  const ofOrder = orderId
    ? sql<boolean>`a.id = (select account_id from settle_orders where id = ${orderId})`
    : sql<boolean>`true`
  const once =
    scope.everything && !username && !orderId ? sql<boolean>`a.kind = ${kind.channel}` : sql<boolean>`true`
  const { rows } = await sql<Sums>`
    select coalesce(sum(t.deposit), 0)::bigint as deposit, coalesce(sum(t.withdraw), 0)::bigint as withdraw,
      coalesce(sum(t.passage_fee), 0)::bigint as passage_fee,
      coalesce(sum(t.platform_win_lose), 0)::bigint as platform_win_lose,
      coalesce(sum(t.real_api_fee), 0)::bigint as real_api_fee,
      coalesce(sum(t.real_income), 0)::bigint as real_income,
      coalesce(sum(t.real_profit), 0)::bigint as real_profit, coalesce(sum(t.settled), 0)::bigint as settled
    from account_totals t join accounts a on a.id = t.account_id
    where ${whose} and ${ofOrder} and ${once}
      and ${platformId ? sql<boolean>`t.platform_id = ${platformId}` : sql<boolean>`true`}`.execute(db)
  const zero: Sums = {
    deposit: 0n,
    withdraw: 0n,
    passage_fee: 0n,
    platform_win_lose: 0n,
    real_api_fee: 0n,
    real_income: 0n,
    real_profit: 0n,
    settled: 0n,
  }
  const sum = rows[0] ?? zero
  return {
    Deposit: toPlain(sum.deposit),
    Withdraw: toPlain(sum.withdraw),
    DWdiff: toPlain(sum.deposit - sum.withdraw),
    PassageFee: toPlain(sum.passage_fee),
    PlatformWinLose: toPlain(sum.platform_win_lose),
    RealApiFee: toPlain(sum.real_api_fee),
    RealIncome: toPlain(sum.real_income),
    RealProfit: toPlain(sum.real_profit),
    SettleAmount: toPlain(sum.settled),
    UnSettleAmount: toPlain(sum.real_profit - sum.settled),
  }
}
