import { sql } from 'kysely'
import type { Language } from '../../../contract/kit/language.ts'
import { isMessageCode, say } from '../../../contract/messages.ts'
import { autoPayoutQueued } from '../../../contract/withdrawals.ts'
import { systemTransitions } from '../../../contract/withdrawals-states.ts'
import type { Tx } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import { enqueueCommands } from '../link/index.ts'
import { type Move, type Moved, moveOrders } from './moves.ts'
import { payoutStart, submission } from './payments.ts'
import { type AutoPayoutFacts, whyNotAutomatic } from './rules.ts'

const actor = { accountId: null, username: 'auto-payout' } as const

interface Facts extends Omit<AutoPayoutFacts, 'channelOn'> {
  order_no: string
  role_id: string
  channel: number | null
}

/**
 * Pays new orders of flagged players without a reviewer, by the same claim and the same outbox as a person's submit.
 * One that does not pass stays where it is and says why.
 */
export async function payAutomatically(tx: Tx, platformId: number, arrived: readonly Moved[]): Promise<void> {
  if (arrived.length === 0) return
  const flagged = await holdFlagged(
    tx,
    platformId,
    arrived.map(({ role_id: roleId }) => roleId),
  )
  const orders = arrived.filter(({ role_id: roleId }) => flagged.has(roleId))
  if (orders.length === 0) return
  const { from, to } = systemTransitions.autoSubmit
  const claims: (Move & { channelId: number })[] = []
  const refusals: Move[] = []
  const claimedFor = new Set<string>()
  for (const { order_no: orderNo, role_id: roleId, channel, ...facts } of await gather(
    tx,
    platformId,
    orders,
  )) {
    const paying = facts.paying + (claimedFor.has(roleId) ? 1 : 0)
    const why = whyNotAutomatic({ ...facts, paying, channelOn: channel !== null })
    if (why !== null) refusals.push({ orderNo, autoMessage: why })
    else if (channel !== null) {
      claimedFor.add(roleId)
      claims.push({ ...submission(channel), orderNo, to, autoMessage: autoPayoutQueued })
    }
  }
  const claimed = await moveOrders(
    tx,
    { platformId, actor, action: 'withdrawals.autoSubmit', from, checker: '' },
    claims,
  )
  await enqueueCommands(
    tx,
    claimed.map((order) => ({
      ...payoutStart(order, actor.username),
      platformId,
      orderNo: order.order_no,
    })),
  )
  await moveOrders(tx, { platformId, actor, action: null, from }, refusals)
}

/**
 * Which of the players are flagged. Their rows are taken until the transaction ends, so that two orders of one player
 * arriving at once are weighed one after the other, each seeing what became of the other.
 */
async function holdFlagged(tx: Tx, platformId: number, roleIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ role_id: string }>`
    ${keptPlan} update players set auto_payout = 1
    where platform_id = ${platformId} and role_id = any(${[...new Set(roleIds)].toSorted()}::text[])
      and auto_payout = 1
    returning role_id`.execute(tx)
  return new Set(rows.map(({ role_id: roleId }) => roleId))
}

/** What the decision rests on, for each order, oldest first. Sums in thousandths. */
async function gather(tx: Tx, platformId: number, orders: readonly Moved[]): Promise<Facts[]> {
  const { rows } = await sql<Facts>`
    select o.order_no, o.role_id, o.amount, o.evidence,
      p.auto_per_order as "perOrder", p.auto_per_day as "perDay", c.channel_id as channel,
      (select coalesce(sum(d.amount), 0)::bigint from withdrawal_orders d
        where d.platform_id = o.platform_id and d.role_id = o.role_id and d.day = o.day
          and d.status not in (2, 3, 5)) as "sumOfDay",
      (select count(*)::int from withdrawal_orders d
        where d.platform_id = o.platform_id and d.role_id = o.role_id and d.status = 4) as paying
    from withdrawal_orders o
    join platforms p on p.id = o.platform_id
    left join payout_channels c on c.platform_id = p.id and c.channel_id = p.default_payout_channel
      and c.is_on = 1 and p.deleted = 0 and p.status in (1, 3)
    where o.platform_id = ${platformId} and o.order_no = any(${orders.map((order) => order.order_no)}::text[])
    order by o.requested_at, o.order_no`.execute(tx)
  return rows
}

/** What is stored of an automatic payout, in a reader's language; what the platform said stays as it is. */
export const autoMessageIn = (stored: string, language: Language): string =>
  isMessageCode(stored) ? say(stored, language) : stored
