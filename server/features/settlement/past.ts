import { kind } from '../../../contract/kit/kinds.ts'
import { say } from '../../../contract/messages.ts'
import { withdrawable } from '../../../contract/settlement-sums.ts'
import { clockOf } from '../../kit/clock.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import type { Services } from '../../kit/services.ts'
import { callerOfAccount } from '../sign-in/index.ts'
import { handleOrder } from './handle.ts'
import { oneClickSettle } from './manual.ts'
import { openOrder } from './request.ts'
import { wholeOf } from './rules.ts'
import { standingsOf } from './standing.ts'
import { termsOf } from './terms.ts'

/** An order of the past: how many days ago, which share of what could be asked for then, and what became of it. */
export interface PastOrder {
  daysAgo: number
  /** In percent. */
  share: number
  /** Currency for one U; '' for an order that was refused. */
  rate: string
  /** Nobody has handled it yet. */
  pending?: boolean
}

interface Past {
  services: Services
  /** Who asks and who pays. */
  channelId: number
  financeId: number
  orders: readonly PastOrder[]
}

const asOf = async (services: Services, accountId: number, at: Date): Promise<Ctx<'rule'>> => ({
  ...services,
  clock: clockOf(services.clock.timeZone, () => at),
  caller: await callerOfAccount(services.db, accountId),
  info: { lang: 'zh-cn', address: '', userAgent: '', requestId: '' },
  say: (code, values) => say(code, 'zh-cn', values),
  files: [],
  raw: { body: Buffer.alloc(0), headers: {} },
})

const dayMs = 24 * 3_600_000

/** Plays orders of days gone by through the very calls of today, for a demonstration. */
export async function playOrders({ services, channelId, financeId, orders }: Past): Promise<void> {
  const now = services.clock.now().getTime()
  for (const { daysAgo, share, rate, pending } of orders) {
    const askedAt = new Date(now - daysAgo * dayMs)
    const asking = await asOf(services, channelId, askedAt)
    const terms = await termsOf(services)
    const limit = withdrawable(wholeOf(await standingsOf(services.db, channelId)), terms.percent)
    const amount = (limit * BigInt(share)) / 100_000n
    if (amount < 1n) continue
    const id = await services.db.transaction().execute((tx) =>
      openOrder(asking, tx, {
        accountId: channelId,
        settleAmount: String(amount),
        terms,
        rate: undefined,
        hash: undefined,
        keyless: true,
      }),
    )
    if (pending) continue
    const paying = await asOf(services, financeId, new Date(askedAt.getTime() + 17 * 60_000))
    await handleOrder(async () => null)(paying, {
      id: Number(id),
      status: rate ? 1 : 2,
      hd_remark: rate ? '已转账' : '地址待确认，请重新提交',
      ...(rate ? { ex_rate: rate } : {}),
    })
  }
}

/** Books a share of what a sub-channel is owed, as its channel would by one click; in percent. */
export async function playOneClick(
  services: Services,
  {
    channelId,
    account,
    daysAgo,
    share,
  }: { channelId: number; account: string; daysAgo: number; share: number },
): Promise<void> {
  const { id } = await services.db
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', account)
    .executeTakeFirstOrThrow()
  const standings = await standingsOf(services.db, id)
  const amount = (wholeOf(standings).open * BigInt(share)) / 100_000n
  const platforms = standings.filter(({ real_profit }) => real_profit !== 0n)
  if (amount < 1n) return
  const at = new Date(services.clock.now().getTime() - daysAgo * dayMs)
  await oneClickSettle(kind.subChannel)(await asOf(services, channelId, at), {
    channel_account: account,
    platform_ids: platforms.map(({ platform_id }) => platform_id),
    event: 'update',
    settleAmount: String(amount),
  })
}
