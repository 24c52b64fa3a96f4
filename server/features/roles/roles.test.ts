import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import type { LiveEvent } from '../../../contract/live.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { syncRolesAndRules } from './index.ts'

const { roles, accounts, signIn, platforms } = features
let t: TestApp
let admin: Caller
let heard: LiveEvent[]

beforeAll(async () => {
  t = await testApp()
  admin = await t.as('superAdmin')
  heard = []
  t.services.live.subscribe((event) => heard.push(event))
})
afterAll(() => t.close())

async function aRole(ids: number[], type: 1 | 3 = kind.staff): Promise<number> {
  const { data } = await admin(roles.roleadd, { role_name: 'a role', type })
  const id = data?.id ?? 0
  if (ids.length > 0) await admin(roles.rolerulesedit, { id, auth_rule_ids: ids, type })
  return id
}
const held = async (id: number) => (await admin(roles.rolerules, { id })).data?.auth_ids

describe('what a role holds', () => {
  test('missing ancestors come along; the root and unknown ids fall out', async () => {
    const id = await aRole([])
    expect(
      await t.send(
        '/adminapi/system/rolerulesedit',
        { id: String(id), auth_rule_ids: '71,1,71,99999,501', type: '1' },
        { token: admin.token },
      ),
    ).toMatchObject({ success: true })
    expect(await held(id)).toEqual([50, 53, 71])
  })

  test('a change bites on the next request and is announced to open pages', async () => {
    const id = await aRole([10])
    const { token } = await t.account({ roleId: id })
    const may = async () => (await t.call(platforms.liveList, {}, { token })).code
    expect(await may()).toBe(codes.ok)
    heard.length = 0
    await admin(roles.rolerulesedit, { id, auth_rule_ids: [52], type: 1, role_name: 'renamed' })
    expect(await may()).toBe(codes.forbidden)
    expect((await t.call(accounts.users, {}, { token })).code).toBe(codes.ok)
    await expect.poll(() => heard).toContainEqual({ type: 'access', accountId: null, roleId: id })
    expect((await admin(roles.rolerules, { id })).data?.role_name).toBe('renamed')
  })

  test('nobody grants what he does not hold, on neither tree', async () => {
    const clerk = await aRole([57, 98, 99, 101, 102, 103, 54])
    const { token } = await t.account({ roleId: clerk })
    const target = await aRole([98])
    const grant = (id: number, auth_rule_ids: number[], type: 1 | 3) =>
      t.call(roles.rolerulesedit, { id, auth_rule_ids, type }, { token })
    expect(await grant(target, [98, 99], 1)).toMatchObject({ success: true })
    expect(await grant(target, [98, 71], 1)).toMatchObject({ success: false, field: 'auth_rule_ids' })
    expect(await held(target)).toEqual([51, 57, 98, 99])
    const onChannel = await aRole([], kind.channel)
    expect(await grant(onChannel, [501], 3)).toMatchObject({ success: true })
    expect(await grant(onChannel, [501, 512], 3)).toMatchObject({ success: false })
    expect(await held(onChannel)).toEqual([500, 501])
  })

  test('the preview names rules, accounts and live sessions, and changes nothing', async () => {
    const id = await aRole([52, 60])
    const one = await t.account({ roleId: id })
    await t.account({ roleId: id })
    const before = await held(id)
    const { data } = await admin(roles.rolerulesPreview, { id, auth_rule_ids: [52, 61] })
    expect(data).toMatchObject({
      gained: [{ id: 61, name: '/adminapi/system/userEdit' }],
      lost: [{ id: 60 }],
      accountCount: 2,
      sessionCount: 2,
    })
    expect(data?.accounts).toContainEqual({ id: one.id, username: one.username, sessions: 1 })
    expect(await held(id)).toEqual(before)
  })

  test('the tree has one root and everything below it', async () => {
    const { data } = await admin(roles.rolerules, { id: seedRoles.finance.id })
    expect(data).toMatchObject({ id: 2, role_name: '财务审核', type: 1, tree: [{ id: 1, title: '全部' }] })
    expect(data?.tree[0]?.children.map(({ id }) => id)).toContain(50)
  })
})

describe('roles', () => {
  test('are listed by type with what the selectors need', async () => {
    const { data } = await admin(roles.roles, { type: [kind.channel], limit: 300 })
    expect(data?.list[0]).toMatchObject({ id: 5, title: '渠道', status: 1, type: 3 })
    expect(data?.list.every(({ type }) => type === 3)).toBe(true)
    expect(data?.configs).toEqual({
      system_role_status: { 0: '停用', 1: '启用' },
      system_role_type: { 1: '后台', 3: '渠道', 4: '业务员', 9: '子渠道' },
    })
    expect((await admin(roles.rolesList, { type: 9 })).data?.list).toEqual([{ id: 6, title: '子渠道' }])
    const channel = await t.as('channel')
    expect((await channel(roles.rolesList, { type: 4 })).data?.list).toEqual([{ id: 7, title: '业务员' }])
    expect(await channel(roles.rolesList, { type: 1 })).toMatchObject({ success: false, field: 'type' })
  })

  test('a disabled role ends the sessions of its users, keeps them out, and is offered no more', async () => {
    const id = await aRole([10])
    const { token } = await t.account({ roleId: id })
    const edit = (status: 0 | 1) =>
      admin(roles.roleedit, { id, status, role_name: 'paused', type: kind.staff })
    expect(await edit(0)).toMatchObject({ success: true })
    expect((await t.call(signIn.menus, {}, { token })).code).toBe(codes.sessionEnded)
    expect((await admin(accounts.users, {})).data?.configs.role_list[String(id)]).toBeUndefined()
    expect(await edit(1)).toMatchObject({ success: true })
    expect((await t.call(signIn.menus, {}, { token })).code).toBe(codes.sessionEnded)
  })

  test('the role that holds everything, and the own one, cannot be disabled or deleted', async () => {
    for (const sent of [
      { status: 0, type: 1 },
      { status: 1, type: 3 },
    ] as const)
      expect(
        await admin(roles.roleedit, { id: seedRoles.superAdmin.id, role_name: 'x', ...sent }),
      ).toMatchObject({ success: false })
    expect(await admin(roles.roledel, { id: seedRoles.superAdmin.id })).toMatchObject({ success: false })
    const own = await aRole([57, 99, 100])
    const { token } = await t.account({ roleId: own })
    expect(
      await t.call(roles.roleedit, { id: own, role_name: 'x', status: 0, type: 1 }, { token }),
    ).toMatchObject({ success: false, message: '不能停用或删除自己的角色' })
  })

  test('an unused role is deleted for good, and the next start does not bring it back', async () => {
    const mine = await aRole([10])
    expect(await admin(roles.roledel, { id: mine })).toMatchObject({ success: true })
    expect(await admin(roles.roledel, { id: seedRoles.operator.id })).toMatchObject({ success: true })
    expect(await admin(roles.authdel, { id: 92 })).toMatchObject({ success: true })
    await syncRolesAndRules(t.services.db)
    const { data } = await admin(roles.roles, { limit: 300 })
    expect(data?.list.some(({ id }) => id === seedRoles.operator.id || id === mine)).toBe(false)
    expect((await admin(roles.auths, { type: 1 })).data?.menuOptions.some(({ id }) => id === 92)).toBe(false)
  })

  test('a role and its accounts cannot part ways, whoever is faster', async () => {
    const id = await aRole([10])
    const passwordHash = 'x'
    const insert = () =>
      t.services.db
        .insertInto('accounts')
        .values({
          kind: 1,
          username: `racer${id}`,
          password_hash: passwordHash,
          group_id: id,
          parent_id: null,
          sign_secret: null,
          sign_secret_pending: null,
          settle_secret: null,
          settle_secret_pending: null,
          created_by: null,
        })
        .execute()
        .then(
          () => true,
          () => false,
        )
    const [made, moved] = await Promise.all([
      insert(),
      admin(roles.roleedit, { id, status: 1, role_name: 'moved', type: kind.channel }),
    ])
    expect([made, moved.success].filter(Boolean)).toHaveLength(1)
  })
})

describe('rules', () => {
  const add = (more: object = {}) =>
    admin(roles.authadd, {
      pid: 50,
      title: 'Extra',
      name: `/adminapi/extra/${Math.random()}`,
      type: 1,
      ...more,
    })

  test('a new rule is enabled, above 1000, held at first by whoever holds everything', async () => {
    const { data } = await add({ tag: 'page', sort: -5, icon: 'star' })
    const id = data?.id ?? 0
    expect(id).toBeGreaterThan(1000)
    const list = (await admin(roles.auths, { type: 1 })).data?.menuList
    expect(list?.find((rule) => rule.id === 50)?.children[0]).toMatchObject({
      id,
      pid: 50,
      level: 2,
      sort: -5,
      icon: 'star',
      tag: 'page',
      status: 1,
      type: 1,
      children: [],
    })
    expect((await admin(signIn.menus, {})).data?.authRuleIds).toContain(id)
    expect(await held(seedRoles.finance.id)).not.toContain(id)
  })

  test('the options are the tree laid flat, with the level to indent by', async () => {
    const { data } = await admin(roles.auths, { type: 3 })
    expect(data?.menuOptions).toContainEqual({ id: 500, pid: 0, title: '下级管理', level: 1 })
    expect(data?.menuOptions.find(({ id }) => id === 510)).toMatchObject({ pid: 501, level: 3 })
    expect(data?.configs.system_auth_rule_tags).toEqual({ menu: '菜单', page: '页面', button: '按钮' })
  })

  test('a disabled rule hides itself and all below it from everybody', async () => {
    const { token } = await t.as('viewer')
    const edit = (status: 0 | 1) =>
      admin(roles.authedit, { id: 50, pid: 0, title: '账号管理', name: '/accounts', type: 1, status })
    await edit(0)
    expect((await t.call(accounts.users, {}, { token })).code).toBe(codes.forbidden)
    expect((await admin(accounts.channels, {})).code).toBe(codes.forbidden)
    await edit(1)
    expect((await t.call(accounts.users, {}, { token })).code).toBe(codes.ok)
  })

  test('two moves at once cannot close a circle', async () => {
    const a = (await add()).data?.id ?? 0
    const b = (await add()).data?.id ?? 0
    const move = (id: number, pid: number) =>
      admin(roles.authedit, { id, pid, title: 'moved', name: `/moved/${id}`, type: 1, status: 1 })
    const answers = await Promise.all([move(a, b), move(b, a)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  test('a rule is edited in its own tree only', async () => {
    expect(
      await admin(roles.authedit, { id: 510, pid: 501, title: 'x', name: 'y', type: 1, status: 1 }),
    ).toMatchObject({ success: false, field: 'id' })
  })

  test('refreshing the menus makes every process read the rules anew', async () => {
    const version = async () =>
      (await t.services.db.selectFrom('policy').select('version').executeTakeFirstOrThrow()).version
    const before = await version()
    expect(await admin(roles.cacheMenusTree, {})).toMatchObject({ success: true })
    expect(await version()).toBeGreaterThan(before)
  })
})
