import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import { isViolation } from '../../kit/db/violations.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { checkCode } from './code.ts'
import { bookEntry, earnedSince, move, moveTotals, standingsFor } from './ledger.ts'
import { checkPreview, contentOf, planRequest } from './preview.ts'
import type { RateForDay } from './rates.ts'
import { type Line, moneyFrom, wholeOf } from './rules.ts'
import { holdUntil, type Settled, settledAccount } from './standing.ts'
import { blockedBy } from './summary.ts'
import { type Terms, termsOf } from './terms.ts'

type Settlement = typeof features.settlement

/**
 * A channel asks for its profit. Everything is reserved, platform by platform, in the transaction that makes the order;
 * the code is good once. One order at a time and one per business day, whatever races; never more than may be asked for.
 * `settleAmount` in whole currency. Returns the order's id.
 */
export const requestSettlement =
  (rateForDay: RateForDay) =>
  async (
    ctx: Ctx<'rule'>,
    { settleAmount, code, hash }: ParamsOf<Settlement['addSettleOrder']>,
  ): Promise<ResultOf<Settlement['addSettleOrder']>> => {
    const { db, clock, caller } = ctx
    const now = clock.now()
    const day = clock.dayOf(now)
    const terms = await termsOf(ctx)
    const account = await settledAccount(db, caller.accountId)
    refuseUnready(ctx, account, holdUntil(account, terms.holdHours, now))
    refuseBlocked(await blockedBy(db, account.id, day))
    const rate = await rateForDay(db, day)
    const takeCode = await checkCode(ctx, account.settle_secret, code)
    const work = db.transaction().execute(async (tx) => {
      await takeCode(tx)
      const id = await openOrder(ctx, tx, {
        accountId: account.id,
        settleAmount,
        terms,
        rate: rate?.rate,
        hash,
      })
      return { id: Number(id) }
    })
    return work.catch(sayWhichLimit)
  }

interface Wanted {
  accountId: number
  /** Whole currency. */
  settleAmount: string
  terms: Terms
  rate: bigint | undefined
  hash: string | undefined
  /** For a history played into a demonstration: the keys that confirmed it are gone. */
  keyless?: boolean
}

/** Makes the order and reserves what it asks for; everything that can refuse it is asked again in the transaction. */
export async function openOrder(
  ctx: Pick<Ctx<'rule'>, 'clock' | 'caller' | 'say'>,
  tx: Db,
  { accountId, settleAmount, terms, rate, hash, keyless = false }: Wanted,
): Promise<bigint> {
  const { clock, caller } = ctx
  const now = clock.now()
  const day = clock.dayOf(now)
  const asked = await openRequest(tx, accountId)
  if (!asked) return refuse('kit.changedMeanwhile')
  if (!keyless) refuseUnready(ctx, asked, holdUntil(asked, terms.holdHours, now))
  const standings = await standingsFor(tx, accountId, terms.percent)
  refuseBlocked(await blockedBy(tx, accountId, day))
  const lines = planRequest(standings, settleAmount, terms)
  if (hash !== undefined) {
    const content = contentOf(lines, await platformNames(tx, lines), asked.withdraw_addr, rate, day)
    await checkPreview(ctx, tx, { hash, accountId, now: content })
  }
  const whole = wholeOf(standings)
  const amount = moneyFrom(settleAmount)
  const { id } = await tx
    .insertInto('settle_orders')
    .values({
      account_id: accountId,
      day,
      amount,
      withdraw_addr: asked.withdraw_addr,
      pledge_u: asked.pledge_u,
      profit: whole.profit,
      settled: whole.settled,
      percent: terms.percent,
      preview: hash ?? '',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('settle_order_rows')
    .values(lines.map((line, position) => ({ order_id: id, position, ...line })))
    .execute()
  await moveTotals(
    tx,
    accountId,
    lines.map((line) => ({ platform_id: line.platform_id, settled: 0n, pending: line.amount })),
  )
  await bookEntry(tx, {
    key: `order:${id}:reserve`,
    kind: 'reserve',
    accountId,
    orderId: id,
    username: caller.username,
    at: now,
    lines: [
      ...(await earnedSince(tx, accountId, standings)),
      ...lines.flatMap((line) => move(line.platform_id, 'open', 'pending', line.amount)),
    ],
  })
  await audit(tx, {
    actor: caller,
    action: 'settlement.addSettleOrder',
    entity: 'settle-order',
    entityId: String(id),
    after: { amount, withdraw_addr: asked.withdraw_addr, day, lines },
  })
  await announce(tx, { type: 'settlement', accountId, orderId: Number(id), status: 0 })
  return id
}

type Ready = Pick<Settled, 'settle_secret' | 'withdraw_addr'>

/** Without key or address, or so soon after either changed, nobody may ask. */
function refuseUnready({ clock }: Pick<Ctx<'rule'>, 'clock'>, account: Ready, until: Date | null): void {
  if (account.settle_secret === null) refuse('settlement.noKey', {}, 'code')
  if (account.withdraw_addr === '') refuse('settlement.noAddress')
  if (until) refuse('settlement.onHold', { until: clock.format(until) })
}

function refuseBlocked(by: '' | 'pending' | 'today'): void {
  if (by === 'pending') refuse('settlement.pendingOrder')
  if (by === 'today') refuse('settlement.oncePerDay')
}

/** Counts a request in: the account must be alive, and its address and key are read as of this very moment. */
async function openRequest(tx: Db, id: number): Promise<(Settled & Ready) | undefined> {
  const { rows } = await sql<Settled>`
    update accounts set settle_pending = settle_pending + 1
    where id = ${id} and deleted = 0 and status <> 0
    returning id, username, remark, role_id, pledge_u, withdraw_addr, settle_secret, settle_key_reset_at,
      withdraw_addr_changed_at`.execute(tx)
  return rows[0]
}

async function platformNames(tx: Db, lines: readonly Line[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('platforms')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      lines.map(({ platform_id }) => platform_id),
    )
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What the database refused, as people say it: the limits hold even where everything before was passed by. */
function sayWhichLimit(error: unknown): never {
  if (isViolation(error, 'settle_orders_one_pending')) refuse('settlement.pendingOrder')
  if (isViolation(error, 'settle_orders_one_a_day')) refuse('settlement.oncePerDay')
  if (isViolation(error, 'settle_balances_reserve', 'settle_balances_overdraw', 'settle_orders_reserve'))
    refuse('kit.changedMeanwhile')
  throw error
}
