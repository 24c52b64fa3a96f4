import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Kind, kind, treeOf } from '../../contract/kit/kinds.ts'
import { ruleSeeds, seedRoles } from '../../contract/rules.ts'
import { encryptor } from '../features/accounts/testing.ts'
import { bumpPolicy } from '../features/roles/index.ts'
import { openSession } from '../features/sign-in/index.ts'
import { startTask } from '../features/tasks/index.ts'
import { audit } from '../kit/audit.ts'
import type { TestApp } from '../testing.ts'

type Person = Awaited<ReturnType<TestApp['account']>> & { kind: Kind }

/** Where an account stands, seen from the viewer. */
export const places = ['below', 'self', 'above', 'beside', 'foreign'] as const
export type Place = (typeof places)[number]

/** One signed-in account of a kind, and those it must never reach. */
export interface Viewer extends Person {
  name: 'staff' | 'channel' | 'sub-channel' | 'salesman'
  /** People by where they stand; for staff all are `below`. */
  people: Readonly<Record<Place, readonly Person[]>>
}

export interface World {
  t: TestApp
  viewers: readonly Viewer[]
  /** From now on every role of the channel side holds every rule of its tree. */
  grantEverything(): Promise<void>
  /** A fresh account of a kind at a place of a viewer's; null where none can stand. */
  person(viewer: Viewer, place: Place, of: Kind): Promise<Person | null>
  platforms: { shown: number; hidden: number; shownCategory: number; hiddenCategory: number }
  newSession(accountId: number): Promise<string>
  newTask(accountId: number): Promise<string>
  password(): string
  number(): string
}

const roleFor: Record<Kind, number> = {
  [kind.staff]: seedRoles.viewer.id,
  [kind.channel]: seedRoles.channel.id,
  [kind.subChannel]: seedRoles.subChannel.id,
  [kind.salesman]: seedRoles.salesman.id,
}
export const fittingRole = (of: Kind): number => roleFor[of]

/** Whether an account of a kind may stand below another. */
const mayStandBelow = (of: Kind, parent: Kind): boolean =>
  of === kind.subChannel ? parent === kind.channel || parent === kind.subChannel : of === kind.salesman

/**
 * Two channels without anything in common. In the first: a sub-channel with a sub-channel below and a salesman with a
 * salesman below, so that every viewer has people above, beside and below. Each has a pledge or figure of its own.
 */
export async function makeWorld(t: TestApp): Promise<World> {
  const { db, clock } = t.services
  let made = 0
  // Ids of five digits cannot be mistaken for anything else in an answer.
  for (const table of ['accounts', 'platforms', 'platform_categories', 'tasks'] as const)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 41000)`.execute(db)
  const encrypt = await encryptor(t)
  const number = () => String(880_000_000 + ++made)
  const make = async (of: Kind, parent: Person | null, label: string): Promise<Person> => {
    const person = await t.account({
      kind: of,
      roleId: roleFor[of],
      parentId: parent?.id ?? null,
      username: `${label}-${++made}`,
      ...(of === kind.staff ? {} : { proxyId: number() }),
    } as Parameters<TestApp['account']>[0])
    await db
      .updateTable('accounts')
      .set({ remark: `remark of ${person.username}` })
      .where('id', '=', person.id)
      .execute()
    await db.transaction().execute((tx) =>
      audit(tx, {
        actor: { accountId: person.id, username: 'nobody' },
        action: 'made',
        entity: 'account',
        entityId: String(person.id),
      }),
    )
    return { ...person, kind: of }
  }
  const staff = await t.as('superAdmin')
  const first = await make(kind.channel, null, 'first')
  const upper = await make(kind.subChannel, first, 'upper')
  const sub = await make(kind.subChannel, upper, 'sub')
  const upperSales = await make(kind.salesman, upper, 'sales')
  const sales = await make(kind.salesman, upperSales, 'sales')
  const lowest = await make(kind.salesman, sales, 'lowest')
  const subsub = await make(kind.subChannel, sub, 'subsub')
  const salesOfSub = await make(kind.salesman, sub, 'subsales')
  const other = await make(kind.channel, null, 'other')
  const otherSub = await make(kind.subChannel, other, 'othersub')
  const otherSales = await make(kind.salesman, otherSub, 'othersales')
  const outside = [other, otherSub, otherSales]
  const own = [first, upper, sub, upperSales, sales, lowest, subsub, salesOfSub]
  for (const person of [...own, ...outside]) await pledgeOf(t, person)

  const admin: Person = { id: staff.id, username: staff.username, token: staff.token, kind: kind.staff }
  const viewers: Viewer[] = [
    {
      ...admin,
      name: 'staff',
      people: { below: [...own, ...outside], self: [admin], above: [], beside: [], foreign: [] },
    },
    {
      ...first,
      name: 'channel',
      people: { below: own.slice(1), self: [first], above: [], beside: [], foreign: outside },
    },
    {
      ...sub,
      name: 'sub-channel',
      people: {
        below: [subsub, salesOfSub],
        self: [sub],
        above: [first, upper],
        beside: [upperSales, sales, lowest],
        foreign: outside,
      },
    },
    {
      ...sales,
      name: 'salesman',
      people: {
        below: [lowest],
        self: [sales],
        above: [first, upper, upperSales],
        beside: [sub, subsub, salesOfSub],
        foreign: outside,
      },
    },
  ]
  const parents: Record<Exclude<Place, 'self' | 'above'>, (viewer: Viewer) => readonly Person[]> = {
    below: (viewer) => (viewer.name === 'staff' ? outside : [viewer]),
    beside: (viewer) => viewer.people.above.slice(1),
    foreign: (viewer) => viewer.people.foreign,
  }

  return {
    t,
    viewers,
    number,
    platforms: await somePlatforms(t),
    password: () => encrypt('secret-2026'),
    async person(viewer, place, of) {
      if (place === 'self' || place === 'above')
        return viewer.people[place].findLast((person) => person.kind === of) ?? null
      const top = of === kind.staff || of === kind.channel
      if (top && viewer.name === 'staff') return place === 'below' ? make(of, null, 'fresh') : null
      if (top) return viewer.people[place].find((person) => person.kind === of) ?? null
      const parent = parents[place](viewer).findLast((person) => mayStandBelow(of, person.kind))
      return parent ? make(of, parent, 'fresh') : null
    },
    async newSession(accountId) {
      const info = { lang: 'zh-cn', address: '127.0.0.1', userAgent: 'test', requestId: 'test' } as const
      return (await openSession(db, accountId, true, info, clock.now())).id
    },
    newTask: (accountId) =>
      db.transaction().execute((tx) =>
        startTask(tx, {
          accountId,
          kind: `never-run-${randomUUID()}`,
          title: 'task',
          language: 'en-us',
          params: {},
        }),
      ),
    grantEverything: () =>
      db.transaction().execute(async (tx) => {
        for (const { id, type } of Object.values(seedRoles)) {
          if (type === kind.staff) continue
          await tx.deleteFrom('role_rules').where('role_id', '=', id).execute()
          const rules = ruleSeeds.filter(({ tree }) => tree === treeOf(type))
          await tx
            .insertInto('role_rules')
            .values(rules.map((rule) => ({ role_id: id, rule_id: rule.id })))
            .execute()
        }
        await bumpPolicy(tx)
      }),
  }
}

/** A history that lists could show. */
async function pledgeOf({ services: { db, clock } }: TestApp, { id }: Person): Promise<void> {
  await db
    .insertInto('pledge_transfers')
    .values({
      account_id: id,
      type: 1,
      debit: 'group',
      credit: 'held',
      amount: 5n,
      balance: 5n,
      create_username: 'nobody',
      at: clock.now(),
    })
    .execute()
}

/** One platform that the channel side is shown and one that it is not, each in a category of its own. */
async function somePlatforms({ services: { db } }: TestApp): Promise<World['platforms']> {
  const ids: number[] = []
  for (const shown of [1, 0]) {
    const category = await db
      .insertInto('platform_categories')
      .values({ name: shown ? 'shown category' : 'hidden category' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const platform = await db
      .insertInto('platforms')
      .values({
        name: shown ? 'shown platform' : 'hidden platform',
        cate_id: category.id,
        status: 1,
        channel_live_show: shown,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(category.id, platform.id)
  }
  const [shownCategory = 0, shown = 0, hiddenCategory = 0, hidden = 0] = ids
  return { shown, hidden, shownCategory, hiddenCategory }
}

/** Everything a call could have changed, as one text; sessions only as far as they were ended. */
export async function stateOf({ services: { db } }: TestApp): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select md5(concat(
      (select string_agg(a::text, ',' order by id) from accounts a),
      (select string_agg(r::text, ',' order by account_id, from_day) from account_rates r),
      (select string_agg(concat(id, ended_at), ',' order by id) from sessions where ended_at is not null),
      (select concat(count(*), max(id)) from pledge_transfers), (select concat(count(*), max(id)) from audit_log),
      (select concat(count(*), max(id)) from tasks), (select count(*) from link_outbox),
      (select string_agg(r::text, ',' order by id) from roles r),
      (select string_agg(p::text, ',' order by id) from platforms p))) as state`.execute(db)
  return rows[0]?.state ?? ''
}
