import { sql } from 'kysely'
import { type PastOrder, playOneClick, playOrders } from '../features/settlement/index.ts'
import type { Services } from '../kit/services.ts'

/** Where the demo's channels are paid. */
const channels: readonly { username: string; sub?: string; address: string; orders: readonly PastOrder[] }[] =
  [
    { username: 'channel01', sub: 'sub01', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', orders: usual() },
    { username: 'channel02', sub: 'sub02', address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', orders: usual() },
    // Waits longer than was promised, so that finance has something to do.
    {
      username: 'channel03',
      address: 'TXm8snxrWh8i4rLoyJ6EjunxfCHapZaxwo',
      orders: [
        { daysAgo: 9, share: 14, rate: '5.4190' },
        { daysAgo: 47 / 1440, share: 20, rate: '', pending: true },
      ],
    },
  ]

/** Shares are small, so that there is always enough left to ask for today. */
function usual(): PastOrder[] {
  return [
    { daysAgo: 12, share: 12, rate: '5.4012' },
    { daysAgo: 8, share: 10, rate: '5.4235' },
    { daysAgo: 5, share: 15, rate: '' },
    { daysAgo: 4, share: 9, rate: '5.3980' },
    { daysAgo: 2, share: 7, rate: '5.4108' },
  ]
}

const everyMs = 1000
const longestMs = 15 * 60_000
const secondMs = 1000

/**
 * Gives the demo's channels a history of settlements as soon as their figures have come in from the platforms. Once: it
 * does nothing where there is a settle order already. Returns the way to stop waiting.
 */
export function playSettlements(services: Services): () => void {
  const until = Date.now() + longestMs
  let last = ''
  let stopped = false
  const look = async () => {
    if (stopped || Date.now() > until) return
    const known = await services.db.selectFrom('settle_orders').select('id').limit(1).executeTakeFirst()
    if (known) return
    const now = await profits(services)
    // The past arrives day by day; it is all there once nothing more comes for a while.
    const settled = now !== '' && now === last
    last = now
    if (settled) return play(services)
    setTimeout(() => void tried(), everyMs * 5)
  }
  const tried = () =>
    look().catch((error: unknown) => services.log.warn({ err: error }, 'the demo has no settlements'))
  setTimeout(() => void tried(), secondMs)
  return () => {
    stopped = true
  }
}

/** The days of figures each channel has, as one text; '' while some channel has no profit to settle. */
async function profits({ db }: Services): Promise<string> {
  const { rows } = await sql<{ username: string; profit: bigint; days: number }>`
    select a.username, coalesce(sum(t.real_profit), 0)::bigint as profit,
      (select count(*)::int from account_days d where d.account_id = a.id) as days
    from accounts a left join account_totals t on t.account_id = a.id
    where a.username = any(${channels.map(({ username }) => username)}::text[])
    group by a.id order by a.id`.execute(db)
  if (rows.length < channels.length || rows.some(({ profit }) => profit < 1_000_000n)) return ''
  return rows.map(({ username, days }) => `${username} ${days}`).join(', ')
}

async function play(services: Services): Promise<void> {
  const { db } = services
  const names = ['finance', ...channels.map(({ username }) => username)]
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('username', 'in', names)
    .execute()
  const ids = new Map(rows.map(({ id, username }) => [username, id]))
  const financeId = ids.get('finance') ?? 0
  for (const { username, sub, address, orders } of channels) {
    const channelId = ids.get(username) ?? 0
    await db
      .updateTable('accounts')
      .set({ withdraw_addr: address })
      .where('id', '=', channelId)
      .where('withdraw_addr', '=', '')
      .execute()
    await playOrders({ services, channelId, financeId, orders })
    if (sub) await playOneClick(services, { channelId, account: sub, daysAgo: 3, share: 30 })
  }
}
