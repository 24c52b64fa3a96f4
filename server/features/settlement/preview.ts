import { createHash } from 'node:crypto'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import { inU, withdrawable } from '../../../contract/settlement-sums.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { PreviewContent } from '../../kit/db/schema-settlement.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import type { RateForDay } from './rates.ts'
import {
  allocate,
  type Line,
  moneyFrom,
  moneyText,
  openOf,
  rateText,
  type Standing,
  wholeOf,
} from './rules.ts'
import { settledAccount, standingsOf } from './standing.ts'
import { type Terms, termsOf } from './terms.ts'

type Settlement = typeof features.settlement

/** The lines of a request, or the refusal of an amount that is too small or more than may be asked for. */
export function planRequest(standings: readonly Standing[], settleAmount: string, terms: Terms): Line[] {
  const amount = moneyFrom(settleAmount)
  if (amount < BigInt(terms.minimum) * 1000n)
    return refuse('settlement.amountMin', { min: terms.minimum }, 'settleAmount')
  const limit = withdrawable(wholeOf(standings), terms.percent)
  if (amount > limit) return refuse('settlement.aboveWithdrawable', { limit: limit / 1000n }, 'settleAmount')
  return allocate(standings, amount)
}

/** What a request would book, with the names of its platforms. */
export function contentOf(
  lines: readonly Line[],
  names: ReadonlyMap<number, string>,
  withdrawAddr: string,
  rate: bigint | undefined,
  day: string,
): PreviewContent {
  return {
    lines: lines.map(({ platform_id, amount }) => ({
      platform_id,
      name: names.get(platform_id) ?? String(platform_id),
      amount: Number(amount),
    })),
    withdraw_addr: withdrawAddr,
    rate: rate === undefined ? null : Number(rate),
    day,
  }
}

export const hashOf = (accountId: number, { lines, withdraw_addr, rate, day }: PreviewContent): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        accountId,
        lines.map(({ platform_id, amount }) => [platform_id, amount]),
        withdraw_addr,
        rate,
        day,
      ]),
    )
    .digest('hex')

/**
 * What a request of this amount would book if it were made now: the very lines, what is kept back, rate, U and address.
 * The hash goes with the request; if anything moved until then, the request is refused.
 */
export const settlePreview =
  (rateForDay: RateForDay) =>
  async (
    ctx: Ctx<'rule'>,
    { settleAmount }: ParamsOf<Settlement['settlePreview']>,
  ): Promise<ResultOf<Settlement['settlePreview']>> => {
    const { db, clock, caller } = ctx
    const now = clock.now()
    const day = clock.dayOf(now)
    const [terms, account, standings, rate] = await Promise.all([
      termsOf(ctx),
      settledAccount(db, caller.accountId),
      standingsOf(db, caller.accountId),
      rateForDay(db, day),
    ])
    const lines = planRequest(standings, settleAmount, terms)
    const at = new Map(standings.map((standing) => [standing.platform_id, standing]))
    const names = new Map(standings.map(({ platform_id, name }) => [platform_id, name]))
    const content = contentOf(lines, names, account.withdraw_addr, rate?.rate, day)
    const hash = hashOf(account.id, content)
    const shown = { hash, content: JSON.stringify(content), at: now }
    await db
      .insertInto('settle_previews')
      .values({ account_id: account.id, ...shown })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(shown))
      .execute()
    const amount = moneyFrom(settleAmount)
    return {
      amount: toPlain(amount),
      lines: lines.map((line) => {
        const standing = at.get(line.platform_id)
        const before = standing ? openOf(standing) : 0n
        return {
          platform_id: line.platform_id,
          platform_name: names.get(line.platform_id) ?? '',
          amount: toPlain(line.amount),
          before: toPlain(before),
          after: toPlain(before - line.amount),
        }
      }),
      reserve: toPlain(wholeOf(standings).open - amount),
      withdraw_addr: account.withdraw_addr,
      rate: rate ? rateText(rate.rate) : '',
      settle_u: rate ? Number(inU(amount, rate.rate).settleU) / 100 : null,
      day,
      hash,
    }
  }

/** Refuses a request whose preview no longer holds, and says what moved. */
export async function checkPreview(
  ctx: Pick<Ctx<'rule'>, 'say'>,
  tx: Db,
  { hash, accountId, now }: { hash: string; accountId: number; now: PreviewContent },
): Promise<void> {
  if (hashOf(accountId, now) === hash) return
  const shown = await tx
    .selectFrom('settle_previews')
    .select('content')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  const difference = shown ? differences(ctx, shown.content, now) : [ctx.say('settlement.movedUnknown')]
  refuse('settlement.moved', { difference: difference.join('；') }, 'hash')
}

function differences(
  { say }: Pick<Ctx<'rule'>, 'say'>,
  before: PreviewContent,
  after: PreviewContent,
): string[] {
  const found: string[] = []
  const amounts = (content: PreviewContent) => new Map(content.lines.map((line) => [line.platform_id, line]))
  const [was, is] = [amounts(before), amounts(after)]
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(id), is.get(id)]
    if (old?.amount === now?.amount) continue
    found.push(
      say('settlement.movedLine', {
        platform: now?.name ?? old?.name ?? id,
        before: moneyText(BigInt(old?.amount ?? 0)),
        after: moneyText(BigInt(now?.amount ?? 0)),
      }),
    )
  }
  if (before.withdraw_addr !== after.withdraw_addr) found.push(say('settlement.movedAddress'))
  const rate = (value: number | null) => (value === null ? '-' : rateText(BigInt(value)))
  if (before.rate !== after.rate)
    found.push(say('settlement.movedRate', { before: rate(before.rate), after: rate(after.rate) }))
  if (before.day !== after.day)
    found.push(say('settlement.movedDay', { before: before.day, after: after.day }))
  return found.length > 0 ? found : [say('settlement.movedUnknown')]
}
