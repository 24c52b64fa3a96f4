import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { allKinds, kind } from '../../../contract/kit/kinds.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { aTree, type Tree } from '../accounts/testing.ts'
import { bumpPolicy } from '../roles/index.ts'
import { earn, foundByChecks, settledChannel, settlePlatform } from './testing.ts'

const { settlement } = features
let t: TestApp
let finance: Caller
let one: number
let two: number
let tree: Tree
let other: Tree
let n = 0

beforeAll(async () => {
  t = await testApp()
  const { db } = t.services
  one = await settlePlatform(db, 'One', '2026-01-01T00:00:00Z')
  two = await settlePlatform(db, 'Two', '2026-02-01T00:00:00Z')
  finance = await t.as('finance')
})
afterAll(() => t.close())
beforeEach(async () => {
  n += 1
  tree = await aTree(t, `m${n}a`)
  other = await aTree(t, `m${n}b`)
})
afterEach(async () => {
  const found = await foundByChecks(t.services.db)
  if (found.length > 0) throw new Error(found.join('\n'))
})

const settledOf = async (accountId: number) =>
  (
    await t.services.db
      .selectFrom('settle_log')
      .select(['platform_id', 'amount', 'source', 'from_day', 'to_day', 'create_username'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
  ).map((row) => ({ ...row, amount: Number(row.amount) / 1000 }))

describe('one-click settle', () => {
  test('tells the total, then books up to it: negatives first, then from the last platform', async () => {
    // What others earned is none of it.
    await earn(t.services.db, other.channel.id, one, 999_000n)
    await earn(t.services.db, tree.channel.id, one, 100_500n)
    await earn(t.services.db, tree.channel.id, two, -20_250n)
    const ask = { platform_ids: [one, two], channel_account: tree.channel.username }
    expect((await finance(settlement.channelSettle, ask)).data).toEqual({ unSettleAmountTotal: 80.25 })
    const above = await finance(settlement.channelSettle, { ...ask, event: 'update', settleAmount: '80.26' })
    expect(above).toMatchObject({
      code: codes.refused,
      message: '结算金额不能超过未结算总额 80.25',
      field: 'settleAmount',
    })
    expect(await settledOf(tree.channel.id)).toEqual([])
    const done = await finance(settlement.channelSettle, { ...ask, event: 'update', settleAmount: '80.25' })
    expect(done.data).toEqual({ unSettleAmountTotal: 0 })
    const by = { source: 'manual', create_username: 'test-finance' }
    expect(await settledOf(tree.channel.id)).toMatchObject([
      { platform_id: two, amount: -20.25, ...by },
      { platform_id: one, amount: 100.5, ...by },
    ])
  })

  test('never books more than the account is owed over all platforms', async () => {
    await earn(t.services.db, tree.channel.id, one, 100_000n)
    await earn(t.services.db, tree.channel.id, two, -70_000n)
    const ask = { platform_ids: [one], channel_account: tree.channel.username }
    expect((await finance(settlement.channelSettle, ask)).data).toEqual({ unSettleAmountTotal: 30 })
    expect(
      (await finance(settlement.channelSettle, { ...ask, event: 'update', settleAmount: '31' })).success,
    ).toBe(false)
  })

  test('leaves what a pending order has reserved alone', async () => {
    const channel = await settledChannel(t, `reserved-${n}`)
    await earn(t.services.db, channel.id, one, 1_000_000n)
    await channel.ask('900')
    const ask = { platform_ids: [one], channel_account: channel.username, event: 'update' as const }
    expect((await finance(settlement.channelSettle, { ...ask, settleAmount: '100.01' })).success).toBe(false)
    expect((await finance(settlement.channelSettle, { ...ask, settleAmount: '100' })).success).toBe(true)
  })

  test.each([
    ['0.99', 'settleAmount'],
    ['0', 'settleAmount'],
    ['1.001', 'settleAmount'],
    ['-3', 'settleAmount'],
    ['x', 'settleAmount'],
    [undefined, 'settleAmount'],
  ])('refuses %s', async (settleAmount, field) => {
    await earn(t.services.db, tree.channel.id, one, 50_000n)
    const ask = { platform_ids: [one], channel_account: tree.channel.username, event: 'update' as const }
    expect(await finance(settlement.channelSettle, { ...ask, settleAmount })).toMatchObject({
      code: codes.refused,
      field,
    })
    expect(await settledOf(tree.channel.id)).toEqual([])
  })

  test('needs rows, an account and platforms that exist', async () => {
    const call = (sent: Record<string, string>, lang: 'zh-cn' | 'en-us' = 'zh-cn') =>
      t.send(settlement.channelSettle.path, sent, { token: finance.token, lang })
    const named = { channel_account: tree.channel.username }
    expect((await call(named)).message).toBe('请选择要操作的数据行')
    expect((await call(named, 'en-us')).message).toBe('Please select the data row you want to operate on')
    expect(await call({ platform_ids: String(one) })).toMatchObject({ field: 'channel_account' })
    expect(await call({ ...named, platform_ids: '999999' })).toMatchObject({ field: 'platform_ids' })
    expect(await call({ platform_ids: String(one), channel_account: tree.sub.username })).toMatchObject({
      field: 'channel_account',
    })
  })
})

describe('who may settle whom', () => {
  test('a channel its own sub-channels, and nobody else’s', async () => {
    await earn(t.services.db, tree.subsub.id, one, 10_000n)
    await earn(t.services.db, other.sub.id, one, 10_000n)
    const settle = (who: { token: string }, name: string) =>
      t.call(
        settlement.subChannelSettle,
        { platform_ids: [one], channel_account: name, event: 'update', settleAmount: '5' },
        { token: who.token },
      )
    expect((await settle(tree.channel, other.sub.username)).success).toBe(false)
    expect((await settle(tree.channel, tree.channel.username)).success).toBe(false)
    expect((await settle(tree.channel, tree.salesOfSub.username)).success).toBe(false)
    expect((await settle(tree.sub, tree.subsub.username)).code).toBe(codes.forbidden)
    expect((await settle(tree.channel, tree.subsub.username)).data).toEqual({ unSettleAmountTotal: 5 })
    expect(await settledOf(tree.subsub.id)).toMatchObject([
      { amount: 5, create_username: tree.channel.username },
    ])
    expect(await settledOf(other.sub.id)).toEqual([])
  })

  test('nobody books for himself, even if his kind were let in', async () => {
    const call: Endpoint = settlement.subChannelSettle
    const { kinds } = call
    await sql`insert into role_rules (role_id, rule_id)
      select ${seedRoles.subChannel.id}, id from auth_rules where type = 3 and name = ${call.rule}
      on conflict do nothing`.execute(t.services.db)
    await bumpPolicy(t.services.db)
    await earn(t.services.db, tree.sub.id, one, 10_000n)
    const book = (name: string) =>
      t.call(
        settlement.subChannelSettle,
        { platform_ids: [one], channel_account: name, event: 'update', settleAmount: '5' },
        { token: tree.sub.token },
      )
    try {
      call.kinds = allKinds
      const refused = await book('nobody-here')
      expect(refused.code).toBe(codes.refused)
      expect(await book(tree.sub.username)).toEqual(refused)
      expect(await settledOf(tree.sub.id)).toEqual([])
    } finally {
      call.kinds = kinds
    }
  })

  test('records are read at and below oneself only', async () => {
    await earn(t.services.db, tree.sub.id, one, 10_000n)
    await finance(settlement.subChannelSettle, {
      platform_ids: [one],
      channel_account: tree.sub.username,
      event: 'update',
      settleAmount: '7',
    })
    const read = async (who: { token: string }, username?: string) =>
      (await t.call(settlement.settleLog, { username }, { token: who.token })).data
    expect((await read(tree.channel))?.count).toBe(0)
    expect((await read(tree.channel, tree.sub.username))?.list).toMatchObject([{ amount: 7 }])
    expect((await read(tree.sub))?.summary).toMatchObject({
      RealProfit: 10,
      SettleAmount: 7,
      UnSettleAmount: 3,
    })
    expect(await read(other.channel, tree.sub.username)).toMatchObject({
      count: 0,
      summary: { RealProfit: 0 },
    })
    expect(await read(tree.subsub, tree.sub.username)).toMatchObject({ count: 0 })
  })
})

test('the settle call books a range of days on one platform', async () => {
  await earn(t.services.db, tree.channel.id, one, 50_000n)
  const ask = {
    platform_id: one,
    channel_account: tree.channel.username,
    startTime: '2026-03-01',
    endTime: '2026-03-07',
    settleAmount: '12.34',
  }
  expect(await finance(settlement.settleAmountEdit, { ...ask, startTime: '2026-03-08' })).toMatchObject({
    message: '开始时间不能晚于结束时间',
  })
  expect((await finance(settlement.settleAmountEdit, ask)).data).toEqual({ unSettleAmountTotal: 37.66 })
  expect(await settledOf(tree.channel.id)).toMatchObject([
    { amount: 12.34, from_day: '2026-03-01', to_day: '2026-03-07' },
  ])
})

test('where the setting asks for it, booking by hand needs a fresh code', async () => {
  const { db } = t.services
  await earn(db, tree.channel.id, one, 50_000n)
  await db.insertInto('settings').values({ key: 'step-up', value: 'true' }).execute()
  const ask = { platform_ids: [one], channel_account: tree.channel.username }
  expect(
    await finance(settlement.channelSettle, { ...ask, event: 'update', settleAmount: '5' }),
  ).toMatchObject({ success: false, field: 'identify_code' })
  await db.deleteFrom('settings').where('key', '=', 'step-up').execute()
  expect(await settledOf(tree.channel.id)).toEqual([])
})

test('a channel with a pending order cannot be deleted, and a deleted one cannot ask', async () => {
  const operator = await t.account({
    kind: kind.staff,
    roleId: seedRoles.superAdmin.id,
    username: `admin-${n}`,
  })
  const channel = await settledChannel(t, `deleted-${n}`)
  await earn(t.services.db, channel.id, one, 1_000_000n)
  const { data } = await channel.ask('10')
  const del = () => t.call(features.accounts.channelDel, { id: channel.id }, { token: operator.token })
  expect((await del()).success).toBe(false)
  await finance(settlement.handle, { id: data?.id ?? 0, status: 2, hd_remark: 'no' })
  expect((await del()).success).toBe(true)
})
