import { type RawBuilder, sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { rolesFor } from '../roles/index.ts'
import { listAccounts, listWithChains } from './list.ts'
import { agentRow, channelRow, proxyRow, staffRow } from './rows.ts'
import { isInSubtree } from './scope.ts'

type Accounts = typeof features.accounts

/** What every selector of the channel side is made of. */
export interface PlacesOffered {
  cateList: { id: number; name: string }[]
  platformList: { id: number; name: string; remark: string; cate_id: number; status: number }[]
  deepest: number
}

interface Selectors {
  places: PlacesOffered
  role_list: Record<string, string> | null
  businessList: string[] | null
}

/**
 * Categories and platforms, and the deepest level the viewer can meet among accounts of the kinds, as an expression for
 * one JSON value. The channel side sees only platforms shown to it.
 */
export function placesOffered(scope: Scope, kinds: readonly Kind[]): RawBuilder<PlacesOffered> {
  const shown = scope.everything ? sql`true` : sql`channel_live_show = 1`
  const deepest = scope.everything
    ? sql`select max(d.level) from unnest(${kinds}::smallint[]) as k (kind)
        cross join lateral (select max(level) as level from accounts a where a.kind = k.kind and a.deleted = 0) d`
    : sql`select max(distance) from account_tree where ancestor_id = ${scope.accountId}`
  return sql`json_build_object(
    'cateList', coalesce((select json_agg(json_build_object('id', id, 'name', name) order by id)
      from platform_categories where deleted = 0 and status <> 0), '[]'),
    'platformList', coalesce((select json_agg(json_build_object('id', id, 'name', name, 'remark', remark,
      'cate_id', cate_id, 'status', status) order by id) from platforms where deleted = 0 and ${shown}), '[]'),
    'deepest', greatest(1, (${deepest})))`
}

/** What the selectors of a list offer, in one statement: places, roles of the kinds, business people in use. */
async function selectors(ctx: Ctx<'rule'>, kinds: readonly Kind[]) {
  const business = kinds.includes(kind.channel)
    ? sql`select json_agg(business order by business) from (
        select distinct business from accounts where business <> '' order by business limit 500) known`
    : sql`null::json`
  const { rows } = await sql<Selectors>`select ${placesOffered(ctx.caller.scope, kinds)} as places,
    (select json_object_agg(id, title) from roles
      where type = any(${kinds}::smallint[]) and status <> 0) as role_list,
    (${business}) as "businessList"`.execute(ctx.db)
  const [found] = rows
  if (!found) throw new Error('selectors are one row')
  return { ...found.places, role_list: found.role_list ?? {}, businessList: found.businessList ?? [] }
}

/** Levels by number, 0 for all. */
export function levelNames({ say }: Pick<Ctx<'rule'>, 'say'>, deepest: number): Record<string, string> {
  const named = Array.from({ length: deepest }, (_, index) => [
    index + 1,
    say('accounts.level', { level: index + 1 }),
  ])
  return Object.fromEntries([[0, say('accounts.allLevels')], ...named])
}

/** What the selectors of lists of the channel side offer, with the levels by name. */
async function proxyConfigs(ctx: Ctx<'rule'>, kinds: readonly Kind[]) {
  const { deepest, businessList: _, ...offered } = await selectors(ctx, kinds)
  return { ...offered, salesman_level: levelNames(ctx, deepest) }
}

/** Staff accounts with their roles. */
export async function users(
  ctx: Ctx<'rule'>,
  params: ParamsOf<Accounts['users']>,
): Promise<ResultOf<Accounts['users']>> {
  const { db, clock, caller } = ctx
  const [{ rows, count }, roles] = await Promise.all([
    listAccounts(caller.scope, db, { ...params, kinds: [kind.staff], deleted: 0 }),
    rolesFor(db, kind.staff),
  ])
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
  return {
    list,
    count,
    configs: { role_list: Object.fromEntries(roles.map(({ id, title }) => [id, title])) },
  }
}

/** Channel accounts with rates, pledge and settlement address. */
export async function channels(
  ctx: Ctx<'rule'>,
  params: ParamsOf<Accounts['channels']>,
): Promise<ResultOf<Accounts['channels']>> {
  const { db, clock, caller } = ctx
  const [{ rows, count }, { deepest: _, ...configs }] = await Promise.all([
    listAccounts(caller.scope, db, { ...params, kinds: [kind.channel], deleted: 0 }),
    selectors(ctx, [kind.channel]),
  ])
  return { list: rows.map((row) => channelRow(row, clock)), count, configs }
}

/** Sub-channels or salesmen with everybody above them. */
export async function proxies(
  ctx: Ctx<'rule'>,
  of: Kind,
  params: ParamsOf<Accounts['subChannels']>,
): Promise<ResultOf<Accounts['subChannels']>> {
  const { db, clock, caller } = ctx
  const [{ rows, count, chains }, configs] = await Promise.all([
    listWithChains(caller.scope, db, { ...params, kinds: [of], deleted: 0 }),
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
  const [{ rows, count, chains }, configs] = await Promise.all([
    listWithChains(caller.scope, db, { ...params, kinds: type ?? agentKinds }),
    proxyConfigs(ctx, agentKinds),
  ])
  return { list: rows.map((row) => agentRow(row, clock, chains.get(row.id) ?? [])), count, configs }
}

/** Pledge and release, newest first, of one account where its name is given; a channel reads its own. */
export async function pledgeLog(
  ctx: Ctx<'rule'>,
  { page, limit, username }: ParamsOf<Accounts['pledgeUlog']>,
): Promise<ResultOf<Accounts['pledgeUlog']>> {
  const where = sql`${isInSubtree(ctx.caller.scope)}
    and ${username ? sql<boolean>`lower(a.username) = lower(${username})` : sql<boolean>`true`}`
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
