import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aReceiver, aSandbox, until } from './testing.ts'

let pitboss: Awaited<ReturnType<typeof aReceiver>>
let sandbox: Awaited<ReturnType<typeof aSandbox>>
beforeAll(async () => {
  pitboss = await aReceiver()
  sandbox = await aSandbox({ pitbossUrl: pitboss.url })
})
afterAll(async () => {
  await sandbox.close()
  pitboss.close()
})
beforeEach(async () => {
  await sandbox.post('faults', { payoutFailure: 0, neverAnswer: 0, dropReplies: 0 })
})

const told = (type: string, orderNo: string) =>
  pitboss.of(type).filter(({ data }) => data['orderNo'] === orderNo)

/** Makes orders and sends each to be paid; answers their numbers. */
async function submitted(wish: object): Promise<string[]> {
  const orderNos = await sandbox.orders(wish)
  const wanted = new Set(orderNos)
  const orders = await until(() => {
    const seen = pitboss
      .of('withdrawal')
      .filter(({ data }) => data['version'] === 1 && wanted.has(String(data['orderNo'])))
    return seen.length === orderNos.length && seen
  })
  for (const { data } of orders) {
    const orderNo = String(data['orderNo'])
    await sandbox
      .command(`${orderNo}:submit:1`, 'payout.start', {
        orderNo,
        amount: data['realPay'],
        channelId: 1,
        checker: 'f',
      })
      .catch(() => null)
  }
  return orderNos
}

test('paid: one transfer, the raw answer, the evidence, the order’s new versions, the player’s totals', async () => {
  const [orderNo = ''] = await submitted({ count: 1 })
  const [payout] = await until(() => told('payout', orderNo).length === 1 && told('payout', orderNo))
  const [first, ...later] = await until(
    () => told('withdrawal', orderNo).length === 3 && told('withdrawal', orderNo),
  )
  expect(payout?.data).toMatchObject({
    key: `${orderNo}:submit:1`,
    outcome: 'paid',
    amount: first?.data['realPay'],
  })
  expect(later.map(({ data }) => [data['version'], data['money']])).toEqual([
    [2, 'paying'],
    [3, 'paid'],
  ])
  const [raw] = told('notification', orderNo)
  expect(JSON.parse(String(raw?.data['parameter']))).toMatchObject({
    mch_order_no: orderNo,
    status: 'SUCCESS',
  })
  const roleId = first?.data['roleId']
  await until(() =>
    pitboss.of('player').some(({ data }) => data['roleId'] === roleId && Number(data['version']) > 1),
  )
})

test('payoutFailure 1: every order fails, nothing is ever paid, the reason is told', async () => {
  await sandbox.post('faults', { payoutFailure: 1 })
  const orderNos = await submitted({ count: 20 })
  await until(() => orderNos.every((orderNo) => told('payout', orderNo).length === 1))
  for (const orderNo of orderNos) {
    expect(told('payout', orderNo)[0]?.data).toMatchObject({ outcome: 'failed', amount: 0, reference: '' })
    expect(told('payout', orderNo)[0]?.data['reason']).not.toBe('')
    expect(await sandbox.payout(orderNo)).toEqual({ orderNo, paidTimes: 0, status: 'failed' })
  }
})

test('orders made by hand are all paid when no fault is in force', async () => {
  const orderNos = await submitted({ count: 60 })
  await until(() => orderNos.every((orderNo) => told('payout', orderNo).length === 1))
  const rows = await sandbox.get<{ orderNo: string; paidTimes: number; status: string }[]>('payouts')
  for (const orderNo of orderNos) {
    expect(rows.find((row) => row.orderNo === orderNo)).toEqual({ orderNo, paidTimes: 1, status: 'paid' })
  }
})

test('sentinels: one always fails, one hangs for ever, one is paid once and told twice', async () => {
  const [fails = ''] = await submitted({ sentinel: 'fails' })
  const [hangs = ''] = await submitted({ sentinel: 'hangs' })
  const [twice = ''] = await submitted({ sentinel: 'twice' })
  await until(() => told('payout', fails).length === 1 && told('payout', twice).length === 2)
  expect(await sandbox.payout(fails)).toMatchObject({ paidTimes: 0, status: 'failed' })
  expect(await sandbox.payout(twice)).toMatchObject({ paidTimes: 1, status: 'paid' })
  expect(told('notification', twice)).toHaveLength(2)
  expect(told('payout', twice)[0]?.data).toEqual(told('payout', twice)[1]?.data)
  expect(await sandbox.payout(hangs)).toMatchObject({ paidTimes: 0, status: 'paying' })
  expect(await sandbox.query('payout', { orderNo: hangs, key: `${hangs}:submit:1` })).toEqual({
    seen: true,
    outcome: 'paying',
  })
  expect(told('payout', hangs)).toHaveLength(0)
})

test('neverAnswer: only a query tells; lifted, the evidence follows', async () => {
  await sandbox.post('faults', { neverAnswer: 1 })
  const [orderNo = ''] = await submitted({ count: 1 })
  const key = `${orderNo}:submit:1`
  await until(async () => (await sandbox.query('payout', { orderNo, key }))['outcome'] === 'paid')
  await sleep(200)
  expect(told('payout', orderNo)).toHaveLength(0)
  await sandbox.post('faults', { neverAnswer: 0 })
  await until(() => told('payout', orderNo).length === 1 && told('withdrawal', orderNo).length === 3, 2000)
})

test('a stream of orders comes by itself, and a channel’s success rate shows in it', async () => {
  await sandbox.post('channels', { id: 1, successRate: 0 })
  const before = pitboss.of('withdrawal').length
  await sandbox.post('stream', { perMinute: 3000 })
  await until(() => pitboss.of('withdrawal').length > before + 20)
  await sandbox.post('stream', { perMinute: 0 })
  const [order] = pitboss.of('withdrawal').slice(-1)
  const orderNo = String(order?.data['orderNo'])
  const data = { orderNo, amount: order?.data['realPay'], channelId: 1, checker: '' }
  await sandbox.command(`${orderNo}:submit:1`, 'payout.start', data)
  await until(async () => (await sandbox.payout(orderNo))?.status !== 'paying')
  expect((await sandbox.payout(orderNo))?.status).toBe('failed')
})

test('whatever goes wrong, nobody is paid twice and books and orders agree', async () => {
  await sandbox.post('channels', { id: 1, successRate: 1 })
  await sandbox.post('faults', { dropReplies: 0.5, payoutFailure: 0.4 })
  const orderNos = await submitted({ count: 40 })
  await sandbox.post('faults', { dropReplies: 0 })
  for (const attempt of [1, 2]) {
    for (const orderNo of orderNos) {
      const amount = told('withdrawal', orderNo)[0]?.data['realPay']
      await sandbox.command(`${orderNo}:submit:${attempt}`, 'payout.start', {
        orderNo,
        amount,
        channelId: 2,
        checker: '',
      })
    }
  }
  await until(() => orderNos.every((orderNo) => told('payout', orderNo).length === 1))
  const rows = await sandbox.get<{ orderNo: string; paidTimes: number; status: string }[]>('payouts')
  for (const row of rows) expect(row.paidTimes).toBe(row.status === 'paid' ? 1 : 0)
  const statuses = new Set(
    rows.filter(({ orderNo }) => orderNos.includes(orderNo)).map(({ status }) => status),
  )
  expect(statuses).toEqual(new Set(['paid', 'failed']))
})
