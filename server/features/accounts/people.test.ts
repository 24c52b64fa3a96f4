import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { type Caller, type TestApp, testApp, testPassword } from '../../testing.ts'
import { codeAt, newSecret } from '../sign-in/index.ts'
import { accountChecks, ratesOn } from './index.ts'
import { recoverStaff } from './state.ts'
import { aTree, encryptor } from './testing.ts'

const { accounts, signIn, roles } = features
let t: TestApp
let admin: Caller
let encrypt: (password: string) => string
let names = 0
const aName = () => `someone${++names}`

beforeAll(async () => {
  t = await testApp({ poolSize: 30 })
  admin = await t.as('superAdmin')
  encrypt = await encryptor(t)
})
afterAll(() => t.close())

const passwords = (password = 'secret-2026') => ({ pwd: encrypt(password), conf_pwd: encrypt(password) })
const alive = async (token: string) => (await t.call(signIn.menus, {}, { token })).code
const verifies = async (username: string, password: string) =>
  (await t.call(signIn.verify, { username, pwd: encrypt(password) }, { address: `10.1.0.${++names % 250}` }))
    .success
const auditOf = async (id: number) =>
  (await admin(accounts.auditLog, { entity: 'account', entityId: String(id) })).data?.list ?? []

describe('adding and editing', () => {
  test('an admin user is listed with its role and can sign in', async () => {
    const username = aName()
    const added = await admin(accounts.userAdd, {
      group_id: seedRoles.viewer.id,
      username,
      ...passwords(),
      remark: '新人',
    })
    expect(added).toMatchObject({ success: true, data: { id: expect.any(Number) } })
    const { data } = await admin(accounts.users, { username: username.toUpperCase() })
    expect(data).toMatchObject({
      count: 1,
      list: [
        {
          username,
          group_id: 4,
          title: '只读',
          status: 1,
          remark: '新人',
          last_login_time: '',
          telegramAdminList: [],
        },
      ],
      configs: { role_list: { 1: '超级管理员', 4: '只读' } },
    })
    expect(await verifies(username, 'secret-2026')).toBe(true)
    expect(await auditOf(added.data?.id ?? 0)).toMatchObject([
      { action: 'accounts.userAdd', username: admin.username, title: '新增后台账号', after: { username } },
    ])
  })

  test('a blank password stays, a new one ends every session of the account', async () => {
    const person = await t.account()
    const edit = (more: object) =>
      admin(accounts.userEdit, { id: person.id, group_id: seedRoles.viewer.id, ...more })
    expect(await edit({ remark: 'a remark', pwd: encrypt(''), conf_pwd: encrypt('') })).toMatchObject({
      success: true,
    })
    expect(await alive(person.token)).toBe(codes.ok)
    expect(await verifies(person.username, testPassword)).toBe(true)
    expect(await edit(passwords('another-2026'))).toMatchObject({ success: true })
    expect(await alive(person.token)).toBe(codes.sessionEnded)
    expect(await verifies(person.username, 'another-2026')).toBe(true)
    const { data } = await admin(accounts.users, { username: person.username })
    expect(data?.list.find(({ id }) => id === person.id)?.remark).toBe('a remark')
  })

  test('a remark can be emptied by the form, and stays when it is not sent', async () => {
    const { id, username } = await t.account()
    const edit = (sent: Record<string, string>) =>
      t.send('/adminapi/system/userEdit', { id: String(id), group_id: '4', ...sent }, { token: admin.token })
    const remark = async () =>
      (await admin(accounts.users, { username })).data?.list.find((row) => row.id === id)?.remark
    await edit({ remark: 'kept' })
    await edit({})
    expect(await remark()).toBe('kept')
    await edit({ remark: '' })
    expect(await remark()).toBe('')
  })

  test('names are unique over all kinds in any spelling, also after deletion, and however many try at once', async () => {
    const username = aName()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2
          ? admin(accounts.userAdd, { group_id: 4, username, ...passwords() })
          : admin(accounts.channelAdd, { group_id: 5, username: username.toUpperCase(), ...passwords() }),
      ),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const id = answers.find(({ data }) => data)?.data?.id ?? 0
    await admin(accounts.userDel, { id })
    await admin(accounts.channelDel, { id })
    expect((await admin(accounts.userAdd, { group_id: 4, username, ...passwords() })).field).toBe('username')
  })

  test('a new role ends the sessions, and nobody gives or touches more than he holds', async () => {
    const { data: role } = await admin(roles.roleadd, { role_name: 'people clerk', type: kind.staff })
    const roleId = role?.id ?? 0
    const clerkRules = await t.services.db
      .selectFrom('auth_rules')
      .select('id')
      .where('type', '=', 1)
      .where('name', 'like', '/adminapi/system/user%')
      .execute()
    await admin(roles.rolerulesedit, { id: roleId, type: 1, auth_rule_ids: clerkRules.map(({ id }) => id) })
    const clerk = await t.account({ roleId })
    const as = { token: clerk.token }
    const mine = await t.account({ roleId })
    const edit = (id: number, group_id: number, more = {}) =>
      t.call(accounts.userEdit, { id, group_id, ...more }, as)
    expect(await edit(mine.id, roleId)).toMatchObject({ success: true })
    expect(await edit(mine.id, seedRoles.superAdmin.id)).toMatchObject({ success: false, field: 'group_id' })
    expect(await edit(clerk.id, seedRoles.superAdmin.id)).toMatchObject({ success: false })
    expect(await edit(admin.id, seedRoles.superAdmin.id, passwords())).toMatchObject({
      success: false,
      message: '该账号拥有您没有的权限，不能由您修改',
    })
    for (const call of [accounts.userDel, accounts.userStatus, accounts.userUnbindgoogle])
      expect(await t.call(call, { id: admin.id }, as)).toMatchObject({ success: false, code: codes.refused })
    expect(
      await t.call(accounts.userAdd, { group_id: 1, username: aName(), ...passwords() }, as),
    ).toMatchObject({
      success: false,
      field: 'group_id',
    })
    expect(await admin(accounts.userEdit, { id: mine.id, group_id: 4 })).toMatchObject({ success: true })
    expect(await alive(mine.token)).toBe(codes.sessionEnded)
  })
})

describe('switching, deleting, unbinding', () => {
  test('the switch flips, a named state makes it safe to repeat, and disabling ends the sessions below too', async () => {
    const { channel, sub, salesOfSubsub } = await aTree(t, aName())
    const flip = (newStatus?: 0 | 1) => admin(accounts.channelStatus, { id: channel.id, newStatus })
    expect((await flip(0)).data).toEqual({ status: 0 })
    expect((await flip(0)).data).toEqual({ status: 0 })
    for (const { token } of [channel, sub, salesOfSubsub]) expect(await alive(token)).toBe(codes.sessionEnded)
    expect((await flip()).data).toEqual({ status: 1 })
    for (const { token } of [channel, sub, salesOfSubsub]) expect(await alive(token)).toBe(codes.sessionEnded)
    expect((await flip()).data).toEqual({ status: 0 })
    expect((await flip(1)).data).toEqual({ status: 1 })
  })

  test('a flip is one statement: an even number at once ends where it began', async () => {
    const { id } = await t.account()
    await Promise.all(Array.from({ length: 16 }, () => admin(accounts.userStatus, { id })))
    const row = await t.services.db
      .selectFrom('accounts')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.status).toBe(1)
    expect((await auditOf(id)).filter(({ action }) => action === 'accounts.userStatus')).toHaveLength(16)
  })

  test('nobody disables or deletes himself, and of two last full-rights accounts one always stays', async () => {
    expect(await admin(accounts.userStatus, { id: admin.id })).toMatchObject({ success: false })
    expect(await admin(accounts.userDel, { id: admin.id })).toMatchObject({ success: false })
    expect(await admin(accounts.userEdit, { id: admin.id, group_id: 4 })).toMatchObject({ success: false })
    const second = await t.account({ roleId: seedRoles.superAdmin.id })
    const answers = await Promise.all([
      admin(accounts.userStatus, { id: second.id, newStatus: 0 }),
      t.call(accounts.userDel, { id: admin.id }, { token: second.token }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const { db } = t.services
    await db.updateTable('accounts').set({ status: 1, deleted: 0 }).where('id', '=', admin.id).execute()
    await db.updateTable('account_tree').set({ deleted: 0 }).where('account_id', '=', admin.id).execute()
    await db.updateTable('sessions').set({ ended_at: null }).where('account_id', '=', admin.id).execute()
  })

  test('deletion is soft, agents shows it, recovery brings it back disabled, and both bear repeating', async () => {
    const { sub } = await aTree(t, aName())
    const of = { id: sub.id, type: kind.subChannel }
    for (const _ of [1, 2])
      expect(await admin(accounts.agentDel, { ...of, recover: 0 })).toMatchObject({ success: true })
    expect(await alive(sub.token)).toBe(codes.sessionEnded)
    expect(
      (await admin(accounts.subChannels, { username: sub.username, accountLevel: 0 })).data?.list,
    ).toEqual([expect.objectContaining({ username: `${sub.username}sub` })])
    const inAgents = async (deleted?: 0 | 1) =>
      (await admin(accounts.agents, { username: sub.username, deleted })).data?.list.filter(
        ({ id }) => id === sub.id,
      )
    expect(await inAgents(1)).toMatchObject([{ deleted: 1, type: 9 }])
    expect(await inAgents(0)).toEqual([])
    expect(await admin(accounts.agentStatus, of)).toMatchObject({ success: false })
    for (const _ of [1, 2])
      expect(await admin(accounts.agentDel, { ...of, recover: 1 })).toMatchObject({ success: true })
    expect(await inAgents()).toMatchObject([{ deleted: 0, status: 0 }])
    expect((await admin(accounts.agentStatus, of)).data).toEqual({ status: 1 })
  })

  test('a deleted user comes back from the command line only, disabled and with a note in its history', async () => {
    const { id, username } = await t.account()
    expect(await recoverStaff(t.services.db, username)).toBeNull()
    await admin(accounts.userDel, { id })
    expect(await recoverStaff(t.services.db, username.toUpperCase())).toBe(username)
    expect((await admin(accounts.users, { username })).data?.list).toMatchObject([{ id, status: 0 }])
    expect((await auditOf(id))[0]).toMatchObject({
      username: 'system',
      before: { deleted: 1 },
      after: { deleted: 0 },
    })
  })

  test('a channel with pledge or a pending settle order is not deleted', async () => {
    const { channel } = await aTree(t, aName())
    const { id } = channel
    await admin(accounts.channelPledgeUEdit, { id, ptype: 1, pledge_u: '3' })
    expect((await admin(accounts.channelDel, { id })).message).toContain('3 U')
    await admin(accounts.channelPledgeUEdit, { id, ptype: 2, pledge_u: '3' })
    await t.services.db.updateTable('accounts').set({ settle_pending: 1 }).where('id', '=', id).execute()
    expect(await admin(accounts.channelDel, { id })).toMatchObject({ success: false })
    await t.services.db.updateTable('accounts').set({ settle_pending: 0 }).where('id', '=', id).execute()
    expect(await admin(accounts.channelDel, { id })).toMatchObject({ success: true })
  })

  test('unbinding the sign-in key ends the sessions, unbinding the settlement key ends none', async () => {
    const { channel, sub } = await aTree(t, aName())
    const { db, vault } = t.services
    await db
      .updateTable('accounts')
      .set({ sign_secret: vault.seal('a'), settle_secret: vault.seal('b') })
      .where('id', '=', channel.id)
      .execute()
    const keys = () =>
      db
        .selectFrom('accounts')
        .select(['sign_secret', 'settle_secret', 'settle_key_reset_at'])
        .where('id', '=', channel.id)
        .executeTakeFirst()
    expect(await admin(accounts.channelUnbindWdgoogle, { id: channel.id })).toMatchObject({ success: true })
    expect(await alive(channel.token)).toBe(codes.ok)
    expect(await keys()).toMatchObject({ settle_secret: null, settle_key_reset_at: expect.any(Date) })
    const told = async ({ token } = channel) =>
      (await t.call(features.signIn.menus, {}, { token, lang: 'en-us' })).data?.told
    expect(await told()).toEqual([expect.stringMatching(/^Your settlement key was unbound at 20\d\d-/)])
    expect(await told(sub)).toEqual([])
    await db
      .updateTable('accounts')
      .set({ settle_secret: vault.seal('c') })
      .where('id', '=', channel.id)
      .execute()
    expect(await told()).toEqual([])
    expect(await admin(accounts.channelUnbindgoogle, { id: channel.id })).toMatchObject({ success: true })
    expect(await alive(channel.token)).toBe(codes.sessionEnded)
    expect((await keys())?.sign_secret).toBeNull()
  })

  test('what writes by GET is accepted as POST too', async () => {
    const { id } = await t.account()
    for (const method of ['GET', 'POST'] as const)
      expect(
        await t.send('/adminapi/system/userStatus', { id: String(id) }, { method, token: admin.token }),
      ).toMatchObject({ success: true, data: { status: method === 'GET' ? 0 : 1 } })
  })
})

describe('rates and pledge', () => {
  test('rates are percent on the wire and count from their business day; earlier days keep theirs', async () => {
    const { channel, sub } = await aTree(t, aName())
    const set = (id: number, share: string) =>
      t.send(
        '/adminapi/system/channelOtherPointConfig',
        { id: String(id), game_passage_point: '5.5', game_withdraw_point: '0', game_dividend_point: share },
        { token: admin.token },
      )
    const first = t.services.clock.dayOf(t.services.clock.now())
    expect(await set(channel.id, '30')).toMatchObject({ success: true, data: { warning: '' } })
    t.moveClock(24 * 3_600_000)
    const second = t.services.clock.dayOf(t.services.clock.now())
    await set(channel.id, '40.5')
    const share = async (day: string) =>
      (await ratesOn(t.services.db, [channel.id, sub.id], day)).get(channel.id)?.game_dividend_point
    expect(await share(first)).toBe(300)
    expect(await share(second)).toBe(405)
    expect(await share('2020-01-01')).toBe(0)
    const { data } = await admin(accounts.channels, { username: channel.username })
    expect(data?.list[0]).toMatchObject({ game_passage_point: 5.5, game_dividend_point: 40.5 })
    const above = await admin(accounts.subChannelOtherPointConfig, {
      id: sub.id,
      game_passage_point: 0,
      game_withdraw_point: 0,
      game_dividend_point: 50,
    })
    expect(above).toMatchObject({ success: true, data: { warning: expect.stringContaining('40.5') } })
    expect((await auditOf(channel.id))[0]).toMatchObject({
      before: { game_dividend_point: 300 },
      after: { game_dividend_point: 405 },
    })
  })

  test('64 releases at once never take more than is held, and the log accounts for every U', async () => {
    const { channel } = await aTree(t, aName())
    const move = (ptype: 1 | 2, pledge_u: string) =>
      admin(accounts.channelPledgeUEdit, { id: channel.id, ptype, pledge_u })
    expect((await move(1, '100')).data).toEqual({ pledge_u: 100 })
    const answers = await Promise.all(Array.from({ length: 64 }, () => move(2, '3')))
    expect(answers.filter(({ success }) => success)).toHaveLength(33)
    expect((await admin(accounts.channels, { username: channel.username })).data?.list[0]?.pledge_u).toBe(1)
    const log = await admin(accounts.pledgeUlog, { username: channel.username, limit: 300 })
    expect(log.data?.count).toBe(34)
    expect((await admin(accounts.pledgeUlog, { username: channel.username.toUpperCase() })).data?.count).toBe(
      34,
    )
    expect((await admin(accounts.pledgeUlog, { username: channel.username.slice(0, -1) })).data?.count).toBe(
      0,
    )
    expect(log.data?.list[33]).toMatchObject({ pledge_u: 100, type: 1, create_username: admin.username })
  })

  test('where the setting asks for it, a release needs a fresh code of the caller, good once', async () => {
    const { db, vault, clock } = t.services
    const { channel } = await aTree(t, aName())
    const secret = newSecret()
    await db
      .updateTable('accounts')
      .set({ sign_secret: vault.seal(secret) })
      .where('id', '=', admin.id)
      .execute()
    await db.insertInto('settings').values({ key: 'step-up', value: 'true' }).execute()
    const move = (ptype: 1 | 2, identify_code?: string) =>
      admin(accounts.channelPledgeUEdit, { id: channel.id, ptype, pledge_u: '2', identify_code })
    expect(await move(1)).toMatchObject({ success: true })
    expect(await move(1)).toMatchObject({ success: true })
    expect(await move(2)).toMatchObject({ success: false, field: 'identify_code' })
    expect(await move(2, '000000')).toMatchObject({ success: false, field: 'identify_code' })
    const code = codeAt(secret, clock.now())
    expect(await move(2, code)).toMatchObject({ success: true, data: { pledge_u: 2 } })
    expect(await move(2, code)).toMatchObject({ success: false, field: 'identify_code' })
    await db.deleteFrom('settings').where('key', '=', 'step-up').execute()
  })

  test('the pledge filter knows with, without and a minimum', async () => {
    const { channel } = await aTree(t, aName())
    await admin(accounts.channelPledgeUEdit, { id: channel.id, ptype: 1, pledge_u: '7' })
    const found = async (pledge_u: string) =>
      (await admin(accounts.channels, { username: channel.username, pledge_u })).data?.count
    expect([await found('with'), await found('without'), await found('7'), await found('8')]).toEqual([
      1, 0, 1, 0,
    ])
  })
})

describe('points of game APIs', () => {
  test('an account follows the template until it has points of its own, from their day on', async () => {
    await t.services.db
      .insertInto('game_apis')
      .values([
        { api_id: 1, name: 'Slots' },
        { api_id: 2, name: 'Live' },
      ])
      .execute()
    const { id } = await t.account({ kind: kind.channel, roleId: 5, proxyId: '31337' })
    const points = async (RoleID: string) =>
      (await admin(accounts.getGameApiPoints, { RoleID })).data?.list.map(({ ApiPoint }) => ApiPoint)
    const save = (RoleID: string, first: number, second: number) =>
      admin(accounts.editGameApiPoint, {
        RoleID,
        apiData: [
          { ApiID: 1, ApiPoint: first },
          { ApiID: 2, ApiPoint: second },
        ],
      })
    expect(await points('31337')).toEqual([0, 0])
    expect((await save('-1', 55, 120)).data).toEqual({ fail: false })
    expect(await points('31337')).toEqual([55, 120])
    await save('31337', 10, 0)
    await save('-1', 60, 60)
    expect(await points('31337')).toEqual([10, 0])
    expect(await points('-1')).toEqual([60, 60])
    expect((await auditOf(id))[0]).toMatchObject({ action: 'accounts.editGameApiPoint' })
  })
})

test('after all of this, everything kept beside its history agrees with it', async () => {
  for (const check of accountChecks) expect(await check.differences(t.services.db), check.name).toEqual([])
})
