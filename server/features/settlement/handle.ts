import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { inU } from '../../../contract/settlement-sums.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { bookEntry, move, moveTotals, payU } from './ledger.ts'
import { type RateForDay, recentRate } from './rates.ts'
import { isFar, type Line, moneyText, rateFrom, rateText, uFrom, uText } from './rules.ts'
import { termsOf } from './terms.ts'

type Settlement = typeof features.settlement
type Params = ParamsOf<Settlement['handle']>
type Lines = ResultOf<Settlement['handle']>

interface Pending {
  id: bigint
  account_id: number
  amount: bigint
  day: string
  proposed_rate: bigint | null
  proposed_by: number | null
}

type NamedLine = Line & { name: string }

/**
 * Finance closes a pending order, once: transferred books what was reserved as settled, refused gives exactly that back.
 * The server works out the U itself. A rate far from the recent ones needs a second person. Answers one line per
 * platform.
 */
export const handleOrder =
  (rateForDay: RateForDay) =>
  async (ctx: Ctx<'rule'>, params: Params): Promise<Lines> => {
    const { db, clock } = ctx
    const found = await db
      .selectFrom('settle_orders')
      .select(['id', 'account_id', 'amount', 'day', 'status', 'proposed_rate', 'proposed_by'])
      .where('id', '=', BigInt(params.id))
      .executeTakeFirst()
    if (!found) return refuse('kit.notFound', {}, 'id')
    if (found.status !== 0) return refuse('settlement.notPending')
    if (params.status === 2) return db.transaction().execute((tx) => close(ctx, tx, found, params, null))
    const rate = params.ex_rate === undefined ? 0n : rateFrom(params.ex_rate)
    if (rate <= 0n) return refuse('settlement.rateRequired', {}, 'ex_rate')
    const paid = { rate, ...inU(found.amount, rate) }
    checkU(params.settle_u, paid.settleU)
    const today = await rateForDay(db, clock.dayOf(clock.now()))
    const recent = await recentRate(db, today?.rate ?? null)
    const { rateBand } = await termsOf(ctx)
    if (isFar(rate, recent, rateBand)) {
      const isConfirmed = found.proposed_rate === rate && found.proposed_by !== ctx.caller.accountId
      if (!isConfirmed && params.propose) return propose(ctx, found, rate)
      if (found.proposed_rate === rate && !isConfirmed) return refuse('settlement.rateOwn', {}, 'ex_rate')
      if (!isConfirmed) {
        const values = { rate: rateText(rate), recent: rateText(recent ?? 0n), band: rateBand }
        return refuse('settlement.rateFar', values, 'ex_rate')
      }
    }
    return db.transaction().execute((tx) => close(ctx, tx, found, params, paid))
  }

/** A client may say how many U it expects; it is off by at most a hundredth, or it looked at something else. */
function checkU(sent: string | undefined, settleU: bigint): void {
  if (sent === undefined) return
  const off = uFrom(sent) - settleU * 100n
  if (off > 100n || off < -100n)
    refuse('settlement.settleUDiffers', { expected: uText(settleU), given: sent }, 'settle_u')
}

/** Notes a rate that a second person has to confirm. Nothing is paid yet. */
async function propose(ctx: Ctx<'rule'>, { id, account_id }: Pending, rate: bigint): Promise<Lines> {
  const { clock, caller } = ctx
  await ctx.db.transaction().execute(async (tx) => {
    const noted = await tx
      .updateTable('settle_orders')
      .set({ proposed_rate: rate, proposed_by: caller.accountId, proposed_at: clock.now() })
      .where('id', '=', id)
      .where('status', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (!noted) return refuse('settlement.notPending')
    await audit(tx, {
      actor: caller,
      action: 'settlement.handle',
      entity: 'settle-order',
      entityId: String(id),
      after: { proposed_rate: rateText(rate) },
    })
    await announce(tx, { type: 'settlement', accountId: account_id, orderId: Number(id), status: 0 })
  })
  return [ctx.say('settlement.rateProposed', { rate: rateText(rate) })]
}

interface Paid {
  rate: bigint
  settleU: bigint
  remainder: bigint
}

/** Moves the order out of pending, together with everything that hangs on it. */
async function close(
  ctx: Ctx<'rule'>,
  tx: Db,
  { id, account_id: accountId, amount }: Pending,
  { hd_remark }: Params,
  paid: Paid | null,
): Promise<Lines> {
  const { clock, caller } = ctx
  const now = clock.now()
  // The same order of rows as a new request takes, so that neither waits for the other in a circle.
  await sql`select id from accounts where id = ${accountId} for no key update`.execute(tx)
  const closed = await tx
    .updateTable('settle_orders')
    .set({
      status: paid ? 1 : 2,
      hd_remark,
      handled_by: caller.username,
      handled_at: now,
      ex_rate: paid?.rate ?? null,
      settle_u: paid?.settleU ?? null,
      remainder: paid?.remainder ?? null,
    })
    .where('id', '=', id)
    .where('status', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (!closed) return refuse('settlement.notPending')
  await tx
    .updateTable('accounts')
    .set((eb) => ({ settle_pending: eb('settle_pending', '-', 1) }))
    .where('id', '=', accountId)
    .execute()
  const { rows: lines } = await sql<NamedLine>`
    select r.platform_id, r.amount, p.name from settle_order_rows r join platforms p on p.id = r.platform_id
    where r.order_id = ${id} order by r.position`.execute(tx)
  await bookEntry(tx, {
    key: `order:${id}:close`,
    kind: paid ? 'pay' : 'release',
    accountId,
    orderId: id,
    username: caller.username,
    at: now,
    lines: [
      ...lines.flatMap((line) => move(line.platform_id, 'pending', paid ? 'settled' : 'open', line.amount)),
      ...payU(paid?.settleU ?? 0n),
    ],
  })
  await moveTotals(
    tx,
    accountId,
    lines.map((line) => ({
      platform_id: line.platform_id,
      pending: -line.amount,
      settled: paid ? line.amount : 0n,
    })),
  )
  if (paid) {
    const day = clock.dayOf(now)
    await tx
      .insertInto('settle_log')
      .values(
        lines.map(({ platform_id, amount: part }) => ({
          platform_id,
          account_id: accountId,
          amount: part,
          from_day: day,
          to_day: day,
          booked_day: day,
          source: 'order' as const,
          order_id: id,
          create_username: caller.username,
          at: now,
        })),
      )
      .execute()
  }
  await audit(tx, {
    actor: caller,
    action: 'settlement.handle',
    entity: 'settle-order',
    entityId: String(id),
    before: { status: 0 },
    after: {
      status: paid ? 1 : 2,
      amount,
      ...(paid ? { ex_rate: rateText(paid.rate), settle_u: uText(paid.settleU) } : {}),
    },
    reason: hd_remark,
  })
  await announce(tx, { type: 'settlement', accountId, orderId: Number(id), status: paid ? 1 : 2 })
  const said = paid ? 'settlement.paidLine' : 'settlement.releasedLine'
  return lines.map((line) => ctx.say(said, { platform: line.name, amount: moneyText(line.amount) }))
}
