import { sql } from 'kysely'
import type { Check } from '../../kit/verify.ts'

const most = 50

/** Counters against the orders they count, and orders under way against what carries them. */
export const withdrawalChecks: readonly Check[] = [
  {
    name: 'counts of withdrawal orders by platform, day, status, checker and pay way',
    async differences(db) {
      const { rows } = await sql<{ line: string }>`
        with kept as (select platform_id, day, status, check_user, pay_way, sum(n)::int as n
          from withdrawal_counts group by 1, 2, 3, 4, 5 having sum(n) <> 0),
        real as (
          select platform_id, day, status, check_user, pay_way, count(*)::int as n
          from withdrawal_orders group by 1, 2, 3, 4, 5
        )
        select concat_ws(' ', 'platform', platform_id, day, 'status', status, 'checker', check_user, 'pay way', pay_way,
          ': kept', coalesce(kept.n, 0), 'real', coalesce(real.n, 0)) as line
        from kept full join real using (platform_id, day, status, check_user, pay_way)
        where kept.n is distinct from real.n limit ${most}`.execute(db)
      return rows.map(({ line }) => line)
    },
  },
  {
    name: 'totals of withdrawal orders by platform and status',
    async differences(db) {
      const { rows } = await sql<{ line: string }>`
        with kept as (select platform_id, status, sum(n)::int as n
          from withdrawal_totals group by 1, 2 having sum(n) <> 0),
        real as (select platform_id, status, count(*)::int as n from withdrawal_orders group by 1, 2)
        select concat_ws(' ', 'platform', platform_id, 'status', status, ': kept', coalesce(kept.n, 0), 'real',
          coalesce(real.n, 0)) as line
        from kept full join real using (platform_id, status)
        where kept.n is distinct from real.n limit ${most}`.execute(db)
      return rows.map(({ line }) => line)
    },
  },
  {
    name: 'orders being paid have a payment command, and only one attempt is alive',
    async differences(db) {
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', 'platform', o.platform_id, 'order', o.order_no, ': attempt', o.attempt, 'commands', count(c.id)) as line
        from withdrawal_orders o
        left join link_outbox c on c.platform_id = o.platform_id and c.order_no = o.order_no and c.name = 'payout.start'
        where o.attempt > 0
        group by o.platform_id, o.order_no, o.attempt having count(c.id) <> o.attempt limit ${most}`.execute(
        db,
      )
      return rows.map(({ line }) => line)
    },
  },
]
