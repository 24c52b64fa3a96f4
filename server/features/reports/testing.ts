import { sql } from 'kysely'
import { noSums, type Sums } from '../../../contract/figures.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { seedRoles } from '../../../contract/rules.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { TestApp } from '../../testing.ts'
import type { Fact } from './facts.ts'

/** A platform to report on, open to channels. */
export async function reportPlatform(
  db: Db,
  name: string,
  more: { shown?: boolean; status?: number } = {},
): Promise<number> {
  const category = await db
    .selectFrom('platform_categories')
    .select('id')
    .where('name', '=', 'reports')
    .executeTakeFirst()
  const cateId =
    category?.id ??
    (
      await db
        .insertInto('platform_categories')
        .values({ name: 'reports' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const { id } = await db
    .insertInto('platforms')
    .values({
      name,
      cate_id: cateId,
      status: more.status ?? 1,
      channel_live_show: more.shown === false ? 0 : 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface Family {
  channel: number
  sub: number
  sales: number
}

/** A channel with a sub-channel below it and a salesman below that. */
export async function family(t: TestApp, name: string, proxyId: number): Promise<Family> {
  const channel = await t.account({
    kind: kind.channel,
    roleId: seedRoles.channel.id,
    username: name,
    proxyId: `${proxyId}`,
  })
  const sub = await t.account({
    kind: kind.subChannel,
    roleId: seedRoles.subChannel.id,
    username: `${name}-sub`,
    parentId: channel.id,
    proxyId: `${proxyId + 1}`,
  })
  const sales = await t.account({
    kind: kind.salesman,
    roleId: seedRoles.salesman.id,
    username: `${name}-sales`,
    parentId: sub.id,
    proxyId: `${proxyId + 2}`,
  })
  return { channel: channel.id, sub: sub.id, sales: sales.id }
}

/** Rates of an account from a day on, in tenths of a percent. */
export async function rateFrom(
  db: Db,
  accountId: number,
  day: string,
  points: readonly [number, number, number],
): Promise<void> {
  const [game_passage_point, game_withdraw_point, game_dividend_point] = points
  const row = { game_passage_point, game_withdraw_point, game_dividend_point, changed_by: 'test' }
  await db
    .insertInto('account_rates')
    .values({ account_id: accountId, from_day: day, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'from_day']).doUpdateSet(row))
    .execute()
}

/** A fact of an account with these figures; the rest is 0. */
export async function factOf(
  db: Db,
  accountId: number,
  day: string,
  version: number,
  figures: Partial<Sums>,
  parts: Record<string, bigint> = {},
): Promise<Fact> {
  const { rows } = await sql<{ chain: number[] }>`
    select array_agg(ancestor_id order by distance desc) as chain from account_tree where account_id = ${accountId}`.execute(
    db,
  )
  return {
    accountId,
    chain: rows[0]?.chain ?? [],
    day,
    version: BigInt(version),
    sums: { ...noSums(), ...figures },
    parts,
  }
}
