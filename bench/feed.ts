import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { UsedUp } from './measure.ts'
import { busySlot, slot } from './population.ts'

export interface FedOrder {
  platformId: number
  orderNo: string
}

/** Waiting orders that are there for a slot only. */
export interface Feed {
  next(): FedOrder
}

/** Names of what a benchmark adds begin so; nothing else does. */
export const fedPrefix = 'bench-'

/** Condition that finds them on an index. */
const added = `platform_id = any(array(select id from platforms)) and requested_at > now() - interval '2 hours'
  and order_no like '${fedPrefix}%'`

/** Adds waiting orders, over all platforms in turn or all on the largest. `counted` keeps the counters true to them. */
export async function feedOrders(
  client: pg.Client,
  { orders, platforms, counted }: { orders: number; platforms: number; counted: boolean },
): Promise<Feed> {
  const series = `${fedPrefix}${randomBytes(4).toString('hex')}-`
  await client.query(
    `insert into withdrawal_orders (platform_id, order_no, role_id, status, requested_at, day, amount, tax, real_pay,
       pay_way, record_type, package_name, real_name, card_no, bank_name, evidence, version, money)
     select 1 + g % $2::int, $3 || g, (1000001 + g % 20)::text, 0, now(), current_date, 500000, 10000, 490000,
       1 + g % 4, 1, 'Game', 'Name', '', 'Bank', '{"turnover": 1000, "balance": 500}', 1, 'open'
     from generate_series(0, $1::int - 1) g`,
    [orders, platforms, series],
  )
  if (counted) await count(client, 1)
  let used = 0
  return {
    next() {
      if (used >= orders) throw new UsedUp(`the ${orders} orders of this slot are used up`)
      const order = { platformId: 1 + (used % platforms), orderNo: `${series}${used}` }
      used += 1
      return order
    },
  }
}

/** Takes the added orders out again, with what hangs on them. */
export async function clearFeed(client: pg.Client, { counted }: { counted: boolean }): Promise<void> {
  if (counted) await count(client, -1)
  await client.query(`delete from withdrawal_orders where ${added}`)
  await client.query(
    `delete from link_inbox where raw <> '' and received_at > now() - interval '2 hours'
       and platform_id = any(array(select id from platforms)) and event_id like '${fedPrefix}%'`,
  )
  await client.query('truncate link_outbox, link_nonces, operation_log, operation_log_counts')
  await client.query('vacuum withdrawal_counts, withdrawal_totals')
}

/** Gives back what the slots of a case left behind, so that the next one begins as this one did. */
export async function tidy(client: pg.Client): Promise<void> {
  await client.query('vacuum withdrawal_orders, link_inbox, players')
}

async function count(client: pg.Client, sign: 1 | -1): Promise<void> {
  await client.query(
    `insert into withdrawal_counts as c (platform_id, day, status, check_user, pay_way, slot, n)
     select platform_id, day, status, check_user, pay_way, ${busySlot}, ${sign} * count(*)::int
     from withdrawal_orders where ${added} group by 1, 2, 3, 4, 5, 6
     on conflict (platform_id, day, status, check_user, pay_way, slot) do update set n = c.n + excluded.n`,
  )
  await client.query(
    `insert into withdrawal_totals as t (platform_id, status, slot, n)
     select platform_id, status, ${slot}, ${sign} * count(*)::int from withdrawal_orders where ${added} group by 1, 2, 3
     on conflict (platform_id, status, slot) do update set n = t.n + excluded.n, changes = t.changes + 1`,
  )
}
