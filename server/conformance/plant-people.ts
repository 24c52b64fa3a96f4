import { type Kind, kind } from '../../contract/kit/kinds.ts'
import { seedRoles } from '../../contract/rules.ts'
import { trc20 } from '../features/settlement/testing.ts'
import { once } from './once.ts'
import type { World } from './world.ts'

/** Rates in percent, pledge in whole U. */
export const terms = { passage: 5.5, withdraw: 2, dividend: 40, pledge: 25, apiPoint: 10.5 } as const
export const gameApi = { id: 7, name: 'Tide Slots' } as const
export const business = 'Ines'
export const chat = 'Harbor chat'
export const remarks = {
  channel: 'of the pier',
  subChannel: 'of the boats',
  salesman: 'of the nets',
} as const
const longAgo = '2026-01-01'
const template = -1

/** The family with remarks, rates, pledge, address, and everything else that a list of people shows. */
export async function plantPeople({ t, family }: Pick<World, 't' | 'family'>): Promise<void> {
  const { db, clock } = t.services
  const points = {
    game_passage_point: terms.passage * 10,
    game_withdraw_point: terms.withdraw * 10,
    game_dividend_point: terms.dividend * 10,
  }
  for (const [of, { id }] of Object.entries(family)) {
    await db
      .updateTable('accounts')
      .set({ ...points, remark: remarks[of as keyof typeof remarks], last_login_at: clock.now() })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('account_rates')
      .values({ account_id: id, from_day: longAgo, ...points, changed_by: 'test' })
      .execute()
  }
  await db
    .updateTable('accounts')
    .set({ business, chat_title: chat, withdraw_addr: trc20, pledge_u: BigInt(terms.pledge) })
    .where('id', '=', family.channel.id)
    .execute()
  await db
    .insertInto('pledge_transfers')
    .values({
      account_id: family.channel.id,
      type: 1,
      debit: 'group',
      credit: 'held',
      amount: BigInt(terms.pledge),
      balance: BigInt(terms.pledge),
      create_username: 'test-finance',
      at: clock.now(),
    })
    .execute()
  await db.insertInto('game_apis').values({ api_id: gameApi.id, name: gameApi.name }).execute()
  for (const owner_id of [template, ...Object.values(family).map(({ id }) => id)])
    await db
      .insertInto('api_points')
      .values({
        owner_id,
        api_id: gameApi.id,
        from_day: longAgo,
        point: terms.apiPoint * 10,
        changed_by: 'test',
      })
      .execute()
}

const roleOf: Readonly<Record<Kind, number>> = {
  [kind.staff]: seedRoles.viewer.id,
  [kind.channel]: seedRoles.channel.id,
  [kind.subChannel]: seedRoles.subChannel.id,
  [kind.salesman]: seedRoles.salesman.id,
}

/** A fresh account below the planted channel, or beside it. */
export function someone(w: World, of: keyof typeof kind): ReturnType<World['t']['account']> {
  const below = of === 'subChannel' || of === 'salesman' ? { parentId: w.family.channel.id } : {}
  const wish = { kind: kind[of], roleId: roleOf[kind[of]], proxyId: of === 'staff' ? '' : aNumber(w) }
  return w.t.account({ ...wish, ...below })
}

/** The id of such a one. */
export const aPerson =
  (of: keyof typeof kind) =>
  async (w: World): Promise<string> =>
    String((await someone(w, of)).id)

/** Number of a proxy player that no account has. */
export const aNumber = (w: World): string => String(62_000 + w.next())
export const aName = (w: World): string => `mate-${w.next()}`

/** A salesman who was deleted; answers the id. */
export async function aDeletedPerson(w: World): Promise<string> {
  const id = await aPerson('salesman')(w)
  const { db } = w.t.services
  await db.updateTable('accounts').set({ deleted: 1, status: 0 }).where('id', '=', Number(id)).execute()
  await db.updateTable('account_tree').set({ deleted: 1 }).where('account_id', '=', Number(id)).execute()
  return id
}

/** Staff whom the chat bot knows; answers the name. */
export const theClerk = once(async (w) => {
  const { db, clock } = w.t.services
  const { id, username } = await w.t.account({ username: 'harbor-clerk' })
  await db
    .updateTable('accounts')
    .set({ remark: 'night shift', last_login_at: clock.now() })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('telegram_admins')
    .values({ account_id: id, user_name: 'clerk_of_harbor', type_name: 'owner' })
    .execute()
  return username
})

/** A role that nobody has; answers its id. */
export async function aRole(w: World): Promise<string> {
  const { id } = await w.t.services.db
    .insertInto('roles')
    .values({ title: `Pilots ${w.next()}`, type: kind.staff })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** A rule with nothing below it; answers its id. */
export async function aRule(w: World): Promise<string> {
  const name = `/adminapi/pilots/${w.next()}`
  const { id } = await w.t.services.db
    .insertInto('auth_rules')
    .values({ pid: 2, type: 1, tag: 'page', title: 'Pilots', name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}
