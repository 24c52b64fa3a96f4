import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platforms } from '../../../contract/platforms.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { aPlatform, aWithdrawal } from '../withdrawals/fixtures.ts'
import { type Desk, deskOf } from './testing.ts'

let app: TestApp
let operator: Caller
let viewer: Caller
let desk: Desk
beforeAll(async () => {
  app = await testApp({ env: { PLATFORM_HOSTS: 'game.example,127.0.0.1' } })
  operator = await app.as('operator')
  viewer = await app.as('viewer')
  desk = deskOf(app, operator)
})
afterAll(() => app.close())

describe('platforms', () => {
  const addresses = {
    api_url: 'https://api.game.example/p/1/',
    admin_url: 'http://admin.game.example',
    channel_url: 'https://channel.game.example',
  }

  test('are added and edited with times of the region, and listed by status', async () => {
    const cate_id = await desk.aCategory()
    const id = await desk.aPlatformOf(cate_id, {
      status: 1,
      remark: 'Brazil',
      publish_time: '2026-03-01 12:00:00',
      end_time: '2026-04-01 12:00:00',
      ...addresses,
    })
    const row = await desk.rowOf(id)
    // São Paulo is three hours behind.
    expect(row.publish_time?.toISOString()).toBe('2026-03-01T15:00:00.000Z')
    expect(row.api_url).toBe('https://api.game.example/p/1')
    expect(row.channel_live_show).toBe(0)
    const listed = async (params: object) =>
      (await operator(platforms.platformList, { limit: 300, ...params })).data?.list.find(
        (one) => one.id === id,
      )
    expect(await listed({})).toMatchObject({
      name: row.name,
      remark: 'Brazil',
      cate_id,
      status: 1,
      platform_status: 1,
      publish_time: '2026-03-01 12:00:00',
      end_time: '2026-04-01 12:00:00',
      channel_live_show: 0,
      linked: 0,
      ...addresses,
      api_url: 'https://api.game.example/p/1',
    })
    await operator(platforms.platformEdit, { id, name: row.name, cate_id, status: 2 })
    expect(await listed({})).toBeUndefined()
    expect(await listed({ status: [2, 0] })).toMatchObject({ publish_time: '', end_time: '', remark: '' })
    expect(await listed({ status: [2], cate_id, platform_id: [id] })).toBeDefined()
    expect(await listed({ status: [2], cate_id: cate_id + 1 })).toBeUndefined()
    expect((await desk.rowOf(id)).admin_url).toBe(addresses.admin_url)
    const [, edited] = await desk.auditOf('platform', id)
    expect(edited).toMatchObject({
      action: 'platforms.platformEdit',
      before: { status: 1, remark: 'Brazil' },
      after: { status: 2, remark: '', api_url: 'https://api.game.example/p/1' },
    })
    expect(JSON.stringify(await desk.auditOf('platform', id))).not.toContain('secret')
    const { data } = await viewer(platforms.platformList, {}, { lang: 'en-us' })
    expect(data?.configs.platformStatusDics).toEqual({
      0: 'Not started',
      1: 'Running',
      2: 'Terminated',
      3: 'Agency stopped',
    })
  })

  test('an address is emptied only when it is said so', async () => {
    const cate_id = await desk.aCategory()
    const id = await desk.aPlatformOf(cate_id, addresses)
    const { name } = await desk.rowOf(id)
    await operator(platforms.platformEdit, { id, name, cate_id })
    expect((await desk.rowOf(id)).channel_url).toBe(addresses.channel_url)
    await operator(platforms.platformEdit, { id, name, cate_id, clear: ['channel_url'] })
    expect(await desk.rowOf(id)).toMatchObject({ channel_url: '', admin_url: addresses.admin_url })
  })

  test('the channel live view is switched by one call', async () => {
    const id = await desk.aPlatformOf(await desk.aCategory())
    await operator(platforms.platformChannelLiveShow, { id })
    expect((await desk.rowOf(id)).channel_live_show).toBe(1)
    await operator(platforms.platformChannelLiveShow, { id }, { method: 'POST' })
    expect((await desk.rowOf(id)).channel_live_show).toBe(0)
    expect((await desk.auditOf('platform', id)).at(-1)).toMatchObject({
      before: { channel_live_show: 1 },
      after: { channel_live_show: 0 },
    })
  })

  test('refuse what is wrong', async () => {
    expect.hasAssertions()
    const { path: add } = platforms.platformAdd
    const cate_id = String(await desk.aCategory())
    const name = desk.fresh('Wrong')
    const base = { name, cate_id }
    const field = { api_url: '接口地址（api_url）', en: 'API address (api_url)' }
    await desk.refusedInBoth(add, { cate_id }, 'name', '请填写名称（name）', 'Name (name) is required')
    await desk.refusedInBoth(
      add,
      { name },
      'cate_id',
      '请填写平台分类（cate_id）',
      'Category (cate_id) is required',
    )
    await desk.refusedInBoth(
      add,
      { name, cate_id: '99999' },
      'cate_id',
      '平台分类不存在',
      'No such platform category',
    )
    await desk.refusedInBoth(
      add,
      { ...base, status: '4' },
      'status',
      '状态（status）格式不正确',
      'Status (status) is not valid',
    )
    await desk.refusedInBoth(
      add,
      { ...base, publish_time: '2026-02-30 10:00:00' },
      'publish_time',
      '发布时间（publish_time）格式不正确',
      'Publish time (publish_time) is not valid',
    )
    await desk.refusedInBoth(
      add,
      { ...base, publish_time: '2026-03-01 10:00:00', end_time: '2026-03-01 10:00:00' },
      'end_time',
      '结束时间必须晚于发布时间',
      'The end time must be after the publish time',
    )
    await desk.refusedInBoth(
      add,
      { ...base, api_url: 'ftp://game.example' },
      'api_url',
      `${field.api_url}必须以 http:// 或 https:// 开头`,
      `${field.en} must start with http:// or https://`,
    )
    await desk.refusedInBoth(
      add,
      { ...base, api_url: 'http://game.example' },
      'api_url',
      `${field.api_url}必须以 https:// 开头`,
      `${field.en} must start with https://`,
    )
    for (const api_url of [
      'https://',
      'https://u:p@game.example',
      'https://game.example/?a=1',
      'https://game.example#x',
      'https://evil.example',
      'https://notgame.example',
      'https://game.example.evil',
    ])
      await desk.refusedInBoth(
        add,
        { ...base, api_url },
        'api_url',
        `不支持该域名配置：${field.api_url}`,
        `This domain name configuration is not supported: ${field.en}`,
      )
    await aPlatform(app.services.db, { name: 'Only One' })
    await desk.refusedInBoth(
      add,
      { name: 'only one', cate_id },
      'name',
      '平台名称已存在',
      'A platform of this name exists already',
    )
    await desk.refusedInBoth(
      platforms.platformEdit.path,
      { id: '99999', ...base },
      'id',
      '平台不存在',
      'No such platform',
    )
    for (const { path } of [platforms.platformDel, platforms.platformChannelLiveShow])
      await desk.refusedInBoth(path, { id: '99999' }, 'id', '平台不存在', 'No such platform', 'GET')
  })

  test('addresses without the rule are ignored, and that is told in the trace', async () => {
    const { db } = app.services
    const role = await db
      .insertInto('roles')
      .values({ title: 'No addresses', type: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rules = await db
      .selectFrom('auth_rules')
      .select('id')
      .where('name', 'in', [
        platforms.platformAdd.path,
        platforms.platformEdit.path,
        platforms.platformList.path,
      ])
      .execute()
    await db
      .insertInto('role_rules')
      .values(rules.map(({ id }) => ({ role_id: role.id, rule_id: id })))
      .execute()
    const { token } = await app.account({ roleId: role.id })
    const cate_id = await desk.aCategory()
    const name = desk.fresh('Plain')
    const { data } = await app.call(
      platforms.platformAdd,
      { name, cate_id, status: 1, ...addresses },
      { token },
    )
    const id = data?.id ?? 0
    expect(await desk.rowOf(id)).toMatchObject({ api_url: '', admin_url: '', channel_url: '' })
    expect((await desk.auditOf('platform', id))[0]?.reason).toBe(
      'ignored without the rule: api_url, admin_url, channel_url',
    )
    await operator(platforms.platformEdit, { id, name, cate_id, ...addresses })
    // Not even a wrong one matters to who may not set any.
    await app.call(
      platforms.platformEdit,
      { id, name, cate_id, api_url: 'nonsense', clear: ['admin_url'] },
      { token },
    )
    expect(await desk.rowOf(id)).toMatchObject({
      api_url: 'https://api.game.example/p/1',
      admin_url: addresses.admin_url,
    })
    const seen = async (by: string) =>
      (await app.call(platforms.platformList, { platform_id: [id] }, { token: by })).data?.list[0]
    expect(await seen(token)).not.toHaveProperty('api_url')
    expect(await seen(token)).toMatchObject({ admin_url: '', channel_url: addresses.channel_url })
    expect(await seen(operator.token)).toHaveProperty('api_url', 'https://api.game.example/p/1')
    const live = async (caller: Caller) =>
      (await caller(platforms.liveList, { platform_id: [id] })).data?.list[0]
    expect(await live(viewer)).toMatchObject({ api_url: '', admin_url: '' })
    expect(await live(await app.as('finance'))).toMatchObject({ api_url: '', admin_url: addresses.admin_url })
  })

  test('with data they cannot be deleted, without they can, and the name is free again', async () => {
    const { db, clock } = app.services
    const cate_id = await desk.aCategory()
    const id = await desk.aPlatformOf(cate_id)
    const { name } = await desk.rowOf(id)
    const busy = await aPlatform(db)
    await aWithdrawal(db, clock, busy)
    await desk.refusedInBoth(
      platforms.platformDel.path,
      { id: String(busy) },
      'id',
      '该平台已有数据，不能删除；请将状态改为“已终止”',
      'This platform has data and cannot be deleted; set its status to Terminated instead',
      'GET',
    )
    expect((await operator(platforms.platformDel, { id })).code).toBe(200)
    expect((await desk.rowOf(id)).deleted).toBe(1)
    expect((await operator(platforms.platformAdd, { name, cate_id })).code).toBe(200)
    const told = await desk.aPlatformOf(cate_id)
    await db
      .insertInto('link_inbox')
      .values({ platform_id: told, event_id: 'e', type: 'status', state: 'absorbed', raw: '{}' })
      .execute()
    expect((await operator(platforms.platformDel, { id: told })).message).toContain('已有数据')
  })
})
