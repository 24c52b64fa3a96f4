import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { rolesFor } from '../roles/index.ts'
import { chainsOf, listAccounts } from './list.ts'
import { agentRow, channelRow, proxyRow, staffRow } from './rows.ts'
import { isInSubtree } from './scope.ts'

type Accounts = typeof features.accounts

/** Roles by id, as selectors want them. */
async function roleList(db: Db, kinds: readonly Kind[]): Promise<Record<string, string>> {
  const roles = await Promise.all(kinds.map((of) => rolesFor(db, of)))
  return Object.fromEntries(roles.flat().map(({ id, title }) => [id, title]))
}

/** Categories and platforms to choose from; the channel side sees only platforms shown to it. */
async function platformSelectors(scope: Scope, db: Db) {
  const [cateList, platformList] = await Promise.all([
    db
      .selectFrom('platform_categories')
      .select(['id', 'name'])
      .where('deleted', '=', 0)
      .where('status', '<>', 0)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('platforms')
      .select(['id', 'name', 'remark', 'cate_id', 'status'])
      .where('deleted', '=', 0)
      .$if(!scope.everything, (query) => query.where('channel_live_show', '=', 1))
      .orderBy('id')
      .execute(),
  ])
  return { cateList, platformList }
}

/** Levels from 0 (all) to the deepest one the viewer can meet. */
async function levels(ctx: Ctx<'rule'>, kinds: readonly Kind[]): Promise<Record<string, string>> {
  const { scope } = ctx.caller
  const { rows } = await sql<{ deepest: number | null }>`${
    scope.everything
      ? sql`select max(d.level) as deepest from unnest(${kinds}::smallint[]) as k (kind)
          cross join lateral (select max(level) as level from accounts a where a.kind = k.kind and a.deleted = 0) d`
      : sql`select max(distance) as deepest from account_tree where ancestor_id = ${scope.accountId}`
  }`.execute(ctx.db)
  const deepest = Math.max(1, rows[0]?.deepest ?? 1)
  const named = Array.from({ length: deepest }, (_, index) => [
    index + 1,
    ctx.say('accounts.level', { level: index + 1 }),
  ])
  return Object.fromEntries([[0, ctx.say('accounts.allLevels')], ...named])
}

async function proxyConfigs(ctx: Ctx<'rule'>, kinds: readonly Kind[]) {
  const [role_list, selectors, salesman_level] = await Promise.all([
    roleList(ctx.db, kinds),
    platformSelectors(ctx.caller.scope, ctx.db),
    levels(ctx, kinds),
  ])
  return { role_list, ...selectors, salesman_level }
}

/** Staff accounts with their roles. */
export async function users(
  ctx: Ctx<'rule'>,
  params: ParamsOf<Accounts['users']>,
): Promise<ResultOf<Accounts['users']>> {
  const { db, clock, caller } = ctx
  const { rows, count } = await listAccounts(caller.scope, db, { ...params, kinds: [kind.staff], deleted: 0 })
  const ids = rows.map(({ id }) => id)
  const admins =
    ids.length === 0
      ? []
      : await db
          .selectFrom('telegram_admins')
          .selectAll()
          .where('account_id', 'in', ids)
          .orderBy('user_name')
          .execute()
  const byAccount = Map.groupBy(admins, ({ account_id }) => account_id)
  const list = rows.map((row) =>
    staffRow(
      row,
      clock,
      (byAccount.get(row.id) ?? []).map(({ user_name, type_name }) => ({ user_name, type_name })),
    ),
  )
  return { list, count, configs: { role_list: await roleList(db, [kind.staff]) } }
}

/** Channel accounts with rates, pledge and settlement address. */
export async function channels(
  ctx: Ctx<'rule'>,
  params: ParamsOf<Accounts['channels']>,
): Promise<ResultOf<Accounts['channels']>> {
  const { db, clock, caller } = ctx
  const [{ rows, count }, role_list, selectors, business] = await Promise.all([
    listAccounts(caller.scope, db, { ...params, kinds: [kind.channel], deleted: 0 }),
    roleList(db, [kind.channel]),
    platformSelectors(caller.scope, db),
    db
      .selectFrom('accounts')
      .select('business')
      .distinct()
      .where('business', '<>', '')
      .orderBy('business')
      .limit(500)
      .execute(),
  ])
  return {
    list: rows.map((row) => channelRow(row, clock)),
    count,
    configs: { role_list, ...selectors, businessList: business.map((row) => row.business) },
  }
}

/** Sub-channels or salesmen with everybody above them. */
export async function proxies(
  ctx: Ctx<'rule'>,
  of: Kind,
  params: ParamsOf<Accounts['subChannels']>,
): Promise<ResultOf<Accounts['subChannels']>> {
  const { db, clock, caller } = ctx
  const { rows, count } = await listAccounts(caller.scope, db, { ...params, kinds: [of], deleted: 0 })
  const [chains, configs] = await Promise.all([
    chainsOf(
      caller.scope,
      db,
      rows.map(({ id }) => id),
    ),
    proxyConfigs(ctx, [of]),
  ])
  return { list: rows.map((row) => proxyRow(row, clock, chains.get(row.id) ?? [])), count, configs }
}

const agentKinds = [kind.channel, kind.salesman, kind.subChannel] as const

/** Everybody of the channel side in one list, deleted ones included. */
export async function agents(
  ctx: Ctx<'rule'>,
  { type, ...params }: ParamsOf<Accounts['agents']>,
): Promise<ResultOf<Accounts['agents']>> {
  const { db, clock, caller } = ctx
  const { rows, count } = await listAccounts(caller.scope, db, { ...params, kinds: type ?? agentKinds })
  const [chains, configs] = await Promise.all([
    chainsOf(
      caller.scope,
      db,
      rows.map(({ id }) => id),
    ),
    proxyConfigs(ctx, agentKinds),
  ])
  return { list: rows.map((row) => agentRow(row, clock, chains.get(row.id) ?? [])), count, configs }
}

/** Pledge and release, newest first; a channel reads its own. */
export async function pledgeLog(
  ctx: Ctx<'rule'>,
  { page, limit, username }: ParamsOf<Accounts['pledgeUlog']>,
): Promise<ResultOf<Accounts['pledgeUlog']>> {
  const where = sql`${isInSubtree(ctx.caller.scope)}
    and ${username ? sql<boolean>`position(lower(${username}) in lower(a.username)) > 0` : sql<boolean>`true`}`
  const [rows, total] = await Promise.all([
    sql<{
      id: bigint
      username: string
      amount: bigint
      type: number
      create_username: string
      at: Date
    }>`
      select l.id, a.username, l.amount, l.type, l.create_username, l.at
      from pledge_transfers l join accounts a on a.id = l.account_id
      where ${where} order by l.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.db),
    sql<{ n: number }>`
      select count(*)::int as n from pledge_transfers l join accounts a on a.id = l.account_id
      where ${where}`.execute(ctx.db),
  ])
  return {
    list: rows.rows.map(({ id, amount, at, ...row }) => ({
      ...row,
      id: String(id),
      pledge_u: Number(amount),
      create_time: ctx.clock.format(at),
    })),
    count: total.rows[0]?.n ?? 0,
  }
}
