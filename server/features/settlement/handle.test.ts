import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import type { CallOf } from '../../../contract/kit/endpoint.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import {
  earn,
  foundByChecks,
  otherTrc20,
  type SettledChannel,
  settledChannel,
  settlePlatform,
  trc20,
} from './testing.ts'

const { settlement } = features
let t: TestApp
let finance: Caller
let one: number
let two: number
let n = 0
let channel: SettledChannel
let id: number

beforeAll(async () => {
  t = await testApp()
  const { db } = t.services
  one = await settlePlatform(db, 'One', '2026-01-01T00:00:00Z')
  two = await settlePlatform(db, 'Two', '2026-02-01T00:00:00Z')
  finance = await t.as('finance')
})
afterAll(() => t.close())
afterEach(async () => {
  const found = await foundByChecks(t.services.db)
  if (found.length > 0) throw new Error(found.join('\n'))
})
beforeEach(async () => {
  n += 1
  channel = await settledChannel(t, `handled-${n}`)
  await earn(t.services.db, channel.id, one, -20_000n)
  await earn(t.services.db, channel.id, two, 1_000_000n)
  id = (await channel.ask('500')).data?.id ?? 0
})

const handle = (params: Partial<CallOf<typeof settlement.handle>>, more = {}) =>
  finance(settlement.handle, { id, status: 1, hd_remark: 'paid', ...params } as never, more)
const orderOf = () =>
  t.services.db.selectFrom('settle_orders').selectAll().where('id', '=', BigInt(id)).executeTakeFirstOrThrow()
const totalsOf = () =>
  t.services.db
    .selectFrom('account_totals')
    .select(['platform_id', 'settled', 'pending'])
    .where('account_id', '=', channel.id)
    .orderBy('platform_id')
    .execute()

describe('transferred', () => {
  test('books what was reserved as settled, works out the U, and answers a line per platform', async () => {
    const answer = await handle({ ex_rate: '5.43', settle_u: '92.08' })
    expect(answer.data).toEqual(['One：已结算 -20.00', 'Two：已结算 520.00'])
    expect(await orderOf()).toMatchObject({
      status: 1,
      ex_rate: 54_300n,
      settle_u: 9208n,
      remainder: 500_000_000n - 9208n * 54_300n,
      handled_by: 'test-finance',
    })
    expect(await totalsOf()).toEqual([
      { platform_id: one, settled: -20_000n, pending: 0n },
      { platform_id: two, settled: 520_000n, pending: 0n },
    ])
    const log = await finance(settlement.settleLog, { username: channel.username })
    expect(log.data?.list.map((row) => [row.platform_name, row.amount, row.source, row.order_id])).toEqual([
      ['Two', 520, 'order', id],
      ['One', -20, 'order', id],
    ])
    expect(log.data?.summary).toMatchObject({ RealProfit: 980, SettleAmount: 500, UnSettleAmount: 480 })
    const list = await finance(settlement.orders, { username: channel.username })
    expect(list.data?.list[0]).toMatchObject({ amount: 500, ex_rate: 5.43, settle_u: 92.08, status: 1 })
  })

  test('needs a rate, and refuses other U than its own by more than a hundredth', async () => {
    expect(await handle({})).toMatchObject({ code: codes.refused, field: 'ex_rate' })
    expect(await handle({ ex_rate: '0' })).toMatchObject({ code: codes.refused, field: 'ex_rate' })
    expect(await handle({ ex_rate: '5.43', settle_u: '92.10' })).toMatchObject({
      field: 'settle_u',
      message: '结算U数应为 92.08，与提交的 92.10 不符',
    })
    expect(await handle({ ex_rate: '5.43', settle_u: '92.06' }, { lang: 'en-us' })).toMatchObject({
      message: 'The U should be 92.08, not 92.06',
    })
    expect(await orderOf()).toMatchObject({ status: 0, ex_rate: null })
    expect((await handle({ ex_rate: '5.43', settle_u: '92.09' })).success).toBe(true)
  })

  test('a rate far from the recent ones waits for a second person', async () => {
    await handle({ ex_rate: '5.4' })
    const next = await settledChannel(t, `far-${n}`)
    await earn(t.services.db, next.id, two, 1_000_000n)
    id = (await next.ask('100')).data?.id ?? 0
    expect(await handle({ ex_rate: '9.9' })).toMatchObject({ field: 'ex_rate', success: false })
    expect(await handle({ ex_rate: '9.9', propose: 1 })).toMatchObject({ success: true })
    expect(await orderOf()).toMatchObject({ status: 0, proposed_rate: 99_000n })
    expect((await handle({ ex_rate: '9.9' })).message).toContain('须由另一人')
    expect((await handle({ ex_rate: '9.9', propose: 1 })).success).toBe(true)
    expect(await orderOf()).toMatchObject({ status: 0 })
    const second = await t.account({ roleId: seedRoles.finance.id, username: `second-${n}` })
    const confirm = (ex_rate: string) =>
      t.call(settlement.handle, { id, status: 1, hd_remark: 'confirmed', ex_rate }, { token: second.token })
    expect((await confirm('9.8')).success).toBe(false)
    expect((await confirm('9.9')).success).toBe(true)
    expect(await orderOf()).toMatchObject({ status: 1, ex_rate: 99_000n, handled_by: `second-${n}` })
  })
})

describe('refused', () => {
  test('gives back exactly what was reserved, and keeps no rate', async () => {
    const before = await totalsOf()
    expect(before).toEqual([
      { platform_id: one, settled: 0n, pending: -20_000n },
      { platform_id: two, settled: 0n, pending: 520_000n },
    ])
    const answer = await handle({ status: 2, hd_remark: ' wrong ', ex_rate: '5.4', settle_u: '1' })
    expect(answer.data).toEqual(['One：已释放 -20.00', 'Two：已释放 520.00'])
    expect(await orderOf()).toMatchObject({ status: 2, ex_rate: null, settle_u: null, hd_remark: 'wrong' })
    expect((await totalsOf()).every(({ settled, pending }) => settled === 0n && pending === 0n)).toBe(true)
    const log = await finance(settlement.settleLog, { order_id: id })
    expect(log.data?.list.map(({ source }) => source)).toEqual(['refused', 'refused'])
  })
})

test('what is closed stays closed, by the product and by the database', async () => {
  await handle({ status: 2, hd_remark: 'no' })
  for (const status of [1, 2] as const)
    expect(await handle({ status, ex_rate: '5' })).toMatchObject({
      code: codes.refused,
      message: '该结算单不是待处理状态',
    })
  const { db } = t.services
  await expect(
    db
      .updateTable('settle_orders')
      .set({ status: 0, handled_at: null, handled_by: null })
      .where('id', '=', BigInt(id))
      .execute(),
  ).rejects.toMatchObject({ constraint: 'settle_orders_final' })
})

test.each([
  [{ status: undefined }, '请选择处理状态', 'Please select a status'],
  [{ hd_remark: undefined }, '请输入处理备注', 'Please enter a remark'],
  [{ hd_remark: '   ' }, '请输入处理备注', 'Please enter a remark'],
  [{ ex_rate: '-1' }, '汇率', 'Rate'],
  [{ ex_rate: '5.12345' }, '汇率', 'Rate'],
  [{ ex_rate: '5', settle_u: 'x' }, '结算U数', 'U'],
  [{ id: 987_654 }, '数据不存在', 'Not found'],
] as const)('handling with %j says so in both languages and changes nothing', async (wrong, zh, en) => {
  const params = { ex_rate: '5', ...wrong } as never
  expect(await handle(params)).toMatchObject({ code: codes.refused, message: expect.stringContaining(zh) })
  expect(await handle(params, { lang: 'en-us' })).toMatchObject({ message: expect.stringContaining(en) })
  expect(await orderOf()).toMatchObject({ status: 0 })
})

describe('the lists', () => {
  test('sum up what is pending over the filter but for its status, and mark what waits too long', async () => {
    await t.services.db.updateTable('accounts').set({ pledge_u: 7n }).where('id', '=', channel.id).execute()
    t.moveClock(31 * 60_000)
    const { data } = await finance(settlement.orders, { username: channel.username, status: [1, 2] })
    expect(data).toMatchObject({ count: 0, list: [], summary: { pendingAmount: 500, pendingCount: 1 } })
    expect(data?.configs.statusDics).toEqual({ 0: '待处理', 1: '已转账', 2: '已拒绝' })
    const all = await finance(settlement.orders, { username: channel.username, status: [0] })
    expect(all.data?.list[0]).toMatchObject({ late: 1, pledge_u: 0, withdraw_addr: trc20, ex_rate: null })
    await t.services.db.updateTable('accounts').set({ pledge_u: 0n }).where('id', '=', channel.id).execute()
  })

  test('an order keeps the address it was made with, and finance is told of a new one', async () => {
    const { db } = t.services
    const noteOf = async () =>
      (await finance(settlement.orders, { username: channel.username })).data?.list[0]
    expect((await noteOf())?.address_note).toContain('也被')
    await db.updateTable('accounts').set({ withdraw_addr: otherTrc20 }).where('id', '=', channel.id).execute()
    const lookalike = `${trc20.slice(0, 4)}${'x'.repeat(26)}${trc20.slice(-4)}`
    await db.updateTable('accounts').set({ withdraw_addr: '' }).where('withdraw_addr', '=', trc20).execute()
    expect(await noteOf()).toMatchObject({ withdraw_addr: trc20, address_note: '下单后渠道已更换地址' })
    const fake = await settledChannel(t, `fake-${n}`)
    await db.updateTable('accounts').set({ withdraw_addr: lookalike }).where('id', '=', fake.id).execute()
    expect((await noteOf())?.address_note).toContain('首尾相同')
  })

  test('a channel reads its own orders whatever it asks for, without pledge', async () => {
    const other = await settledChannel(t, `reader-${n}`)
    const ask = (token: string, username: string) =>
      t.call(settlement.channelOrders, { username }, { token, lang: 'en-us' })
    expect((await ask(other.token, channel.username)).data).toMatchObject({ count: 0, list: [] })
    const own = await ask(channel.token, other.username)
    expect(own.data?.list.map((row) => row.id)).toEqual([id])
    expect(own.data?.list[0]).not.toHaveProperty('pledge_u')
    expect(own.data?.configs.statusDics[2]).toBe('Rejected')
    const log = await t.call(settlement.settleLog, { order_id: id }, { token: other.token })
    expect(log.data).toMatchObject({ count: 0, list: [], summary: { RealProfit: 0 } })
    expect((await t.call(settlement.settleLog, { order_id: id }, { token: channel.token })).data?.count).toBe(
      2,
    )
    // Of one's own order the name says nothing.
    const named = { order_id: id, username: other.username }
    expect((await t.call(settlement.settleLog, named, { token: channel.token })).data?.count).toBe(2)
  })
})
