import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kit/db/connect.ts'
import type { Check } from '../../kit/verify.ts'

const most = 50

/** Everything, or the accounts that something was booked for, or asked, since a moment. */
type Touched = (accountId: string) => RawBuilder<unknown>

const everybody: Touched = () => sql`true`
const since =
  (moment: Date): Touched =>
  (accountId) =>
    sql`${sql.ref(accountId)} in (
    select account_id from ledger_entries where at >= ${moment}
    union select account_id from settle_orders where created_at >= ${moment})`

/** A check of accounts: of all of them, or of those touched lately. */
const check = (name: string, query: (touched: Touched) => RawBuilder<{ line: string }>): Check => {
  const lines = async (db: Db, touched: Touched) =>
    (await query(touched).execute(db)).rows.map(({ line }) => line)
  return {
    name,
    differences: (db) => lines(db, everybody),
    lately: (db, moment) => lines(db, since(moment)),
  }
}

/** The books of settlement against everything that is kept beside them. Amounts in thousandths. */
export const settlementChecks: readonly Check[] = [
  check(
    'every ledger entry adds up to nothing, in money and in U',
    (touched) => sql`
      select format('entry %s: %s %s left', entry_id, sum(amount), unit) as line
      from ledger_lines where ${touched('account_id')} group by entry_id, unit having sum(amount) <> 0 limit ${most}`,
  ),
  check(
    'balances of accounts are the sums of their ledger lines',
    (touched) => sql`
      with real as (
        select account_id, coalesce(-sum(amount) filter (where book = 'group'), 0) as earned,
          coalesce(sum(amount) filter (where book = 'pending'), 0) as pending,
          coalesce(sum(amount) filter (where book = 'settled'), 0) as settled,
          coalesce(sum(amount) filter (where book = 'paid'), 0) as paid_u
        from ledger_lines where ${touched('account_id')} group by account_id
      )
      select format('%s: kept %s/%s/%s/%s, by its lines %s/%s/%s/%s', a.username, b.earned, b.pending, b.settled,
        b.paid_u, coalesce(real.earned, 0), coalesce(real.pending, 0), coalesce(real.settled, 0),
        coalesce(real.paid_u, 0)) as line
      from (select * from settle_balances where ${touched('account_id')}) b full join real using (account_id) join accounts a on a.id = account_id
      where (coalesce(b.earned, 0), coalesce(b.pending, 0), coalesce(b.settled, 0), coalesce(b.paid_u, 0))
        is distinct from (coalesce(real.earned, 0), coalesce(real.pending, 0), coalesce(real.settled, 0),
          coalesce(real.paid_u, 0))
      limit ${most}`,
  ),
  check(
    'settled and pending of each account and platform are what the ledger says',
    (touched) => sql`
      with real as (
        select account_id, platform_id, coalesce(sum(amount) filter (where book = 'settled'), 0) as settled,
          coalesce(sum(amount) filter (where book = 'pending'), 0) as pending
        from ledger_lines where unit = 'money' and ${touched('account_id')} group by account_id, platform_id
      )
      select format('%s on platform %s: kept %s settled and %s pending, by the ledger %s and %s', a.username,
        platform_id, coalesce(t.settled, 0), coalesce(t.pending, 0), coalesce(real.settled, 0),
        coalesce(real.pending, 0)) as line
      from (select * from account_totals where (settled <> 0 or pending <> 0) and ${touched('account_id')}) t
        full join real using (account_id, platform_id) join accounts a on a.id = account_id
      where (coalesce(t.settled, 0), coalesce(t.pending, 0))
        is distinct from (coalesce(real.settled, 0), coalesce(real.pending, 0))
      limit ${most}`,
  ),
  check(
    'the settle log is what the ledger settled, per account and platform',
    (touched) => sql`
      with logged as (select account_id, platform_id, sum(amount) as amount from settle_log where ${touched('account_id')} group by 1, 2),
      booked as (select account_id, platform_id, sum(amount) as amount from ledger_lines
        where book = 'settled' and ${touched('account_id')} group by 1, 2)
      select format('%s on platform %s: log %s, ledger %s', a.username, platform_id, coalesce(logged.amount, 0),
        coalesce(booked.amount, 0)) as line
      from logged full join booked using (account_id, platform_id) join accounts a on a.id = account_id
      where coalesce(logged.amount, 0) <> coalesce(booked.amount, 0) limit ${most}`,
  ),
  check(
    'each settle order is the sum of its rows, and has the entries and the log of its status',
    (touched) => sql`
      with parts as (select order_id, sum(amount) as amount from settle_order_rows group by 1),
      logged as (select order_id, sum(amount) as amount from settle_log where source = 'order' group by 1),
      booked as (select order_id, string_agg(kind, ' ' order by id) as kinds from ledger_entries
        where order_id is not null group by 1)
      select format('order %s, status %s: amount %s, rows %s, log %s, entries %s', o.id, o.status, o.amount,
        coalesce(parts.amount, 0), coalesce(logged.amount, 0), coalesce(booked.kinds, 'none')) as line
      from settle_orders o left join parts on parts.order_id = o.id left join logged on logged.order_id = o.id
        left join booked on booked.order_id = o.id
      where ${touched('o.account_id')} and (parts.amount is distinct from o.amount
        or coalesce(logged.amount, 0) <> case o.status when 1 then o.amount else 0 end
        or booked.kinds is distinct from case o.status when 0 then 'reserve' when 1 then 'reserve pay'
          else 'reserve release' end)
      limit ${most}`,
  ),
  check(
    'U paid and what rounding left make up the orders transferred',
    (touched) => sql`
      with booked as (select e.order_id, sum(l.amount) as u from ledger_entries e
        join ledger_lines l on l.entry_id = e.id and l.book = 'paid' group by 1)
      select format('order %s: %s hundredths of U kept, %s booked, remainder %s', o.id, o.settle_u,
        coalesce(booked.u, 0), o.remainder) as line
      from settle_orders o left join booked on booked.order_id = o.id
      where o.status = 1 and ${touched('o.account_id')} and (o.settle_u <> coalesce(booked.u, 0)
        or o.amount::numeric * 1000 <> o.settle_u::numeric * o.ex_rate + o.remainder)
      limit ${most}`,
  ),
  check(
    'pending orders of each account are counted with it',
    (touched) => sql`
      select format('%s: %s kept, %s real', a.username, a.settle_pending, count(o.id)) as line
      from accounts a left join settle_orders o on o.account_id = a.id and o.status = 0
      where ${touched('a.id')} group by a.id having a.settle_pending <> count(o.id) limit ${most}`,
  ),
]
