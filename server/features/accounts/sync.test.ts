import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { startWork } from '../../work.ts'
import { aPlatform } from '../link/fixtures.ts'
import { FakePlatform } from '../link/testing.ts'
import { aTree, encryptor, type Tree } from './testing.ts'

const { accounts, tasks } = features
let t: TestApp
let admin: Caller
let tree: Tree
let stop: () => Promise<void>
let willing: FakePlatform
let unwilling: FakePlatform
let platforms: number[]

beforeAll(async () => {
  t = await testApp({ env: { ALLOW_HTTP: '1' } })
  admin = await t.as('superAdmin')
  tree = await aTree(t, 'one')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.services.db)
  stop = await startWork(t.services, { ...inject('testServer'), database: rows[0]?.name ?? '' })
})
afterAll(async () => {
  await stop()
  await t.close()
})
beforeEach(async () => {
  willing = new FakePlatform()
  unwilling = new FakePlatform()
  platforms = []
  for (const [name, fake] of [
    ['Willing', willing],
    ['Unwilling', unwilling],
  ] as const) {
    await fake.up()
    const { id, secret } = await aPlatform(t.services.db, t.services.vault, { apiUrl: fake.apiUrl, name })
    fake.secret = secret
    platforms.push(id)
  }
})
afterEach(async () => {
  for (const table of ['platforms', 'platform_categories'] as const)
    await t.services.db.updateTable(table).set({ deleted: 1 }).execute()
  await willing.down()
  await unwilling.down()
})

async function tipsOf(taskId: string): Promise<string> {
  const progress = async () => (await admin(tasks.progress, { taskIds: [taskId] })).data?.[taskId]
  await expect.poll(async () => (await progress())?.status, { timeout: 15_000 }).toBe('completed')
  return (await progress())?.tips ?? ''
}

test('remarks reach every running platform, and the task counts per platform', async () => {
  const heard: unknown[] = []
  willing.mood = (what, message) => {
    if (what === 'command') heard.push([message.name, message.data])
    return 'answer'
  }
  unwilling.mood = (_, message) => {
    if (message.data['username'] === 'one-sub')
      unwilling.answers.set(message.key, { state: 'refused', reason: 'unknown_account' })
    else unwilling.answers.set(message.key, { state: 'refused', reason: 'out of order' })
    return 'answer'
  }
  await admin(accounts.subChannelEdit, { id: tree.sub.id, group_id: 6, remark: '华东' })
  await t.services.db
    .insertInto('account_links')
    .values({ platform_id: platforms[0] ?? 0, account_id: tree.sub.id, proxy_id: '4711' })
    .execute()
  const { data } = await admin(accounts.subChannelRemarkRsync, {
    usernames: ['one-sub', 'ONE-SUBSUB', 'one-sales', 'nobody'],
    event: 'asyncTask',
  })
  expect(await tipsOf(data?.taskId ?? '')).toBe(
    '同步子渠道备注\nWilling：成功 2，跳过 2，失败 0\nUnwilling：成功 0，跳过 3，失败 1',
  )
  expect(heard).toContainEqual(['account.remark', { username: 'one-sub', roleId: '4711', remark: '华东' }])
})

test('chosen platforms only, and a channel reaches only its own people', async () => {
  const { data } = await admin(accounts.channelRemarkRsync, {
    usernames: ['one-channel'],
    platform_id: [platforms[0] ?? 0],
  })
  expect(await tipsOf(data?.taskId ?? '')).not.toContain('Unwilling')
  expect(unwilling.heard).toEqual([])
})

test('points of game APIs are pushed when they are saved, and again on request', async () => {
  await t.services.db
    .insertInto('game_apis')
    .values({ api_id: 7, name: 'Slots' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const heard: unknown[] = []
  willing.mood = (what, message) => {
    if (what === 'command') heard.push(message.data)
    return 'answer'
  }
  const save = () => admin(accounts.editGameApiPoint, { RoleID: '-1', apiData: [{ ApiID: 7, ApiPoint: 55 }] })
  expect((await save()).data).toEqual({ fail: false })
  expect(heard).toEqual([{ username: '', roleId: '-1', points: [{ apiId: 7, point: 55 }] }])
  unwilling.mood = () => 'refuse'
  expect((await save()).data).toEqual({ fail: true })
  const { data } = await admin(accounts.rsyncGameApiPoint, { usernames: ['one-channel', 'one-sub'] })
  expect(await tipsOf(data?.taskId ?? '')).toContain(
    'Willing：成功 2，跳过 0，失败 0\nUnwilling：成功 0，跳过 0，失败 2',
  )
})

test('staff without a parent in mind: the platforms are asked for the superior', async () => {
  const encrypt = await encryptor(t)
  await t.account({ kind: kind.channel, roleId: 5, username: 'asked-channel', proxyId: '88001' })
  willing.queries['superior'] = ({ roleId }) => ({ superior: roleId === '88011' ? '88001' : '' })
  unwilling.mood = () => 'fail'
  const add = (role_id: string) =>
    admin(accounts.subChannelAdd, {
      group_id: 6,
      username: `asked-${role_id}`,
      pwd: encrypt('secret-2026'),
      conf_pwd: encrypt('secret-2026'),
      role_id,
    })
  expect(await add('88011')).toMatchObject({ success: true })
  const { data } = await admin(accounts.subChannels, { username: 'asked-' })
  expect(data?.list[0]).toMatchObject({ parentsData: [{ username: 'asked-channel' }], level: 1 })
  expect(await add('88099')).toMatchObject({ success: false, field: 'ParentID' })
})
