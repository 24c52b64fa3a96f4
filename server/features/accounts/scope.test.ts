import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints, features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { channelSide, kind } from '../../../contract/kit/kinds.ts'
import { ruleSeeds, seedRoles } from '../../../contract/rules.ts'
import { somePlatforms } from '../../permissions/plants.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { bumpPolicy } from '../roles/index.ts'
import { callerOfAccount } from '../sign-in/index.ts'
import type { TaskContext } from '../tasks/index.ts'
import { editApiPoints } from './api-points.ts'
import { accountTaskRunners } from './index.ts'
import { aTree, encryptor, peopleState, type Tree } from './testing.ts'

const { accounts } = features
let t: TestApp
let admin: Caller
let encrypt: (password: string) => string
let own: Tree
let foreign: Tree
let platforms: Awaited<ReturnType<typeof somePlatforms>>

beforeAll(async () => {
  t = await testApp()
  admin = await t.as('superAdmin')
  encrypt = await encryptor(t)
  own = await aTree(t, 'own')
  foreign = await aTree(t, 'foreign')
  platforms = await somePlatforms(t)
  // Every rule of the channel side for all of its roles: what is left to hold people back is the scope alone.
  await t.services.db.transaction().execute(async (tx) => {
    const roles = [seedRoles.channel.id, seedRoles.subChannel.id, seedRoles.salesman.id]
    await tx.deleteFrom('role_rules').where('role_id', 'in', roles).execute()
    await tx
      .insertInto('role_rules')
      .values(
        roles.flatMap((role_id) =>
          ruleSeeds.filter(({ tree }) => tree === 3).map(({ id }) => ({ role_id, rule_id: id })),
        ),
      )
      .execute()
    await bumpPolicy(tx)
  })
})
afterAll(() => t.close())

const secret = () => ({ pwd: encrypt('secret-2026'), conf_pwd: encrypt('secret-2026') })
const points = { game_passage_point: '1', game_withdraw_point: '1', game_dividend_point: '1' }

/** A good value for every parameter of an account call, about the account of this id, name and kind. */
const valuesFor = (id: number, username: string, type: number): Record<string, string> => ({
  ...points,
  id: String(id),
  type: String(type),
  group_id: String({ 3: 5, 9: 6, 4: 7 }[type] ?? 4),
  recover: '0',
  ptype: '1',
  pledge_u: '1',
  entity: 'account',
  entityId: String(id),
  usernames: username,
  ParentID: String(id),
  username: 'never-made',
  newStatus: '0',
})
const about = ['id', 'entityId', 'usernames', 'ParentID']

const reaching = allEndpoints.filter(
  (endpoint) =>
    endpoint.id.startsWith('accounts.') &&
    endpoint.kinds.some((each) => (channelSide as readonly number[]).includes(each)) &&
    Object.keys(endpoint.params.shape).some((name) => about.includes(name)),
)

describe('a foreign account looks like a missing one', () => {
  test('the matrix covers the calls of the channel side', () => expect(reaching.length).toBeGreaterThan(20))

  test.each(reaching.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const targets = [
      [foreign.channel, 3],
      [foreign.sub, 9],
      [foreign.salesOfSubsub, 4],
      // What lies above, and the caller himself, are not his to manage either.
      [own.channel, 3],
      [own.sub, 9],
    ] as const
    for (const [viewer, viewerKind] of [
      [own.sub, kind.subChannel],
      [own.salesOfSubsub, kind.salesman],
    ] as const) {
      if (!(endpoint.kinds as readonly number[]).includes(viewerKind)) continue
      const before = await peopleState(t)
      for (const [target, type] of targets) {
        // Reading about oneself is allowed.
        if (target.id === viewer.id && /Xray|auditLog/.test(endpoint.id)) continue
        if (target.id === viewer.id && 'ParentID' in endpoint.params.shape) continue
        const all: Record<string, string> = {
          ...valuesFor(target.id, target.username, type),
          ...secret(),
        }
        if (endpoint.id.endsWith('Add')) all['group_id'] = endpoint.id.includes('salesman') ? '7' : '6'
        const sent = Object.fromEntries(Object.entries(all).filter(([name]) => name in endpoint.params.shape))
        const call = (more: Record<string, string> = {}) =>
          t.send(endpoint.path, { ...sent, ...more }, { token: viewer.token, method: endpoint.method })
        const answer = await call()
        expect(answer, `${endpoint.id} ${target.username}`).toMatchObject({
          success: false,
          code: codes.refused,
          message: '数据不存在',
          data: null,
        })
        const missing = await call({
          ...('id' in sent && { id: '987654' }),
          ...('entityId' in sent && { entityId: '987654' }),
          ...('usernames' in sent && { usernames: 'missing' }),
          ...('ParentID' in sent && { ParentID: '987654' }),
        })
        expect(answer).toEqual(missing)
      }
      expect(await peopleState(t)).toBe(before)
    }
  })
})

describe('lists', () => {
  const all = { accountLevel: 0, limit: 300 }
  const seenBy = async (token: string) => {
    const lists = await Promise.all([
      t.call(accounts.subChannels, all, { token }),
      t.call(accounts.salesmans, all, { token }),
      t.call(accounts.agents, all, { token }),
    ])
    return lists.map((answer) => ({
      names: (answer.data?.list ?? []).map(({ username }) => username).toSorted(),
      count: answer.data?.count,
    }))
  }

  test('a channel sees all below it, a sub-channel what is below itself, nobody himself or above', async () => {
    expect(await seenBy(own.channel.token)).toEqual([
      { names: ['own-sub', 'own-subsub'], count: 2 },
      { names: ['own-sales', 'own-sales-sub', 'own-sales-subsub'], count: 3 },
      { names: ['own-sales', 'own-sales-sub', 'own-sales-subsub', 'own-sub', 'own-subsub'], count: 5 },
    ])
    expect((await seenBy(own.sub.token))[2]).toEqual({
      names: ['own-sales-sub', 'own-sales-subsub', 'own-subsub'],
      count: 3,
    })
    const lowest = await t.call(accounts.salesmans, all, { token: own.salesOfSub.token })
    expect(lowest.data).toMatchObject({ list: [], count: 0 })
  })

  test('filters only narrow, whatever they name', async () => {
    for (const filter of [
      { username: 'foreign' },
      { remark: '', parentAccount: 'foreign' },
      { parentAccount: '%' },
      { username: '_wn' },
      { username: "' or 1=1 --" },
    ]) {
      const { data } = await t.call(accounts.agents, { ...all, ...filter }, { token: own.channel.token })
      expect(data?.count, JSON.stringify(filter)).toBe(0)
    }
    const { data } = await t.call(
      accounts.agents,
      { ...all, parentAccount: 'OWN-SUB' },
      { token: own.channel.token },
    )
    expect(data?.list.map(({ username }) => username).toSorted()).toEqual([
      'own-sales-sub',
      'own-sales-subsub',
      'own-subsub',
    ])
  })

  test('the level counts from the channel, or from the viewer below it', async () => {
    const atLevel = async (token: string, accountLevel: number) =>
      (await t.call(accounts.agents, { ...all, accountLevel, username: 'own' }, { token })).data?.list
        .map(({ username, level }) => `${username}:${level}`)
        .toSorted()
    expect(await atLevel(admin.token, 1)).toEqual(['own-sales:1', 'own-sub:1'])
    expect(await atLevel(admin.token, 3)).toEqual(['own-sales-subsub:3'])
    expect(await atLevel(own.channel.token, 1)).toEqual(['own-sales:1', 'own-sub:1'])
    expect(await atLevel(own.sub.token, 1)).toEqual(['own-sales-sub:1', 'own-subsub:1'])
    expect(await atLevel(own.sub.token, 2)).toEqual(['own-sales-subsub:2'])
    const { data } = await t.call(accounts.subChannels, {}, { token: own.sub.token, lang: 'en-us' })
    expect(data?.configs.salesman_level).toEqual({ 0: 'All', 1: 'Level 1', 2: 'Level 2' })
    // The deepest salesman of the group is one level deeper.
    const ofSales = await t.call(accounts.salesmans, {}, { token: own.sub.token, lang: 'en-us' })
    expect(ofSales.data?.configs.salesman_level).toEqual({ 0: 'All', 1: 'Level 1', 2: 'Level 2' })
  })

  test('parents run from the channel down; what is above the viewer is left out', async () => {
    const of = async (token: string) =>
      (await t.call(accounts.salesmans, { ...all, username: 'own-sales-subsub' }, { token })).data?.list[0]
    const part = (Account: string) => ({ RoleId: '', Account, Remark: '' })
    expect(await of(admin.token)).toMatchObject({
      ParentIds: [own.channel.id, own.sub.id, own.subsub.id],
      ParentID: own.subsub.id,
      parentsData: [
        { id: own.channel.id, username: 'own-channel', type: 3 },
        { id: own.sub.id, username: 'own-sub', type: 9 },
        { id: own.subsub.id, username: 'own-subsub', type: 9 },
      ],
      proxyInfo: {
        channel: part('own-channel'),
        subChannel: part('own-subsub'),
        salesman: part('own-sales-subsub'),
      },
    })
    expect(await of(own.sub.token)).toMatchObject({
      ParentIds: [own.sub.id, own.subsub.id],
      proxyInfo: { channel: part(''), subChannel: part('own-subsub') },
    })
  })

  test('every page is exact and the newest comes first', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        t.call(accounts.agents, { accountLevel: 0, page, limit: 2 }, { token: own.channel.token }),
      ),
    )
    expect(pages.map(({ data }) => data?.count)).toEqual([5, 5, 5])
    const ids = pages.flatMap(({ data }) => data?.list.map(({ id }) => id) ?? [])
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(5)
  })

  test('% and _ are plain characters, and statuses a comma list', async () => {
    await t.account({ username: 'under_score' })
    await t.account({ username: 'underXscore' })
    const found = async (filter: Record<string, string>) =>
      (await t.send('/adminapi/system/users', filter, { token: admin.token, method: 'GET' })).data as {
        count: number
      }
    expect((await found({ username: 'r_s' })).count).toBe(1)
    expect((await found({ username: '%' })).count).toBe(0)
    expect((await found({ username: 'under', status: '0,1' })).count).toBe(2)
    expect((await found({ username: 'under', status: '0' })).count).toBe(0)
  })
})

describe('telling platforms', () => {
  test('a task tells only of the own people, and only platforms shown to the channel side', async () => {
    const { db } = t.services
    const { shown } = platforms
    const runner = accountTaskRunners.find((each) => each.kind === accounts.subChannelRemarkRsync.id)
    const enough = () => Promise.reject(new Error('enough'))
    const usernames = [own.subsub, own.sub, foreign.sub, foreign.subsub].map(({ username }) => username)
    const running = runner?.run({
      services: t.services,
      task: {
        id: 1n,
        accountId: own.sub.id,
        kind: accounts.subChannelRemarkRsync.id,
        title: '',
        language: 'zh-cn',
        params: { usernames, kinds: [kind.subChannel] },
        attempt: 1,
      },
      caller: await callerOfAccount(db, own.sub.id),
      progress: enough,
    } as unknown as TaskContext)
    await expect(running).rejects.toThrow('enough')
    const commands = await db.selectFrom('link_outbox').select(['platform_id', 'data']).execute()
    expect(commands).toEqual([
      { platform_id: shown, data: expect.objectContaining({ username: own.subsub.username }) },
    ])
  })
})

test('points are told only to platforms that are shown to whoever changes them', async () => {
  const { db } = t.services
  const { shown } = platforms
  await db.updateTable('accounts').set({ role_id: '4711' }).where('id', '=', own.subsub.id).execute()
  const caller = await callerOfAccount(db, own.sub.id)
  const noFigures = { hold: async () => {}, redo: async () => {} }
  const saving = editApiPoints({ ...t.services, caller } as never, noFigures, { RoleID: '4711', apiData: [] })
  const told = () =>
    db.selectFrom('link_outbox').select('platform_id').where('name', '=', 'account.apiPoints').execute()
  await expect.poll(told).toEqual([{ platform_id: shown }])
  await db.updateTable('link_outbox').set({ state: 'done' }).where('platform_id', '=', shown).execute()
  expect(await saving).toEqual({ fail: false })
})

describe('making people on the channel side', () => {
  test('the creator becomes the parent, and nobody else can be named', async () => {
    const add = (token: string, username: string, more = {}) =>
      t.call(accounts.salesmanAdd, { group_id: 7, username, ...secret(), ...more }, { token })
    const made = await add(own.sub.token, 'by-sub')
    expect(made).toMatchObject({ success: true })
    const { data } = await admin(accounts.salesmans, { username: 'by-sub', accountLevel: 0 })
    expect(data?.list[0]).toMatchObject({ ParentID: own.sub.id, level: 2 })
    expect(await add(own.sub.token, 'not-made', { ParentID: foreign.channel.id })).toMatchObject({
      success: false,
      message: '数据不存在',
    })
    expect(await add(own.sub.token, 'not-made', { ParentID: own.subsub.id })).toMatchObject({
      success: false,
    })
    const by = await t.call(
      accounts.subChannelAdd,
      { group_id: 6, username: 'sub-by-sub', ...secret() },
      { token: own.sub.token },
    )
    expect(by).toMatchObject({ success: true })
  })

  test('staff name a parent; a sub-channel may stand below a sub-channel, a salesman below anybody', async () => {
    const add = (call: typeof accounts.subChannelAdd, group_id: number, role_id: string, ParentID: number) =>
      admin(call, { group_id, username: `below${ParentID}-${role_id}`, ...secret(), role_id, ParentID })
    expect(await add(accounts.subChannelAdd, 6, '1', own.subsub.id)).toMatchObject({ success: true })
    expect(await add(accounts.salesmanAdd, 7, '2', own.salesOfSub.id)).toMatchObject({ success: true })
    const { data } = await admin(accounts.agents, { username: `below${own.subsub.id}-1` })
    expect(data?.list[0]).toMatchObject({ level: 3, role_id: '1' })
  })

  test('the history and the insight of an account are read inside the own subtree only', async () => {
    const token = own.channel.token
    const history = (entity: string, entityId: string) =>
      t.call(accounts.auditLog, { entity, entityId }, { token })
    expect(await history('account', String(own.sub.id))).toMatchObject({ success: true })
    expect(await history('role', '5')).toMatchObject({ success: false })
    expect(await history('account', String(foreign.sub.id))).toMatchObject({ success: false })
    const xray = await t.call(accounts.accountXray, { id: own.sub.id }, { token })
    const below = await t.call(accounts.agents, { accountLevel: 0 }, { token: own.sub.token })
    expect(xray.data).toMatchObject({
      username: 'own-sub',
      blocked: '',
      // Those below and the account itself.
      scope: { everything: false, accounts: (below.data?.count ?? 0) + 1 },
    })
    const calls = new Map(xray.data?.calls.map((call) => [call.id, call]))
    expect(calls.get('accounts.userAdd')).toMatchObject({ allowed: false, missing: 'kind' })
    expect(calls.get('accounts.subChannelAdd')).toMatchObject({ allowed: true, missing: '' })
    for (const [id, call] of calls) {
      if (/logout|Stat|Del|Unbind|Edit|Add|Rsync|auth|role|cache|Config/i.test(id)) continue
      const endpoint = allEndpoints.find((each) => each.id === id)
      if (!endpoint) continue
      const answer = await t.send(endpoint.path, {}, { token: own.sub.token, method: endpoint.method })
      expect(answer.code !== codes.forbidden, id).toBe(call.allowed)
    }
  })
})
