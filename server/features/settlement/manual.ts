import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import { isViolation } from '../../kit/db/violations.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { stepUp } from '../sign-in/index.ts'
import { bookEntry, earnedSince, inOrder, move, moveTotals, standingsFor } from './ledger.ts'
import { allocate, moneyFrom, moneyText, type Standing, wholeOf } from './rules.ts'
import { termsOf } from './terms.ts'

type Settlement = typeof features.settlement
type OneClick = ParamsOf<Settlement['subChannelSettle']>
type Result = ResultOf<Settlement['subChannelSettle']>

interface Target {
  id: number
  username: string
}

/** The account a booking is for: live, of this kind, and strictly below a caller of the channel side. */
async function targetNamed({ db, caller: { scope } }: Ctx<'rule'>, name: string, of: Kind): Promise<Target> {
  const { rows } = await sql<Target>`
    select a.id, a.username from accounts a
    where lower(a.username) = lower(${name}) and a.kind = ${of} and a.deleted = 0
      and ${
        scope.everything
          ? sql<boolean>`true`
          : sql<boolean>`exists (select 1 from account_tree below where below.ancestor_id = ${scope.accountId}
              and below.account_id = a.id and below.distance > 0)`
      }`.execute(db)
  return rows[0] ?? refuse('settlement.accountUnknown', {}, 'channel_account')
}

/**
 * What can be booked by hand on some platforms: what they leave unsettled together, though never more than the account
 * is owed over all of them. In thousandths, never negative.
 */
export function manualLimit(standings: readonly Standing[], platformIds: readonly number[]): bigint {
  const chosen = standings.filter(({ platform_id }) => platformIds.includes(platform_id))
  const [those, all] = [wholeOf(chosen).open, wholeOf(standings).open]
  const least = those < all ? those : all
  return least > 0n ? least : 0n
}

/**
 * One-click settle of an account of a kind on the ticked platforms. Without an event it tells how much may be booked at
 * most; with `update` it books that much or less at once: no order, nothing is paid out.
 */
export const oneClickSettle =
  (of: Kind) =>
  async (ctx: Ctx<'rule'>, params: OneClick): Promise<Result> => {
    const target = await targetNamed(ctx, params.channel_account, of)
    const platformIds = params.platform_ids
    if (params.event !== 'update') {
      await checkPlatforms(ctx, target, platformIds, 'platform_ids')
      const standings = await unlockedStandings(ctx.db, target.id)
      return { unSettleAmountTotal: toPlain(manualLimit(standings, platformIds)) }
    }
    if (params.settleAmount === undefined) return refuse('settlement.amountMin', { min: 1 }, 'settleAmount')
    const today = ctx.clock.dayOf(ctx.clock.now())
    return book(ctx, target, {
      action: of === kind.channel ? 'settlement.channelSettle' : 'settlement.subChannelSettle',
      field: 'platform_ids',
      platformIds,
      settleAmount: params.settleAmount,
      fromDay: today,
      toDay: today,
      code: params.identify_code,
    })
  }

/** Books a channel's settlement on one platform for a range of business days: no order, nothing is paid out. */
export async function settleForRange(
  ctx: Ctx<'rule'>,
  params: ParamsOf<Settlement['settleAmountEdit']>,
): Promise<ResultOf<Settlement['settleAmountEdit']>> {
  if (params.startTime > params.endTime) return refuse('params.range', {}, 'startTime')
  const days = (Date.parse(params.endTime) - Date.parse(params.startTime)) / 86_400_000 + 1
  if (days > 366) return refuse('params.rangeTooLong', { days: 366 }, 'endTime')
  return book(ctx, await targetNamed(ctx, params.channel_account, kind.channel), {
    action: 'settlement.settleAmountEdit',
    field: 'platform_id',
    platformIds: [params.platform_id],
    settleAmount: params.settleAmount,
    fromDay: params.startTime,
    toDay: params.endTime,
    code: params.identify_code,
  })
}

interface Booking {
  action: `settlement.${string}`
  /** Parameter that named the platforms. */
  field: 'platform_id' | 'platform_ids'
  platformIds: readonly number[]
  settleAmount: string
  fromDay: string
  toDay: string
  code: string | undefined
}

async function book(ctx: Ctx<'rule'>, target: Target, booking: Booking): Promise<Result> {
  const { db, clock, caller } = ctx
  const now = clock.now()
  const amount = moneyFrom(booking.settleAmount)
  if (amount < 1000n) return refuse('settlement.amountMin', { min: 1 }, 'settleAmount')
  await checkPlatforms(ctx, target, booking.platformIds, booking.field)
  const { percent } = await termsOf(ctx)
  const confirm = await stepUp(ctx, booking.code)
  const work = db.transaction().execute(async (tx) => {
    await confirm(tx)
    const standings = await standingsFor(tx, target.id, percent)
    const limit = manualLimit(standings, booking.platformIds)
    if (amount > limit)
      return refuse('settlement.aboveUnsettled', { limit: moneyText(limit) }, 'settleAmount')
    const lines = allocate(
      standings.filter(({ platform_id }) => booking.platformIds.includes(platform_id)),
      amount,
    )
    const logged = await tx
      .insertInto('settle_log')
      .values(
        lines.map((line) => ({
          platform_id: line.platform_id,
          account_id: target.id,
          amount: line.amount,
          from_day: booking.fromDay,
          to_day: booking.toDay,
          booked_day: clock.dayOf(now),
          source: 'manual' as const,
          order_id: null,
          create_username: caller.username,
          at: now,
        })),
      )
      .returning('id')
      .execute()
    await bookEntry(tx, {
      key: `manual:${logged[0]?.id}`,
      kind: 'manual',
      accountId: target.id,
      username: caller.username,
      at: now,
      lines: [
        ...(await earnedSince(tx, target.id, standings)),
        ...lines.flatMap((line) => move(line.platform_id, 'open', 'settled', line.amount)),
      ],
    })
    await moveTotals(
      tx,
      target.id,
      lines.map((line) => ({ platform_id: line.platform_id, settled: line.amount, pending: 0n })),
    )
    await audit(tx, {
      actor: caller,
      action: booking.action,
      entity: 'account',
      entityId: String(target.id),
      after: { amount, from_day: booking.fromDay, to_day: booking.toDay, lines },
    })
    await announce(tx, { type: 'settlement', accountId: target.id, orderId: 0, status: 1 })
    return { unSettleAmountTotal: toPlain(manualLimit(settledBy(standings, lines), booking.platformIds)) }
  })
  return work.catch((error: unknown) => {
    if (isViolation(error, 'settle_balances_overdraw')) return refuse('kit.changedMeanwhile')
    throw error
  })
}

const settledBy = (
  standings: readonly Standing[],
  lines: readonly { platform_id: number; amount: bigint }[],
) =>
  standings.map((standing) => ({
    ...standing,
    settled:
      standing.settled +
      (lines.find(({ platform_id }) => platform_id === standing.platform_id)?.amount ?? 0n),
  }))

async function unlockedStandings(db: Db, accountId: number): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select platform_id, real_profit, settled, pending from account_totals where account_id = ${accountId}`.execute(
    db,
  )
  return inOrder(db, rows)
}

/** Platforms the channel side is not shown are not there for it, unless the account has figures of them. */
async function checkPlatforms(
  { db, caller }: Ctx<'rule'>,
  target: Target,
  ids: readonly number[],
  field: Booking['field'],
): Promise<void> {
  const shown = caller.scope.everything ? sql<boolean>`true` : sql<boolean>`p.channel_live_show = 1`
  const { rows: known } = await sql<{ id: number }>`
    select p.id from platforms p where p.id = any(${[...ids]}::int[]) and (${shown} or exists (
      select 1 from account_totals t where t.platform_id = p.id and t.account_id = ${target.id}))`.execute(db)
  const missing = ids.find((id) => !known.some((row) => row.id === id))
  if (missing !== undefined) refuse('settlement.platformUnknown', { id: missing }, field)
}
