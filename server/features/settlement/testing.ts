import { features } from '../../../contract/index.ts'
import type { CallOf } from '../../../contract/kit/endpoint.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { allChecks } from '../../checks.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { TestApp } from '../../testing.ts'
import { codeAt, newSecret } from '../sign-in/index.ts'

const { settlement } = features

export const trc20 = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const otherTrc20 = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'
export const erc20 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A platform published on a day. */
export async function settlePlatform(db: Db, name: string, published: string): Promise<number> {
  const known = await db
    .selectFrom('platform_categories')
    .select('id')
    .where('name', '=', 'settle')
    .executeTakeFirst()
  const category =
    known ??
    (await db
      .insertInto('platform_categories')
      .values({ name: 'settle' })
      .returning('id')
      .executeTakeFirstOrThrow())
  const { id } = await db
    .insertInto('platforms')
    .values({ name, cate_id: category.id, status: 1, channel_live_show: 1, publish_time: published })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds to what an account earned on a platform, as the figures do; thousandths. */
export async function earn(db: Db, accountId: number, platformId: number, profit: bigint): Promise<void> {
  const { kind: of } = await db
    .selectFrom('accounts')
    .select('kind')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('account_totals')
    .values({
      platform_id: platformId,
      account_id: accountId,
      kind: of,
      real_profit: profit,
      real_income: profit,
    })
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'account_id']).doUpdateSet((eb) => ({
        real_profit: eb('account_totals.real_profit', '+', profit),
        real_income: eb('account_totals.real_income', '+', profit),
      })),
    )
    .execute()
}

export interface SettledChannel {
  id: number
  username: string
  token: string
  /** A code that was not used yet; moves the clock on by half a minute. */
  code(): string
  ask(
    settleAmount: string,
    more?: Partial<CallOf<typeof settlement.addSettleOrder>>,
  ): ReturnType<typeof askFor>
}

const askFor = (t: TestApp, token: string, params: CallOf<typeof settlement.addSettleOrder>) =>
  t.call(settlement.addSettleOrder, params, { token })

/** A channel with a settlement key and an address. */
export async function settledChannel(t: TestApp, username: string): Promise<SettledChannel> {
  const { db, vault, clock } = t.services
  const person = await t.account({ kind: kind.channel, roleId: seedRoles.channel.id, username })
  const secret = newSecret()
  await db
    .updateTable('accounts')
    .set({ settle_secret: vault.seal(secret), withdraw_addr: trc20 })
    .where('id', '=', person.id)
    .execute()
  const code = () => {
    t.moveClock(30_000)
    return codeAt(secret, clock.now())
  }
  return {
    ...person,
    code,
    ask: (settleAmount, more = {}) =>
      askFor(t, person.token, { settleAmount, ...more, code: more.code ?? code() }),
  }
}

/** What every check of the product finds: empty, or something is wrong. */
export async function foundByChecks(db: Db): Promise<string[]> {
  const found = await Promise.all(
    allChecks
      .filter(({ name }) => !/^(sums|totals|figures|account days)/.test(name))
      .map(async ({ name, differences }) => (await differences(db)).map((line) => `${name}: ${line}`)),
  )
  return found.flat()
}

/** Moves the product's clock to the same time of the next day; whoever is signed in stays so. */
export async function nextDay(t: TestApp): Promise<void> {
  t.moveClock(24 * 3_600_000)
  const now = t.services.clock.now()
  await t.services.db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: new Date(now.getTime() + 7 * 24 * 3_600_000) })
    .execute()
}
