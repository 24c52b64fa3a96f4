import { type RawBuilder, sql } from 'kysely'
import { allEndpoints, features } from '../../../contract/index.ts'
import type { Endpoint, ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Caller, Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { gate } from '../../kit/http/gate.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { Refusal, refuse } from '../../kit/refusal.ts'
import { menuOf } from '../roles/index.ts'
import { callerOfAccount } from '../sign-in/index.ts'
import { isInSubtree, targetOf } from './scope.ts'

const { accounts } = features
type Accounts = typeof accounts

/** The gate's own verdict on a call. */
function passes(endpoint: Endpoint, caller: Caller): boolean {
  try {
    gate(endpoint, caller)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const reach = (scope: Scope): RawBuilder<{ n: number }> =>
  sql<{ n: number }>`select count(*)::int as n from accounts a where a.deleted = 0 and ${isInSubtree(scope)}`

/** What an account sees and may do at this moment, asked of the very code that decides it for each of its requests. */
export async function accountXray(
  ctx: Ctx<'rule'>,
  { id }: ParamsOf<Accounts['accountXray']>,
): Promise<ResultOf<Accounts['accountXray']>> {
  const { db, clock, caller, info } = ctx
  const target = await targetOf(caller.scope, db, id, { deleted: true, self: true })
  const role = await db
    .selectFrom('roles')
    .select(['id', 'title'])
    .where('id', '=', target.group_id)
    .executeTakeFirstOrThrow()
  const as = await actingAs(db, id)
  const sessions = await db
    .selectFrom('sessions')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
    .where('account_id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirstOrThrow()
  const pages = as ? await menuOf(db, as) : []
  return {
    id: target.id,
    username: target.username,
    kind: target.kind,
    role,
    blocked: as ? '' : ctx.say('signIn.disabled'),
    pages: pages.flatMap((group) =>
      (group.children.length > 0 ? group.children : [group]).map(({ id: page, title, name }) => ({
        id: page,
        title,
        name,
      })),
    ),
    calls: allEndpoints
      .filter((endpoint) => endpoint.access !== 'public')
      .map((endpoint) => {
        const allowed = as !== null && passes(endpoint, as)
        return {
          id: endpoint.id,
          method: endpoint.method,
          path: endpoint.path,
          title: endpoint.title[info.lang],
          writes: endpoint.writes,
          allowed,
          missing: allowed ? '' : endpoint.kinds.includes(target.kind) ? endpoint.rule : 'kind',
        }
      }),
    scope: {
      everything: as?.scope.everything ?? false,
      accounts: as ? ((await reach(as.scope).execute(db)).rows[0]?.n ?? 0) : 0,
      sessions: sessions.n,
    },
  }
}

/** The account as a caller; null when it may not act at all. */
async function actingAs(db: Db, id: number): Promise<Caller | null> {
  try {
    return await callerOfAccount(db, id)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const titles = new Map(allEndpoints.map((endpoint) => [endpoint.id as string, endpoint.title]))

/** What was changed about something, by whom, newest first. The channel side reads only the history of its accounts. */
export async function auditLog(
  ctx: Ctx<'rule'>,
  { entity, entityId, platform_id, page, limit }: ParamsOf<Accounts['auditLog']>,
): Promise<ResultOf<Accounts['auditLog']>> {
  const { db, clock, caller, info } = ctx
  if (!caller.scope.everything) {
    const id = /^[1-9]\d{0,8}$/.test(entityId) ? Number(entityId) : 0
    if (entity !== 'account' || id === 0) return refuse('kit.notFound', {}, 'entityId')
    await targetOf(caller.scope, db, id, { deleted: true, self: true })
  }
  const where = sql`entity = ${entity} and entity_id = ${entityId}
    and ${platform_id === undefined ? sql<boolean>`platform_id is null` : sql<boolean>`platform_id = ${platform_id}`}`
  const [rows, total] = await Promise.all([
    sql<{
      id: bigint
      at: Date
      username: string
      action: string
      before: unknown
      after: unknown
      reason: string
    }>`
      select id, at, actor as username, action, before, after, reason from audit_log
      where ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from audit_log where ${where}`.execute(db),
  ])
  return {
    list: rows.rows.map((row) => ({
      ...row,
      id: String(row.id),
      at: clock.format(row.at),
      title: titles.get(row.action)?.[info.lang] ?? row.action,
    })),
    count: total.rows[0]?.n ?? 0,
  }
}
