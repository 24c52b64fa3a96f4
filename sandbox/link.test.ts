import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkHeaders } from './signing.ts'
import { aSandbox, secret, until } from './testing.ts'

let sandbox: Awaited<ReturnType<typeof aSandbox>>
beforeAll(async () => {
  sandbox = await aSandbox()
})
afterAll(() => sandbox.close())

interface Item {
  orderNo: string
  version: number
  money: string
  realPay: number
  amount: number
  roleId: string
}

interface Page {
  items: Item[]
  next: string
  more: boolean
}

async function anOrder(wish: object = {}): Promise<Item> {
  const orderNos = await sandbox.orders({ count: 1, ...wish })
  return itemOf(orderNos[0] ?? '')
}

async function itemOf(orderNo: string): Promise<Item> {
  let after = ''
  for (;;) {
    const page: Page = await sandbox.query<Page>('withdrawals', { after, limit: 1000 })
    const found = page.items.find((item) => item.orderNo === orderNo)
    if (found) return found
    if (!page.more) throw new Error(`no order ${orderNo}`)
    after = page.next
  }
}

const start = (order: Item, key: string, change: object = {}) =>
  sandbox.command(key, 'payout.start', {
    orderNo: order.orderNo,
    amount: order.realPay,
    channelId: 1,
    checker: 'finance',
    ...change,
  })

test('a payout is accepted, paid once, and told the same ever after', async () => {
  const order = await anOrder()
  const key = `${order.orderNo}:submit:1`
  expect(await sandbox.query('command', { key })).toEqual({ seen: false })
  expect(await sandbox.query('payout', { orderNo: order.orderNo, key })).toEqual({ seen: false })

  const [first, second] = await Promise.all([start(order, key), start(order, key, { amount: 1 })])
  expect(first).toEqual({ status: 200, text: JSON.stringify({ key, state: 'accepted', reason: '' }) })
  expect(second.text).toBe(first.text)
  const paid = await until(async () => {
    const seen = await sandbox.query('payout', { orderNo: order.orderNo, key })
    return seen['outcome'] === 'paid' && seen
  })
  expect(paid).toMatchObject({ seen: true, amount: order.realPay, channelId: 1, reason: '' })
  expect((await start(order, key)).text).toBe(first.text)
  expect(await sandbox.payout(order.orderNo)).toEqual({
    orderNo: order.orderNo,
    paidTimes: 1,
    status: 'paid',
  })

  const again = await start(order, `${order.orderNo}:submit:2`)
  expect(again.text).toContain('"refused","reason":"the order is paid, not open"')
  expect((await sandbox.payout(order.orderNo))?.paidTimes).toBe(1)
})

test('a lost answer: the connection breaks, the query tells the truth, the same key pays no second time', async () => {
  const order = await anOrder()
  const key = `${order.orderNo}:submit:1`
  await sandbox.post('faults', { dropReplies: 1 })
  await expect(start(order, key)).rejects.toThrow('fetch failed')
  expect(await sandbox.query('command', { key })).toEqual({ seen: true, state: 'accepted', reason: '' })
  await expect(start(order, key)).rejects.toThrow('fetch failed')
  await sandbox.post('faults', { dropReplies: 0 })
  expect((await start(order, key)).text).toContain('"accepted"')
  await until(async () => (await sandbox.payout(order.orderNo))?.status === 'paid')
  expect((await sandbox.payout(order.orderNo))?.paidTimes).toBe(1)
})

test.each([
  ['a wrong amount', { amount: 1 }],
  ['a channel that is off', { channelId: 4 }],
  ['an unknown channel', { channelId: 99 }],
])('%s is refused, proves failure, and gives the money back', async (_, change) => {
  const order = await anOrder()
  const key = `${order.orderNo}:submit:1`
  expect((await start(order, key, change)).text).toContain('"refused"')
  expect(await sandbox.query('payout', { orderNo: order.orderNo, key })).toMatchObject({
    seen: true,
    outcome: 'failed',
    amount: 0,
  })
  expect(await itemOf(order.orderNo)).toMatchObject({ money: 'failed', version: 2 })
  expect((await sandbox.payout(order.orderNo))?.paidTimes).toBe(0)
})

test('refusing gives back, sets the duty in hundredths, and a second decision comes too late', async () => {
  const order = await anOrder({ amount: 333_330 })
  const data = { orderNo: order.orderNo, description: 'CPF', turnoverMultiple: '1.50', checker: 'finance' }
  const before = await balance(order.roleId)
  expect((await sandbox.command(`${order.orderNo}:refuse`, 'withdrawal.refuse', data)).text).toContain(
    '"done"',
  )
  expect(await balance(order.roleId)).toEqual({
    balance: before.balance + 333_330,
    duty: before.duty + 499_995,
  })
  expect((await itemOf(order.orderNo)).money).toBe('refunded')
  const late = await sandbox.command(`${order.orderNo}:confiscate`, 'withdrawal.confiscate', data)
  expect(late.text).toContain('the order is refunded, not open')
  expect((await start(order, `${order.orderNo}:submit:1`)).text).toContain('refused')
  expect((await itemOf(order.orderNo)).money).toBe('refunded')
})

test('confiscating keeps the money', async () => {
  const order = await anOrder()
  const before = await balance(order.roleId)
  const data = { orderNo: order.orderNo, description: 'fraud', checker: 'finance' }
  await sandbox.command(`${order.orderNo}:confiscate`, 'withdrawal.confiscate', data)
  expect(await balance(order.roleId)).toEqual(before)
  expect((await itemOf(order.orderNo)).money).toBe('confiscated')
})

test('player commands: duty, remark, mail and flag; unknown players are passed over', async () => {
  const { roleId } = await anOrder()
  const say = async (name: string, data: object) => (await sandbox.command(`${name}-1`, name, data)).text
  expect(await say('player.turnoverDuty', { roleIds: [roleId, '1'], duty: 5000 })).toContain('"done"')
  expect(await say('player.remark', { roleId, remark: '常客' })).toContain('"done"')
  expect(await say('player.mail', { roleId, content: 'Olá' })).toContain('"done"')
  expect(await say('player.autoPayout', { roleIds: [roleId], on: true })).toContain('"done"')
  const known = await players()
  expect(known.find((player) => player.roleId === roleId)).toMatchObject({
    duty: 5000,
    remark: '常客',
    autoPayout: true,
  })
  const flagged = await anOrder({ autoPayout: true })
  expect(flagged.roleId).toBe(roleId)
  const orderNos = await sandbox.orders({ count: 200 })
  expect(orderNos).toHaveLength(200)
  const page = await sandbox.query<Page>('withdrawals', { after: '', limit: 1000 })
  const made = page.items.filter((item) => orderNos.includes(item.orderNo))
  expect(made).toHaveLength(200)
  expect(made.some((item) => item.roleId === roleId)).toBe(false)
})

test('what cannot be understood is refused for ever, or not kept at all', async () => {
  expect((await sandbox.command('odd-1', 'player.ban', {})).text).toContain(
    '"refused","reason":"unknown command"',
  )
  expect((await sandbox.command('odd-2', '__proto__', {})).text).toContain('unknown command')
  expect((await sandbox.command('odd-3', 'player.mail', { roleId: 'x' })).text).toContain('data.roleId')
  expect((await sandbox.link('commands', { name: 'player.mail' })).status).toBe(400)
  expect(await sandbox.link('queries', { name: 'secrets', data: {} })).toEqual({
    status: 404,
    text: '{"error":"unknown_query"}',
  })
  expect(
    (await sandbox.link('queries', { name: 'withdrawals', data: { after: 'x', limit: 1 } })).status,
  ).toBe(400)
  expect(await sandbox.query('ping')).toMatchObject({ version: 1, platform: 7 })
  expect(await sandbox.query('channels')).toMatchObject({ version: 1, defaultPayout: 1 })
  expect(await sandbox.query('status')).toMatchObject({ registered: 20 })
})

test('a signed request works once, and only under its own path', async () => {
  const path = '/p/7/link/v1/queries'
  const body = '{"name":"ping","data":{}}'
  const headers = linkHeaders(secret, 7, { method: 'POST', path, body }, Date.now())
  const send = async (to: string) => (await fetch(sandbox.url + to, { method: 'POST', headers, body })).text()
  expect(await send(path)).toContain('"version":1')
  expect(await send(path)).toBe('{"error":"replayed_nonce"}')
  expect(await send('/p/7/link/v1/commands')).toBe('{"error":"bad_signature"}')
  expect(await send('/p/8/link/v1/queries')).toBe('{"error":"unknown_platform"}')
})

async function players() {
  return sandbox.get<{ roleId: string; balance: number; duty: number }[]>('players')
}
async function balance(roleId: string) {
  const { balance: left = 0, duty = 0 } = (await players()).find((player) => player.roleId === roleId) ?? {}
  return { balance: left, duty }
}
