import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'

/** Holding the rule of this call makes a staff account a group admin on the home page. */
const groupAdminRule = '/adminapi/platform/todaysummary'

export interface SignInAccount {
  id: number
  username: string
  kind: Kind
  group_id: number
  proxy_id: string
  role_title: string
  password_hash: string
  sign_secret: Buffer | null
  sign_secret_pending: Buffer | null
  sign_pending_at: Date | null
  /** Neither it nor a superior is disabled or deleted, and its role is enabled. */
  usable: boolean
}

/** The account of a name, in any spelling; deleted ones are no accounts. */
export async function accountForSignIn(db: Db, username: string): Promise<SignInAccount | undefined> {
  const { rows } = await sql<SignInAccount>`
    select a.id, a.username, a.kind, a.group_id, a.role_id as proxy_id, r.title as role_title, a.password_hash,
      a.sign_secret, a.sign_secret_pending, a.sign_pending_at,
      a.status <> 0 and r.status <> 0 and not exists (
        select 1 from account_tree t join accounts superior on superior.id = t.ancestor_id
        where t.account_id = a.id and t.distance > 0 and (superior.status = 0 or superior.deleted = 1)
      ) as usable
    from accounts a join roles r on r.id = a.group_id
    where lower(a.username) = lower(${username}) and a.deleted = 0`.execute(db)
  return rows[0]
}

type UserInfo = ResultOf<typeof features.signIn.menus>['user_info']

/** What the console knows of its user. */
export function userInfoOf(
  account: {
    id: number
    username: string
    kind: Kind
    group_id: number
    role_title: string
    proxy_id: string
  },
  rules: ReadonlySet<string>,
): UserInfo {
  return {
    id: account.id,
    username: account.username,
    kind: account.kind,
    group_id: account.group_id,
    title: account.role_title,
    ProxyId: account.proxy_id,
    is_group_admin: account.kind === kind.staff && rules.has(groupAdminRule),
    is_channel: account.kind === kind.channel,
  }
}

/** The caller's open sessions, newest first. */
export async function ownSessions({
  db,
  clock,
  caller,
}: Ctx<'session'>): Promise<ResultOf<typeof features.signIn.sessions>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'address', 'user_agent'])
    .where('account_id', '=', caller.accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
  const list = rows.map((row) => ({
    id: row.id,
    current: row.id === caller.sessionId,
    created_at: clock.format(row.created_at),
    last_seen_at: clock.format(row.last_seen_at),
    expires_at: clock.format(row.expires_at),
    address: row.address,
    user_agent: row.user_agent,
  }))
  return { list, count: list.length }
}

/** What an account has to know: that somebody took its settlement key away, until it has bound a new one. */
export async function toldTo({ db, clock, caller, say }: Ctx<'session'>): Promise<string[]> {
  if (caller.kind === kind.staff) return []
  const row = await db
    .selectFrom('accounts')
    .select('settle_key_reset_at')
    .where('id', '=', caller.accountId)
    .where('settle_secret', 'is', null)
    .executeTakeFirst()
  const at = row?.settle_key_reset_at
  return at ? [say('signIn.settleKeyReset', { time: clock.format(at) })] : []
}
