import { sql } from 'kysely'
import { expect } from 'vitest'
import { kind } from '../../../../contract/kit/kinds.ts'
import { seedRoles } from '../../../../contract/rules.ts'
import type { TestApp } from '../../../testing.ts'
import { recordFacts } from '../record.ts'
import { factOf, rateFrom, reportPlatform } from '../testing.ts'

/*
 * The reports against a second implementation, written from the documents alone: plain numbers of whole currency, sums
 * over facts, formulas as the tooltips give them.
 */
export interface Person {
  id: number
  name: string
  token: string
  parent?: Person
  kind: number
  proxy: string
}
interface Fact {
  platform: number
  who: Person
  day: string
  deposit: number
  withdraw: number
  people: number
  firsts: number
  won: Record<string, number>
}

export let t: TestApp
export const platforms: number[] = []
export const people: Person[] = []
const facts: Fact[] = []
export const dayOf = (back: number) => {
  const { clock } = t.services
  return clock.dayOf(
    new Date(clock.startOf(clock.dayOf(clock.now())).getTime() + 43_200_000 - back * 86_400_000),
  )
}
export const rates: Record<number, { passage: number; dividend: number }> = {}
const apiPoints: Record<string, number> = { 1: 0.075, 2: 0.1 }

async function person(name: string, of: 3 | 4 | 9, proxy: string, parent?: Person): Promise<Person> {
  const role =
    of === kind.channel
      ? seedRoles.channel
      : of === kind.subChannel
        ? seedRoles.subChannel
        : seedRoles.salesman
  const made = await t.account({
    kind: of,
    roleId: role.id,
    username: name,
    proxyId: proxy,
    ...(parent ? { parentId: parent.id } : {}),
  })
  const one = { id: made.id, name, token: made.token, kind: of, proxy, ...(parent ? { parent } : {}) }
  people.push(one)
  return one
}
export const named = (name: string) => people.find((one) => one.name === name) ?? expect.unreachable(name)
export const isBelow = (one: Person | undefined, top: Person): boolean =>
  one !== undefined && (one.id === top.id || isBelow(one.parent, top))

let seed = 7
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const money = (most: number) => Math.round(random() * most * 100) / 100

/** Two families of channels, three platforms and figures of five days, in a product of their own. */
export async function raise(app: TestApp): Promise<void> {
  t = app
  const { db } = t.services
  for (const [name, shown] of [
    ['Alfa', true],
    ['Beta', true],
    ['Gama', false],
  ] as const)
    platforms.push(await reportPlatform(db, name, { shown }))
  for (const [name, base] of [
    ['c1', 10_000],
    ['c2', 20_000],
  ] as const) {
    const channel = await person(name, 3, String(base))
    const sub = await person(`${name}-sub`, 9, String(base + 1), channel)
    const deep = await person(`${name}-deep`, 9, String(base + 2), sub)
    await person(`${name}-ann`, 4, String(base + 3), sub)
    await person(`${name}-bob`, 4, String(base + 4), deep)
  }
  await db
    .insertInto('game_apis')
    .values([
      { api_id: 1, name: 'A' },
      { api_id: 2, name: 'B' },
    ])
    .execute()
  for (const [api, point] of Object.entries(apiPoints))
    await db
      .insertInto('api_points')
      .values({
        owner_id: -1,
        api_id: Number(api),
        from_day: '2020-01-01',
        point: point * 1000,
        changed_by: 'test',
      })
      .execute()
  for (const [index, one] of people.entries()) {
    rates[one.id] = { passage: 0.05 + index / 1000, dividend: 0.4 - index / 100 }
    await rateFrom(db, one.id, '2020-01-01', [50 + index, 20, 400 - 10 * index])
    await db
      .updateTable('accounts')
      .set({ game_passage_point: 50 + index, game_withdraw_point: 20, game_dividend_point: 400 - 10 * index })
      .where('id', '=', one.id)
      .execute()
  }
  for (const platform of platforms)
    for (const who of people)
      for (const back of [0, 1, 3, 9, 40]) {
        if (random() < 0.2) continue
        facts.push({
          platform,
          who,
          day: dayOf(back),
          deposit: money(9_000),
          withdraw: money(6_000),
          people: Math.floor(random() * 9),
          firsts: Math.floor(random() * 4),
          won: { 1: money(900) - 200, 2: money(500) - 100 },
        })
      }
  const thousandths = (amount: number) => BigInt(Math.round(amount * 1000))
  for (const platform of platforms)
    await db.transaction().execute(async (tx) =>
      recordFacts(tx, {
        platformId: platform,
        today: dayOf(0),
        facts: await Promise.all(
          facts
            .filter((fact) => fact.platform === platform)
            .map((fact) =>
              factOf(
                db,
                fact.who.id,
                fact.day,
                1,
                {
                  deposit: thousandths(fact.deposit),
                  withdraw: thousandths(fact.withdraw),
                  person_count: BigInt(fact.people),
                  first_deposit_person: BigInt(fact.firsts),
                },
                Object.fromEntries(
                  Object.entries(fact.won).map(([api, amount]) => [api, thousandths(amount)]),
                ),
              ),
            ),
        ),
      }),
    )
  const booked = {
    from_day: dayOf(1),
    to_day: dayOf(1),
    booked_day: dayOf(0),
    source: 'manual',
    create_username: 'test',
  } as const
  await db
    .insertInto('settle_log')
    .values({ platform_id: platforms[0] ?? 0, account_id: named('c1').id, amount: 123_450n, ...booked })
    .execute()
  await sql`update account_totals set settled = 123450 where account_id = ${named('c1').id} and platform_id = ${platforms[0]}`.execute(
    db,
  )
}

/** Figures of an account on a platform over days, by the formulas of the documents. */
export function expected(who: Person, platform: number, days: readonly string[]) {
  const sum = {
    Deposit: 0,
    Withdraw: 0,
    PersonCount: 0,
    FirstDepositPerson: 0,
    PassageFee: 0,
    PlatformWinLose: 0,
    ApiFee: 0,
    RealIncome: 0,
    RealProfit: 0,
  }
  let rows = 0
  for (const day of days) {
    const of = facts.filter(
      (fact) => fact.platform === platform && fact.day === day && isBelow(fact.who, who),
    )
    if (of.length === 0) continue
    rows += 1
    const total = (pick: (fact: Fact) => number) => of.reduce((all, fact) => all + pick(fact), 0)
    const deposit = total((fact) => fact.deposit)
    const withdraw = total((fact) => fact.withdraw)
    const fee = deposit * (rates[who.id]?.passage ?? 0)
    const won = (api: string) => total((fact) => fact.won[api] ?? 0)
    const apiFee = Math.max(0, won('1') * 0.075 + won('2') * 0.1)
    const income = deposit - withdraw - fee - apiFee
    sum.Deposit += deposit
    sum.Withdraw += withdraw
    sum.PersonCount += total((fact) => fact.people)
    sum.FirstDepositPerson += total((fact) => fact.firsts)
    sum.PassageFee += fee
    sum.PlatformWinLose += won('1') + won('2')
    sum.ApiFee += apiFee
    sum.RealIncome += income
    sum.RealProfit += income * (rates[who.id]?.dividend ?? 0)
  }
  return rows > 0 ? sum : undefined
}
export type Sum = NonNullable<ReturnType<typeof expected>>

/** That a row says what was expected, but for rounding. */
export function agree(row: Partial<Record<keyof Sum, number>>, sum: Sum, where: string): void {
  // A thousandth is half lost or won with each rounding.
  for (const name of Object.keys(sum) as (keyof Sum)[])
    expect(Math.abs((row[name] ?? Number.NaN) - sum[name]), `${where} ${name}`).toBeLessThan(0.02)
}

export const everyDay = () => [0, 1, 3, 9, 40].map(dayOf)
