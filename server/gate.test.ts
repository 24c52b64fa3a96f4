import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints, features } from '../contract/index.ts'
import { codes } from '../contract/kit/codes.ts'
import { treeOf } from '../contract/kit/kinds.ts'
import { ruleSeeds, type SeedRole, seedRoles } from '../contract/rules.ts'
import { bumpPolicy } from './features/roles/index.ts'
import { type Caller, type TestApp, testApp } from './testing.ts'

let t: TestApp
const callers = {} as Record<SeedRole, Caller>
const roles = Object.keys(seedRoles) as SeedRole[]
const guarded = allEndpoints.filter((endpoint) => endpoint.access !== 'public')
/** Ending the session of the one who asks would spoil the rest of the matrix. */
const harmless = guarded.filter((endpoint) => endpoint !== features.signIn.logout)

beforeAll(async () => {
  t = await testApp()
  for (const role of roles) callers[role] = await t.as(role)
})
afterAll(() => t.close())

function mayCall(role: SeedRole, endpoint: (typeof allEndpoints)[number]): boolean {
  const { type } = seedRoles[role]
  if (!endpoint.kinds.includes(type)) return false
  if (endpoint.access === 'session' || role === 'superAdmin') return true
  return ruleSeeds.some(
    (rule) => rule.tree === treeOf(type) && rule.name === endpoint.rule && rule.roles.includes(role),
  )
}

describe('the gate', () => {
  test.each(harmless.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s lets through exactly the roles that hold its rule',
    async (_, endpoint) => {
      for (const role of roles) {
        const answer = await t.send(
          endpoint.path,
          {},
          { method: endpoint.method, token: callers[role].token },
        )
        if (mayCall(role, endpoint)) expect(answer.code, role).not.toBe(codes.forbidden)
        else expect(answer, role).toMatchObject({ success: false, code: codes.forbidden, data: null })
        expect(answer.code, `${role}: ${answer.message}`).not.toBe(codes.internal)
      }
    },
  )

  test.each(guarded.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s answers nobody without a token',
    async (_, endpoint) => {
      expect(await t.send(endpoint.path, {}, { method: endpoint.method })).toMatchObject({
        success: false,
        code: codes.noSession,
        data: null,
      })
    },
  )

  test('the read-only role holds no call that writes, and finance none of users, roles or platforms', () => {
    const writing = new Set(
      allEndpoints
        .filter((endpoint) => endpoint.writes && endpoint.access === 'rule')
        .map((endpoint) => endpoint.rule),
    )
    expect(ruleSeeds.filter((rule) => rule.roles.includes('viewer') && writing.has(rule.name))).toEqual([])
  })

  test('a rule taken from a role bites on the next request, given back likewise', async () => {
    const { db } = t.services
    const rule = await db
      .selectFrom('auth_rules')
      .select('id')
      .where('name', '=', features.platforms.liveList.rule)
      .executeTakeFirstOrThrow()
    const change = (give: boolean) =>
      db.transaction().execute(async (tx) => {
        if (give)
          await tx
            .insertInto('role_rules')
            .values({ role_id: seedRoles.viewer.id, rule_id: rule.id })
            .execute()
        else
          await tx
            .deleteFrom('role_rules')
            .where('role_id', '=', seedRoles.viewer.id)
            .where('rule_id', '=', rule.id)
            .execute()
        await bumpPolicy(tx)
      })
    const ask = async () => (await callers.viewer(features.platforms.liveList, {})).code
    expect(await ask()).toBe(codes.ok)
    await change(false)
    expect(await ask()).toBe(codes.forbidden)
    await change(true)
    expect(await ask()).toBe(codes.ok)
  })

  test('every gated call has a rule named as the gate asks, in each tree whose kinds may call', () => {
    for (const endpoint of allEndpoints.filter(({ access }) => access === 'rule'))
      for (const tree of new Set(endpoint.kinds.map(treeOf)))
        expect(
          ruleSeeds.filter((rule) => rule.tree === tree && rule.name === endpoint.rule),
          `${endpoint.id} in tree ${tree}`,
        ).toHaveLength(1)
  })

  test('the menu holds what the role may open, never a button', async () => {
    const { data } = await callers.finance(features.signIn.menus, {})
    const names = data?.menuTree.flatMap((group) => group.children.map((child) => child.name))
    expect(names).toContain('/adminapi/platform/liveList')
    expect(names?.some((name) => name.includes('Finance/'))).toBe(false)
    const pagesOf = async (caller: Caller) =>
      (await caller(features.signIn.menus, {})).data?.menuTree.flatMap((group) =>
        group.children.map((child) => child.name),
      )
    const salesmans = ['Daily', 'Monthly', 'Summary'].map((name) => `/adminapi/salesman/channel${name}`)
    expect(await pagesOf(callers.salesman)).toEqual([
      ...salesmans,
      '/adminapi/salesman/settleSummary',
      '/adminapi/salesman/channelLiveList',
    ])
    const own = await pagesOf(callers.channel)
    expect(own).toEqual(
      expect.arrayContaining([
        '/adminapi/system/subChannels',
        '/adminapi/system/salesmans',
        '/adminapi/channel/telegramBotLog',
        '/adminapi/subChannel/telegramBotLog',
        '/adminapi/channel/quickSettle',
        '/adminapi/channel/channelDaily',
        '/adminapi/subChannel/channelDaily',
        ...salesmans,
      ]),
    )
    expect(own?.filter((name) => /system\/(users|channels|roles|auths)|platform\//.test(name))).toEqual([])
  })

  test('paths are the same however they are spelled', async () => {
    const answer = await t.send(
      '/adminapi/finance/GETCHECKORDERCOUNT',
      { platformId: '1' },
      { token: callers.salesman.token },
    )
    expect(answer.code).toBe(codes.forbidden)
  })

  test('what rides along with the session is told only to who may call; no parameter is judged before', async () => {
    const person = await t.account({ roleId: seedRoles.finance.id, username: 'rider' })
    const stranger = await t.account({ roleId: seedRoles.operator.id, username: 'stranger' })
    const ask = (platformId: string, token: string) =>
      t.send(features.withdrawals.counts.path, { platformId }, { token })
    expect(await ask('4711', person.token)).toMatchObject({ code: codes.refused, field: 'platformId' })
    expect(await ask('x', person.token)).toMatchObject({ code: codes.refused, field: 'platformId' })
    const mayAsk = mayCall('operator', features.withdrawals.counts)
    expect(await ask('x', stranger.token)).toMatchObject({ code: mayAsk ? codes.refused : codes.forbidden })
    await t.services.db
      .updateTable('sessions')
      .set({ ended_at: new Date(), ended_by_server: true })
      .where('account_id', '=', person.id)
      .execute()
    expect(await ask('x', person.token)).toMatchObject({ code: codes.sessionEnded, data: null })
  })
})
