import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import { withdrawable } from '../../../contract/settlement-sums.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import type { RateForDay } from './rates.ts'
import { openOf, rateText, wholeOf } from './rules.ts'
import { accountOf, holdUntil, standingsOf } from './standing.ts'
import { termsOf } from './terms.ts'

type Settlement = typeof features.settlement

/**
 * What a channel earned, was paid and is owed, platform by platform, and what it may ask for now. The three amounts of
 * a platform add up to its profit.
 */
export const unsettledSummary =
  (rateForDay: RateForDay) =>
  async (
    ctx: Ctx<'rule'>,
    { ignore0, ...named }: ParamsOf<Settlement['unsettledSummaryList']>,
  ): Promise<ResultOf<Settlement['unsettledSummaryList']>> => {
    const { db, clock } = ctx
    const now = clock.now()
    const day = clock.dayOf(now)
    const terms = await termsOf(ctx)
    const account = await accountOf(ctx, named, terms)
    const [standings, rate, blocked] = await Promise.all([
      standingsOf(db, account.id, ctx.caller.scope),
      rateForDay(db, day),
      blockedBy(db, account.id, day),
    ])
    const whole = wholeOf(standings)
    const valid = withdrawable(whole, terms.percent)
    const rows = standings.map((standing) => ({
      platform_id: standing.platform_id,
      platform_name: standing.name,
      publish_time: clock.format(standing.publish_time),
      RealProfit: toPlain(standing.real_profit),
      SettleAmount: toPlain(standing.settled),
      UnsettledAmount: toPlain(openOf(standing)),
      peddingSettleAmount: toPlain(standing.pending),
    }))
    const isZero = (row: (typeof rows)[number]) =>
      row.SettleAmount === 0 && row.UnsettledAmount === 0 && row.peddingSettleAmount === 0
    return {
      totalUnsettledAmount: toPlain(whole.open),
      validUnsettledAmount: toPlain(valid),
      pendingUnsettledAmount: toPlain(whole.pending),
      pledge_u: Number(account.pledge_u),
      withdrawAddr: account.withdraw_addr,
      platformUnsettledList: ignore0 ? rows.filter((row) => !isZero(row)) : rows,
      username: account.username,
      remark: account.remark,
      ProxyId: account.role_id,
      percent: terms.percent,
      minimum: terms.minimum,
      reserve: toPlain(whole.open > valid ? whole.open - valid : 0n),
      bound: account.settle_secret !== null,
      holdUntil: clock.format(holdUntil(account, terms.holdHours, now)),
      blocked,
      day,
      rate: rate ? rateText(rate.rate) : '',
    }
  }

/** Why no request can be made on a business day: one is pending, or one was made already and not refused. */
export async function blockedBy(db: Db, accountId: number, day: string): Promise<'' | 'pending' | 'today'> {
  const orders = await db
    .selectFrom('settle_orders')
    .select(['status', 'day'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('status', '=', 0), eb.and([eb('day', '=', day), eb('status', '=', 1)])]))
    .execute()
  if (orders.some(({ status }) => status === 0)) return 'pending'
  return orders.length > 0 ? 'today' : ''
}

/** The pledge a channel holds with the group, in whole U. */
export async function ownPledge({ db, caller }: Ctx<'rule'>): Promise<ResultOf<Settlement['getPledgeU']>> {
  const { pledge_u } = await db
    .selectFrom('accounts')
    .select('pledge_u')
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  return { pledge_u: Number(pledge_u) }
}
