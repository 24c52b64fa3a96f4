import { sql } from 'kysely'
import { kind } from '../../../contract/kit/kinds.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import type { Terms } from './terms.ts'

/** An account that is settled, with what its requests depend on. */
export interface Settled {
  id: number
  username: string
  remark: string
  role_id: string
  pledge_u: bigint
  withdraw_addr: string
  settle_secret: Buffer | null
  settle_key_reset_at: Date | null
  withdraw_addr_changed_at: Date | null
}

const columns = sql`a.id, a.username, a.remark, a.role_id, a.pledge_u, a.withdraw_addr, a.settle_secret,
  a.settle_key_reset_at, a.withdraw_addr_changed_at`

/** The account itself. */
export async function settledAccount(db: Db, id: number): Promise<Settled> {
  const { rows } = await sql<Settled>`select ${columns} from accounts a where a.id = ${id}`.execute(db)
  return rows[0] ?? refuse('kit.notFound')
}

/** A live channel by its name, or by the id of its proxy player on any platform. */
export async function channelNamed(
  db: Db,
  { channel_account: name, ProxyId }: { channel_account?: string | undefined; ProxyId?: string | undefined },
): Promise<Settled> {
  if (!name && !ProxyId) return refuse('settlement.accountMissing', {}, 'channel_account')
  const { rows } = await sql<Settled>`
    select ${columns} from accounts a
    where a.kind = ${kind.channel} and a.deleted = 0
      and ${name ? sql<boolean>`lower(a.username) = lower(${name})` : sql<boolean>`true`}
      and ${
        ProxyId
          ? sql<boolean>`(a.role_id = ${ProxyId} or exists (
              select 1 from account_links l where l.account_id = a.id and l.proxy_id = ${ProxyId}))`
          : sql<boolean>`true`
      }
    order by a.id limit 1`.execute(db)
  return rows[0] ?? refuse('settlement.accountUnknown', {}, name ? 'channel_account' : 'ProxyId')
}

/** Whose quick settle a caller reads: a channel its own whatever it names, staff the one they name. */
export async function accountOf(
  { db, caller }: Ctx<'rule'>,
  named: { channel_account?: string | undefined; ProxyId?: string | undefined },
  terms: Terms,
): Promise<Settled> {
  if (!caller.scope.everything) return settledAccount(db, caller.accountId)
  if (!terms.staffSearch) return refuse('kit.invalidRequest')
  return channelNamed(db, named)
}

/** Until when requests wait after a change of an existing address or key; null if they need not. */
export function holdUntil(
  account: Pick<Settled, 'settle_key_reset_at' | 'withdraw_addr_changed_at'>,
  holdHours: number,
  now: Date,
): Date | null {
  const last = Math.max(
    account.settle_key_reset_at?.getTime() ?? 0,
    account.withdraw_addr_changed_at?.getTime() ?? 0,
  )
  const until = new Date(last + holdHours * 3_600_000)
  return last > 0 && holdHours > 0 && until > now ? until : null
}

export interface PlatformStanding {
  platform_id: number
  name: string
  publish_time: Date | null
  real_profit: bigint
  settled: bigint
  pending: bigint
}

/**
 * Where an account stands on each platform it has figures of, in order of giving; for a scope also zeros on the others
 * that are shown to it.
 */
export async function standingsOf(
  db: Db,
  accountId: number,
  scope?: Pick<Scope, 'everything'>,
): Promise<PlatformStanding[]> {
  const shown = !scope
    ? sql<boolean>`false`
    : scope.everything
      ? sql<boolean>`true`
      : sql<boolean>`p.channel_live_show = 1`
  const { rows } = await sql<PlatformStanding>`
    select p.id as platform_id, p.name, p.publish_time, coalesce(t.real_profit, 0)::bigint as real_profit,
      coalesce(t.settled, 0)::bigint as settled, coalesce(t.pending, 0)::bigint as pending
    from platforms p left join account_totals t on t.platform_id = p.id and t.account_id = ${accountId}
    where t.platform_id is not null or (p.deleted = 0 and p.status <> 0 and ${shown})
    order by p.publish_time nulls first, p.id`.execute(db)
  return rows
}
