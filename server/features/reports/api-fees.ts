import { sql } from 'kysely'
import { add, derive, derivedNames, noSums } from '../../../contract/figures.ts'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { fromPlain, toPlain } from '../../../contract/kit/units.ts'
import { audit } from '../../kit/audit.ts'
import type { Db, Tx } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { knownOf, nothing, storeLines } from './corrections.ts'
import { oneCorrectionAtATime, whileRatesStand } from './figures-sql.ts'
import { redoDay } from './rate-change.ts'
import { ratesFor } from './rates.ts'
import { keyOf, rollUp } from './rollup.ts'

type Reports = typeof features.reports

interface Entered {
  platformId: number
  accountId: number
  day: string
  /** In thousandths; null takes it back to the computed one. */
  amount: bigint | null
  remark: string
}

/**
 * Enters the fee of the games' vendors by hand for one day of an account on a platform, or takes it back. An open day
 * is worked out anew at once. A closed one keeps its figures: the difference is a restatement booked today.
 */
export async function setApiFee(
  ctx: Ctx<'rule'>,
  params: ParamsOf<Reports['apiFeeSet']>,
): Promise<ResultOf<Reports['apiFeeSet']>> {
  const { caller, clock } = ctx
  const entered: Entered = {
    platformId: params.platform_id,
    accountId: params.account_id,
    day: params.day,
    amount: params.amount === undefined ? null : fromPlain(params.amount),
    remark: params.remark ?? '',
  }
  const today = clock.dayOf(clock.now())
  return ctx.db.transaction().execute(async (tx) => {
    await whileRatesStand(tx, entered.platformId)
    const row = await tx
      .selectFrom('account_days')
      .select('real_api_fee')
      .where('platform_id', '=', entered.platformId)
      .where('account_id', '=', entered.accountId)
      .where('day', '=', entered.day)
      .executeTakeFirst()
    if (!row) return refuse('reports.noFigures', {}, 'day')
    const closed = await isClosed(tx, entered)
    const before = closed ? await enterLate(ctx, tx, entered, today) : await enterOpen(ctx, tx, entered)
    await audit(tx, {
      actor: caller,
      action: 'reports.apiFeeSet',
      entity: 'account',
      entityId: String(entered.accountId),
      before: { fee: before },
      after: {
        platform_id: entered.platformId,
        day: entered.day,
        fee: entered.amount,
        booked_day: closed ? today : entered.day,
      },
      reason: entered.remark,
    })
    return { booked_day: closed ? today : entered.day }
  })
}

async function isClosed(tx: Tx, { platformId, day }: Entered): Promise<boolean> {
  const row = await tx
    .selectFrom('closed_days')
    .select('day')
    .where('platform_id', '=', platformId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row !== undefined
}

/** Answers the fee there was. */
async function enterOpen({ caller, clock }: Ctx<'rule'>, tx: Tx, entered: Entered): Promise<bigint | null> {
  const { platformId: platform_id, accountId: account_id, day, amount, remark } = entered
  const changed = { remark, changed_by: caller.username, changed_at: clock.now() }
  const old = await tx
    .deleteFrom('manual_api_fees')
    .where('platform_id', '=', platform_id)
    .where('account_id', '=', account_id)
    .where('day', '=', day)
    .returning('amount')
    .executeTakeFirst()
  if (amount !== null)
    await tx
      .insertInto('manual_api_fees')
      .values({ platform_id, account_id, day, amount, ...changed })
      .execute()
  await redoDay(tx, platform_id, day, [account_id])
  return old?.amount ?? null
}

async function enterLate(
  { caller, clock }: Ctx<'rule'>,
  tx: Tx,
  { platformId, accountId, day, amount, remark }: Entered,
  today: string,
): Promise<bigint | null> {
  await oneCorrectionAtATime(tx, platformId)
  const keys = [{ account_id: accountId, accountId, day }]
  const before = (await knownOf(tx, platformId, keys)).get(keyOf(accountId, day)) ?? nothing()
  const terms = (await ratesFor(tx, platformId, keys, today))(accountId, day)
  const { id } = await tx
    .insertInto('late_api_fees')
    .values({
      platform_id: platformId,
      account_id: accountId,
      day,
      booked_day: today,
      amount,
      remark,
      changed_by: caller.username,
      changed_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const derived = derive({ sums: before.sums, parts: before.parts, ...terms, manualFee: amount })
  add(derived, before.derived, derivedNames, -1n)
  const none = { sums: noSums(), parts: {} }
  await storeLines(tx, platformId, today, [{ accountId, day, correctionId: -id, ...none, derived }])
  await rollUp(tx, platformId, [{ accountId, day: today, ...none, restates: true }])
  return terms.manualFee
}

/** The fees entered by hand, newest first: those of open days as they stand, those of closed days one by one. */
export async function apiFees(
  { reportDb: db, clock }: Ctx<'rule'>,
  { page, limit, platform_id: platformId, account_id: accountId }: ParamsOf<Reports['apiFees']>,
): Promise<ResultOf<Reports['apiFees']>> {
  const narrowed = sql`(${platformId ?? null}::int is null or f.platform_id = ${platformId ?? null}::int)
    and (${accountId ?? null}::int is null or f.account_id = ${accountId ?? null}::int)`
  const every = sql`(
    select platform_id, account_id, day, day as booked_day, amount, remark, changed_by, changed_at from manual_api_fees
    union all
    select platform_id, account_id, day, booked_day, amount, remark, changed_by, changed_at from late_api_fees)`
  const [rows, count] = await Promise.all([listed(db), counted(db)])
  return { list: rows, count }

  async function listed(from: Db): Promise<ResultOf<Reports['apiFees']>['list']> {
    const found = await sql<FeeRow>`
      select f.*, p.name as platform_name, a.username from ${every} f
      join platforms p on p.id = f.platform_id join accounts a on a.id = f.account_id
      where ${narrowed} order by f.changed_at desc, f.day desc
      limit ${limit} offset ${(page - 1) * limit}`.execute(from)
    return found.rows.map((row) => ({
      platform_id: row.platform_id,
      platform_name: row.platform_name,
      account_id: row.account_id,
      channel_account: row.username,
      day: row.day,
      booked_day: row.booked_day,
      amount: row.amount === null ? null : toPlain(row.amount),
      remark: row.remark,
      create_username: row.changed_by,
      create_time: clock.format(row.changed_at),
    }))
  }
  async function counted(from: Db): Promise<number> {
    const found = await sql<{ count: number }>`
      select count(*)::int as count from ${every} f where ${narrowed}`.execute(from)
    return found.rows[0]?.count ?? 0
  }
}

interface FeeRow {
  platform_id: number
  platform_name: string
  account_id: number
  username: string
  day: string
  booked_day: string
  amount: bigint | null
  remark: string
  changed_by: string
  changed_at: Date
}
