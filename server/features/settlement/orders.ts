import { type RawBuilder, sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import { promisedMinutes, settleStatuses } from '../../../contract/settlement.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { isAlike } from './addresses.ts'
import type { RateForDay } from './rates.ts'
import { rateText } from './rules.ts'

type Settlement = typeof features.settlement
type Filter = ParamsOf<Settlement['orders']>

interface Row {
  id: bigint
  created_at: Date
  username: string
  withdraw_addr: string
  address_now: string
  amount: bigint
  ex_rate: bigint | null
  settle_u: bigint | null
  status: 0 | 1 | 2
  hd_remark: string
  pledge_u: bigint
  handled_by: string | null
  handled_at: Date | null
  proposed_rate: bigint | null
  proposed_by: string | null
}

const sortable: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`o.id`,
  create_time: sql`o.created_at`,
  amount: sql`o.amount`,
  ex_rate: sql`o.ex_rate`,
  settle_u: sql`o.settle_u`,
  status: sql`o.status`,
  username: sql`lower(a.username)`,
  pledge_u: sql`o.pledge_u`,
}

const longestDays = 366

/** Days, name and scope; everything but the status. */
function conditions({ caller: { scope }, clock }: Ctx<'rule'>, filter: Filter): RawBuilder<boolean> {
  const { start, end, username } = filter
  if (start && end) {
    if (start > end) refuse('params.range', {}, 'start')
    if ((Date.parse(end) - Date.parse(start)) / 86_400_000 >= longestDays)
      refuse('params.rangeTooLong', { days: longestDays }, 'end')
  }
  const all = [
    scope.everything
      ? username
        ? sql<boolean>`position(lower(${username}) in lower(a.username)) > 0`
        : sql<boolean>`true`
      : sql<boolean>`o.account_id = ${scope.accountId}`,
    ...(start ? [sql<boolean>`o.created_at >= ${clock.startOf(start)}`] : []),
    ...(end ? [sql<boolean>`o.created_at < ${clock.endOf(end)}`] : []),
  ]
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

const withStatus = (status: Filter['status']): RawBuilder<boolean> =>
  status ? sql<boolean>`o.status = any(${status}::smallint[])` : sql<boolean>`true`

async function pageOf(ctx: Ctx<'rule'>, filter: Filter): Promise<{ rows: Row[]; count: number }> {
  const { db } = ctx
  const where = sql`${conditions(ctx, filter)} and ${withStatus(filter.status)}`
  const column = sortable[filter.orderBy ?? ''] ?? sql`o.id`
  const direction = filter.orderType === 'asc' ? sql`asc` : sql`desc`
  const [found, total] = await Promise.all([
    sql<Row>`
      select o.id, o.created_at, a.username, o.withdraw_addr, a.withdraw_addr as address_now, o.amount, o.ex_rate,
        o.settle_u, o.status, o.hd_remark, o.pledge_u, o.handled_by, o.handled_at, o.proposed_rate,
        p.username as proposed_by
      from settle_orders o join accounts a on a.id = o.account_id left join accounts p on p.id = o.proposed_by
      where ${where} order by ${column} ${direction} nulls last, o.id ${direction}
      limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from settle_orders o join accounts a on a.id = o.account_id
      where ${where}`.execute(db),
  ])
  return { rows: found.rows, count: total.rows[0]?.n ?? 0 }
}

const rate = (value: bigint | null): number | null => (value === null ? null : Number(value) / 10_000)

const shared = (row: Row, clock: Clock) => ({
  id: Number(row.id),
  create_time: clock.format(row.created_at),
  username: row.username,
  withdraw_addr: row.withdraw_addr,
  amount: toPlain(row.amount),
  ex_rate: rate(row.ex_rate),
  settle_u: row.settle_u === null ? null : Number(row.settle_u) / 100,
  status: row.status,
  hd_remark: row.hd_remark,
})

const labels = (side: 'staff' | 'channel', lang: 'zh-cn' | 'en-us') =>
  Object.fromEntries(settleStatuses.map((entry) => [entry.status, entry[side][lang]]))

/** Settle orders for the channel side: a channel's own, whatever name it sends. */
export async function channelOrders(
  ctx: Ctx<'rule'>,
  filter: Filter,
): Promise<ResultOf<Settlement['channelOrders']>> {
  const { rows, count } = await pageOf(ctx, filter)
  return {
    list: rows.map((row) => shared(row, ctx.clock)),
    count,
    configs: { statusDics: labels('channel', ctx.info.lang) },
  }
}

/** Settle orders for finance, newest first, with what is pending over the whole filter but for its status. */
export const staffOrders =
  (rateForDay: RateForDay) =>
  async (ctx: Ctx<'rule'>, filter: Filter): Promise<ResultOf<Settlement['orders']>> => {
    const { db, clock, info } = ctx
    const now = clock.now()
    const where = conditions(ctx, filter)
    const [{ rows, count }, pending, today] = await Promise.all([
      pageOf(ctx, filter),
      sql<{ amount: bigint; n: number }>`
        select coalesce(sum(o.amount), 0)::bigint as amount, count(*)::int as n
        from settle_orders o join accounts a on a.id = o.account_id where ${where} and o.status = 0`.execute(
        db,
      ),
      rateForDay(db, clock.dayOf(now)),
    ])
    const notes = await addressNotes(ctx, rows)
    return {
      list: rows.map((row) => {
        const until = row.handled_at ?? now
        const waited = Math.max(0, Math.floor((until.getTime() - row.created_at.getTime()) / 60_000))
        return {
          ...shared(row, clock),
          pledge_u: Number(row.pledge_u),
          handled_by: row.handled_by ?? '',
          handled_at: clock.format(row.handled_at),
          waited_minutes: waited,
          late: row.status === 0 && waited > promisedMinutes ? 1 : 0,
          proposed_rate: rate(row.proposed_rate),
          proposed_by: row.proposed_by ?? '',
          address_note: notes.get(row.id) ?? '',
        }
      }),
      count,
      summary: {
        pendingAmount: toPlain(pending.rows[0]?.amount ?? 0n),
        pendingCount: pending.rows[0]?.n ?? 0,
      },
      configs: {
        statusDics: labels('staff', info.lang),
        rate: today ? rateText(today.rate) : '',
        rateDay: today?.day ?? '',
      },
    }
  }

/** What to look at twice before paying: a pending order whose address is another's too, looks like it, or was replaced. */
async function addressNotes({ db, say }: Ctx<'rule'>, rows: readonly Row[]): Promise<Map<bigint, string>> {
  const pending = rows.filter(({ status }) => status === 0)
  if (pending.length === 0) return new Map()
  const others = await db
    .selectFrom('accounts')
    .select(['username', 'withdraw_addr'])
    .where('withdraw_addr', '<>', '')
    .execute()
  const noteOf = (row: Row): string => {
    const rest = others.filter(({ username }) => username !== row.username)
    const same = rest.find(({ withdraw_addr }) => withdraw_addr === row.withdraw_addr)
    if (same) return say('settlement.addressShared', { username: same.username })
    const alike = rest.find(({ withdraw_addr }) => isAlike(withdraw_addr, row.withdraw_addr))
    if (alike) return say('settlement.addressAlike', { username: alike.username })
    return row.address_now === row.withdraw_addr ? '' : say('settlement.addressChanged')
  }
  return new Map(pending.map((row) => [row.id, noteOf(row)]))
}
