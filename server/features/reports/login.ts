import { sql } from 'kysely'
import { type Level, levels } from '../../../contract/reports.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { groupLoginToken } from '../link/index.ts'

/**
 * A token that signs an account in at a platform's channel back office, once, within a minute. The account must be of
 * the level and in the caller's scope; what the platform lacks is said in words for the caller's side.
 */
export async function channelLogin(
  ctx: Ctx<'rule'>,
  level: Level,
  { platformId, channelAccount }: { platformId: number; channelAccount: string },
): Promise<string> {
  const { db, caller } = ctx
  const shown = caller.scope.everything ? sql`true` : sql`p.channel_live_show = 1`
  const mine = caller.scope.everything
    ? sql`true`
    : sql`exists (select 1 from account_tree t where t.account_id = a.id and t.ancestor_id = ${caller.scope.accountId})`
  const { rows } = await sql<{ channel_url: string; username: string; kind: number; title: string }>`
    select p.channel_url, a.username, a.kind, r.title from platforms p, accounts a join roles r on r.id = a.group_id
    where p.id = ${platformId} and p.deleted = 0 and ${shown}
      and lower(a.username) = lower(${channelAccount}) and a.kind = ${levels[level].kind} and a.deleted = 0 and ${mine}`.execute(
    db,
  )
  const [found] = rows
  if (!found) return refuse('kit.invalidRequest', {}, 'channelAccount')
  if (found.channel_url === '')
    refuse(caller.scope.everything ? 'reports.setAddressFirst' : 'reports.notOpenYet')
  if (!/^https?:\/\//.test(found.channel_url)) refuse('reports.addressHttps')
  const token = await groupLoginToken(ctx, platformId, {
    kind: found.kind,
    account: found.username,
    role: found.title,
  })
  await audit(db, {
    actor: caller,
    action: `reports.${level}Login`,
    entity: 'platform',
    entityId: String(platformId),
    platformId,
    after: { account: found.username },
  })
  return token
}
