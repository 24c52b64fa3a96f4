import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { seedRoles } from '../../contract/rules.ts'
import { createAccount } from '../features/accounts/index.ts'
import { base32, type DemoOffer, hashPassword, newSecret } from '../features/sign-in/index.ts'
import type { Db } from '../kit/db/connect.ts'
import type { Vault } from '../kit/secrets.ts'
import { cast, demoApis, demoPassword, demoPlatforms } from './cast.ts'
import { seedNotices } from './seed-notices.ts'
import { seedRates } from './seed-rates.ts'

/** Loads the demo group into a database without accounts; does nothing to any other. */
export async function seedDemo(db: Db, vault: Vault): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('pitboss demo'))`.execute(tx)
    if (await tx.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return
    await seedPeople(tx, vault, passwordHash)
    await seedPlatforms(tx, vault)
    await seedTerms(tx)
    await seedRates(tx)
    await seedNotices(tx)
  })
}

async function seedPeople(tx: Db, vault: Vault, passwordHash: string): Promise<void> {
  const ids = new Map<string, number>()
  for (const member of cast) {
    const id = await createAccount(tx, {
      kind: member.kind,
      username: member.username,
      passwordHash,
      roleId: seedRoles[member.role].id,
      parentId: member.parent ? (ids.get(member.parent) ?? null) : null,
      proxyId: member.proxyId ?? '',
      remark: member.remark,
      signSecret: member.firstTime ? null : vault.seal(newSecret()),
    })
    ids.set(member.username, id)
  }
}

/** Rates, pledge and the points of the games' APIs, as if agreed half a year ago. */
async function seedTerms(tx: Db): Promise<void> {
  const since = new Date(Date.now() - 180 * 24 * 3_600_000)
  const fromDay = since.toISOString().slice(0, 10)
  const by = { changed_by: 'admin', changed_at: since }
  for (const { username, terms } of cast) {
    if (!terms) continue
    const [passage, withdraw, dividend] = terms.points
    const points = {
      game_passage_point: passage,
      game_withdraw_point: withdraw,
      game_dividend_point: dividend,
    }
    const { id } = await tx
      .updateTable('accounts')
      .set({ ...points, business: terms.business ?? '', pledge_u: BigInt(terms.pledge ?? 0) })
      .where('username', '=', username)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('account_rates')
      .values({ account_id: id, from_day: fromDay, ...points, ...by })
      .execute()
    if (!terms.pledge) continue
    const moves = [
      { type: 1, debit: 'group', credit: 'held', amount: BigInt(terms.pledge + 500) },
      { type: 2, debit: 'held', credit: 'group', amount: 500n },
    ] as const
    let balance = 0n
    for (const [index, move] of moves.entries()) {
      balance += move.type === 1 ? move.amount : -move.amount
      const at = new Date(since.getTime() + index * 30 * 24 * 3_600_000)
      await tx
        .insertInto('pledge_transfers')
        .values({ account_id: id, ...move, balance, create_username: 'finance', at })
        .execute()
    }
  }
  await tx
    .insertInto('game_apis')
    .values(demoApis.map(({ name }, index) => ({ api_id: index + 1, name, sort: index })))
    .execute()
  await tx
    .insertInto('api_points')
    .values(
      demoApis.map(({ point }, index) => ({
        owner_id: -1,
        api_id: index + 1,
        from_day: fromDay,
        point,
        ...by,
      })),
    )
    .execute()
  await tx
    .insertInto('telegram_admins')
    .columns(['account_id', 'user_name', 'type_name'])
    .expression((eb) =>
      eb
        .selectFrom('accounts')
        .select(['id', eb.val('pitboss_ops').as('user_name'), eb.val('群管理员').as('type_name')])
        .where('username', 'in', ['admin', 'operator']),
    )
    .execute()
}

async function seedPlatforms(tx: Db, vault: Vault): Promise<void> {
  const categories = new Map<string, number>()
  for (const { category } of demoPlatforms) {
    if (categories.has(category)) continue
    const { id } = await tx
      .insertInto('platform_categories')
      .values({ name: category })
      .returning('id')
      .executeTakeFirstOrThrow()
    categories.set(category, id)
  }
  for (const { name, remark, category } of demoPlatforms) {
    const { id } = await tx
      .insertInto('platforms')
      .values({
        name,
        remark,
        cate_id: categories.get(category) ?? 0,
        status: 1,
        channel_live_show: 1,
        publish_time: new Date(Date.now() - 180 * 24 * 3_600_000),
        secret: vault.seal(randomBytes(32)),
        auto_per_order: 500_000n,
        auto_per_day: 1_000_000n,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('platform_status').values({ platform_id: id }).execute()
  }
}

/** The demo's sign-ins with their passwords and authenticator keys, for the sign-in page and the start's print. */
export const demoOffer =
  (sandboxUrl: string): DemoOffer =>
  async ({ db, vault }) => {
    const names = cast.filter((member) => !member.firstTime).map((member) => member.username)
    const rows = await db
      .selectFrom('accounts')
      .innerJoin('roles', 'roles.id', 'accounts.group_id')
      .select(['accounts.username', 'accounts.kind', 'accounts.sign_secret', 'roles.title'])
      .where('accounts.username', 'in', names)
      .orderBy('accounts.id')
      .execute()
    const accounts = rows.map(({ username, kind, sign_secret, title }) => ({
      username,
      password: demoPassword,
      kind,
      title,
      secret: sign_secret ? base32(vault.unseal(sign_secret)) : '',
    }))
    return { accounts, sandbox_url: sandboxUrl }
  }
