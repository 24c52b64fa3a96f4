import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Kind, kind, treeOf } from '../../contract/kit/kinds.ts'
import { ruleSeeds, seedRoles } from '../../contract/rules.ts'
import { encryptor } from '../features/accounts/testing.ts'
import { bumpPolicy } from '../features/roles/index.ts'
import { openSession } from '../features/sign-in/index.ts'
import { startTask } from '../features/tasks/index.ts'
import type { TestApp } from '../testing.ts'
import { noteMade, plantFor, somePlatforms } from './plants.ts'

export type Person = Awaited<ReturnType<TestApp['account']>> & {
  kind: Kind
  /** Id of its proxy player; '' for staff. */
  playerId: string
}

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
  /** Rules of these names in the tree of the channel side, for all of its roles. */
  grantNew(names: readonly string[]): Promise<void>
  /** A fresh account of a kind at a place of a viewer's; null where none can stand. */
  person(viewer: Viewer, place: Place, of: Kind): Promise<Person | null>
  platforms: Awaited<ReturnType<typeof somePlatforms>>
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
    const playerId = of === kind.staff ? '' : number()
    const person = await t.account({
      kind: of,
      roleId: roleFor[of],
      username: `${label}-${++made}`,
      proxyId: playerId,
      ...(parent ? { parentId: parent.id } : {}),
    })
    await noteMade(t, person.id, person.username)
    return { ...person, kind: of, playerId }
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
  for (const person of [...own, ...outside]) await plantFor(t, person)

  const admin: Person = {
    id: staff.id,
    username: staff.username,
    token: staff.token,
    kind: kind.staff,
    playerId: '',
  }
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
      if (of === kind.staff) return place === 'foreign' ? make(of, null, 'fresh') : null
      if (top) return viewer.people[place].find((person) => person.kind === of) ?? null
      const parent = parents[place](viewer).findLast((person) => mayStandBelow(of, person.kind))
      return parent ? make(of, parent, 'fresh') : null
    },
    async newSession(accountId) {
      const info = { lang: 'zh-cn', address: '127.0.0.1', userAgent: 'test', requestId: 'test' } as const
      return (await openSession(db, accountId, true, info, clock.now())).id
    },
    newTask: (accountId) =>
      db.transaction().execute(async (tx) => {
        const id = await startTask(tx, {
          accountId,
          kind: `never-run-${randomUUID()}`,
          title: 'task',
          language: 'en-us',
          params: {},
        })
        // Somebody follows it, but not whoever asks.
        await tx
          .insertInto('task_followers')
          .values({ task_id: BigInt(id), account_id: accountId })
          .execute()
        return id
      }),
    grantNew: (names) =>
      db.transaction().execute(async (tx) => {
        await sql`
          with added as (
            insert into auth_rules (type, tag, title, name)
            select 3, 'button', name, name from unnest(${names}::text[]) as t (name) returning id
          )
          insert into role_rules (role_id, rule_id) select r.id, added.id from added, roles r where r.type <> 1`.execute(
          tx,
        )
        await bumpPolicy(tx)
      }),
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
