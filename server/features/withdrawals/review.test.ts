import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveEvent } from '../../../contract/live.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { aPlatform, aPlayer, aWithdrawal } from './fixtures.ts'

let app: TestApp
let platformId: number

beforeAll(async () => {
  app = await testApp()
  platformId = await aPlatform(app.services.db)
})
afterAll(() => app.close())

const anOrder = (wish = {}) => aWithdrawal(app.services.db, app.services.clock, platformId, wish)
const statusOf = async (orderNo: string) => {
  const viewer = await app.as('viewer')
  const { data } = await viewer(withdrawals.list, { platformId, orderNo, allStatus: true })
  return data?.list[0]?.status
}

test('finance locks, checks and submits; the order goes out once', async () => {
  const orderNo = await anOrder()
  const finance = await app.as('finance')
  const heard: LiveEvent[] = []
  const silence = app.services.live.subscribe((event) => heard.push(event))
  const at = { platformId, orderNo: [orderNo] }
  expect(await finance(withdrawals.lock, at)).toMatchObject({
    success: true,
    data: { ok: [orderNo], failed: [] },
  })
  expect(await statusOf(orderNo)).toBe(6)
  expect(await finance(withdrawals.check, at)).toMatchObject({ success: true })
  const sent = { platformId: String(platformId), orderNo }
  expect(await app.send(withdrawals.submit.path, sent, { token: finance.token })).toMatchObject({
    success: false,
    message: '未选择渠道',
  })
  expect(await finance(withdrawals.submit, { ...at, channelId: 1 })).toMatchObject({ success: true })
  expect(await finance(withdrawals.submit, { ...at, channelId: 1 })).toMatchObject({
    success: false,
    code: 400000,
    data: null,
    message: expect.stringContaining('第三方处理中'),
  })
  const { data } = await finance(
    withdrawals.list,
    { platformId, orderNo, allStatus: true },
    { lang: 'en-us' },
  )
  expect(data?.list[0]).toMatchObject({
    status: 4,
    checkUser: 'test-finance',
    delivery: 'queued',
    deliveryTips: 'Waiting to reach the platform',
    payoutingOrders: 1,
  })
  await expect.poll(() => heard.length).toBe(3)
  silence()
  expect(heard).toMatchObject([6, 1, 4].map((status) => ({ type: 'order', platformId, orderNo, status })))
})

test('somebody else is told who holds the order, and may not act on it', async () => {
  const orderNo = await anOrder()
  const finance = await app.as('finance')
  const admin = await app.as('superAdmin')
  const at = { platformId, orderNo: [orderNo] }
  await finance(withdrawals.lock, at)
  expect(await admin(withdrawals.lock, at, { lang: 'en-us' })).toMatchObject({
    success: false,
    message: 'Not a pending state: test-finance is handling this order (now: In the queue, pending review)',
  })
  expect(await admin(withdrawals.refuse, { ...at, description: 'no' }, { lang: 'en-us' })).toMatchObject({
    success: false,
    message: 'Only its checker test-finance may do this',
  })
  // A supervisor may still give it back to the queue, and assign it to a person who reviews.
  expect(await admin(withdrawals.unlock, at)).toMatchObject({ success: true })
  expect(await finance(withdrawals.lock, { ...at, checkUser: 'test-superAdmin' })).toMatchObject({
    success: false,
    message: '没有权限指派其他审核人',
  })
  expect(await admin(withdrawals.lock, { ...at, checkUser: 'TEST-FINANCE' })).toMatchObject({ success: true })
  const viewer = await app.as('viewer')
  expect(await admin(withdrawals.unlock, at)).toMatchObject({ success: true })
  expect(await admin(withdrawals.lock, { ...at, checkUser: viewer.username })).toMatchObject({
    success: false,
    message: expect.stringContaining('不存在或没有审核权限'),
  })
  const { data } = await viewer(withdrawals.checkers, { platformId })
  expect(data?.list).toEqual([{ username: 'test-finance' }, { username: 'test-superAdmin' }])
})

test('whoever may only look changes nothing', async () => {
  const orderNo = await anOrder()
  const viewer = await app.as('viewer')
  expect(await viewer(withdrawals.lock, { platformId, orderNo: [orderNo] })).toMatchObject({ code: 400011 })
  expect(await statusOf(orderNo)).toBe(0)
})

test('a batch answers row by row', async () => {
  const orders = [await anOrder(), await anOrder(), 'W-none']
  const finance = await app.as('finance')
  const verdict = await finance(withdrawals.lock, { platformId, orderNo: orders }, { lang: 'en-us' })
  expect(verdict).toMatchObject({
    success: true,
    data: { ok: orders.slice(0, 2), failed: [{ orderNo: 'W-none', message: 'No such order' }] },
  })
  expect(await finance(withdrawals.lock, { platformId, orderNo: orders }, { lang: 'en-us' })).toMatchObject({
    success: false,
    message: 'Please select pending-join-queue data',
  })
})

test('the same player on two platforms is two players', async () => {
  const { db } = app.services
  const other = await aPlatform(db)
  await aPlayer(db, platformId, { roleId: '9223372036854775807' })
  const finance = await app.as('finance')
  const remark = { roleId: '9223372036854775807', remark: '常客 <b>', platformId: other }
  expect(await finance(withdrawals.remark, remark)).toMatchObject({ success: false, field: 'roleId' })
  expect(await finance(withdrawals.remark, { ...remark, platformId })).toMatchObject({ success: true })
  const orderNo = await anOrder({ roleId: '9223372036854775807' })
  const { data } = await finance(withdrawals.list, { platformId, orderNo })
  expect(data?.list[0]).toMatchObject({ AccountID: '9223372036854775807', Comment: '常客 <b>' })
})

test('an export becomes a task of its caller', async () => {
  const finance = await app.as('finance')
  for (const event of ['export', 'asyncexport']) {
    const { success, data } = await finance(withdrawals.list, { platformId, event })
    expect(success).toBe(true)
    expect(data?.taskId).toMatch(/\d+/)
  }
  expect(await finance(withdrawals.list, { platformId, event: 'export', allStatus: true })).toMatchObject({
    success: false,
  })
})

test('turnover duty, mail and the list of flagged players', async () => {
  const roleId = await aPlayer(app.services.db, platformId, { username: 'Maria%' })
  const finance = await app.as('finance')
  expect(
    await finance(withdrawals.turnoverDuty, { roleids: [roleId], dm: '12.345', platformId }),
  ).toMatchObject({ data: { count: 1 } })
  expect(await finance(withdrawals.turnoverDuty, { roleids: [roleId], dm: '0', platformId })).toMatchObject({
    success: false,
    field: 'dm',
  })
  expect(await finance(withdrawals.mail, { roleId, content: 'Olá', platformId })).toMatchObject({
    success: true,
    data: null,
  })
  await finance(withdrawals.autoPayoutAdd, { RoleID: [roleId], platformId })
  const listed = await finance(withdrawals.autoPayoutList, { platformId, username: 'a%' })
  expect(listed).toMatchObject({ data: { total: 1, list: [{ RoleID: roleId, TotalDeposit: 0 }] } })
  expect(await finance(withdrawals.autoPayoutList, { platformId, username: '_aria' })).toMatchObject({
    data: { total: 0, list: [] },
  })
  const commands = await app.services.db
    .selectFrom('link_outbox')
    .select(['name', 'data'])
    .where('name', 'like', 'player.%')
    .where('name', '<>', 'player.remark')
    .orderBy('id')
    .execute()
  expect(commands).toEqual([
    { name: 'player.turnoverDuty', data: { roleIds: [roleId], duty: 12_345 } },
    { name: 'player.mail', data: { roleId, content: 'Olá' } },
    { name: 'player.autoPayout', data: { roleIds: [roleId], on: true } },
  ])
})

test('a row that changed after the caller loaded it is refused as changed, alone and in a batch', async () => {
  const orders = [await anOrder(), await anOrder()]
  const [first = '', second = ''] = orders
  const finance = await app.as('finance')
  const versions = async () => {
    const rows = await Promise.all(
      orders.map((orderNo) => finance(withdrawals.list, { platformId, orderNo, allStatus: true })),
    )
    return Object.fromEntries(
      rows.flatMap(({ data }) => data?.list ?? []).map((row) => [row.OrderNo, row.rowVersion]),
    )
  }
  const seen = await versions()
  const bump = (orderNo: string) =>
    app.services.db
      .updateTable('withdrawal_orders')
      .set((eb) => ({ row_version: eb('row_version', '+', 1) }))
      .where('platform_id', '=', platformId)
      .where('order_no', '=', orderNo)
      .execute()
  await bump(second)
  const changed = /变化/
  expect(await finance(withdrawals.lock, { platformId, orderNo: [second], rowVersions: seen })).toMatchObject(
    { success: false, message: expect.stringMatching(changed) },
  )
  expect(await statusOf(second)).toBe(0)
  expect(await finance(withdrawals.lock, { platformId, orderNo: orders, rowVersions: seen })).toMatchObject({
    success: true,
    data: { ok: [first], failed: [{ orderNo: second, message: expect.stringMatching(changed) }] },
  })
  // The documented call does not know of versions, and the new one works where nothing changed.
  expect(
    await finance(withdrawals.check, { platformId, orderNo: [first], rowVersions: await versions() }),
  ).toMatchObject({ success: true })
  expect(await finance(withdrawals.lock, { platformId, orderNo: [second] })).toMatchObject({ success: true })
})

test('whoever comes too late is told who decided, and what', async () => {
  const orderNo = await anOrder()
  const finance = await app.as('finance')
  const late = await app.account({ roleId: seedRoles.finance.id, username: 'late' })
  const at = { platformId, orderNo: [orderNo] }
  await finance(withdrawals.lock, at)
  await finance(withdrawals.refuse, { ...at, description: 'no' })
  expect(
    await app.call(withdrawals.refuse, { ...at, description: 'no' }, { token: late.token, lang: 'en-us' }),
  ).toMatchObject({
    success: false,
    message: 'Not a pending state: test-finance has decided this order (now: Refused, refunded)',
  })
})
