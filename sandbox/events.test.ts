import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { aConfig, aReceiver, aSandbox, type Received, secret, until } from './testing.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})
async function linked(given: Parameters<typeof aConfig>[0] = {}) {
  const pitboss = await aReceiver()
  open.push(pitboss)
  const sandbox = await aSandbox({ pitbossUrl: pitboss.url, ...given })
  open.push(sandbox)
  const drained = () =>
    until(async () => (await sandbox.get<{ eventsPending: number }>('state')).eventsPending === 0)
  return { pitboss, sandbox, drained }
}
const orderNoOf = ({ data }: Received) => String(data['orderNo'])

test('a platform begins with its channels, its players and 20 days of orders that add up', async () => {
  const { pitboss, drained } = await linked({
    historyOrders: 400,
    platforms: [{ platform_id: 7, name: 'Fraude', secret, story: 'fraud', perMinute: 0 }],
  })
  await drained()
  expect(pitboss.state.faults).toEqual([])
  expect(pitboss.events[0]?.type).toBe('channels')
  const orders = pitboss.of('withdrawal')
  const ended = orders.filter(({ data }) => data['money'] !== 'open')
  expect(ended).toHaveLength(400)
  expect(new Set(ended.map(({ data }) => data['money']))).toEqual(
    new Set(['paid', 'failed', 'refunded', 'confiscated']),
  )
  expect(orders.length - ended.length).toBeGreaterThan(15)
  const waysOut = ended.filter(({ data }) => data['money'] === 'paid' || data['money'] === 'failed')
  expect(pitboss.of('payout')).toHaveLength(waysOut.length)
  expect(pitboss.of('notification')).toHaveLength(waysOut.length)
  expect(pitboss.of('payout').every(({ data }) => data['key'] === '')).toBe(true)
  for (const { data } of orders) {
    expect(Number(data['amount']) - Number(data['tax'])).toBe(data['realPay'])
    expect(data['evidence']).toMatchObject({ balance: expect.toSatisfy((balance) => Number(balance) >= 0) })
  }
  const times = orders.map(({ data }) => Date.parse(String(data['requestedAt'])))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now())

  const [anyone] = orders
  const paid = ended.filter(
    ({ data }) => data['roleId'] === anyone?.data['roleId'] && data['money'] === 'paid',
  )
  const totals = pitboss.of('player').findLast(({ data }) => data['roleId'] === anyone?.data['roleId'])
  expect(totals?.data['totalRollOut']).toBe(paid.reduce((sum, { data }) => sum + Number(data['amount']), 0))

  const ways = Map.groupBy(orders, ({ data }) => data['payWay'])
  for (const { data } of ways.get(9) ?? []) {
    expect(`${String(data['city'])}@${String(data['province'])}`).toMatch(/^[a-z]+\.[a-z]+\d+@/)
  }
  for (const { data } of ways.get(8) ?? []) expect(data['province']).toMatch(/^\+55\d{11}$/)
  for (const { data } of ways.get(3) ?? []) expect(data['cardNo']).toBe('')
  expect([...ways.keys()].toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 7, 8, 9])
  const cards = Map.groupBy(orders, ({ data }) => String(data['cardNo']))
  const shared = [...cards.values()].filter(
    (same) => new Set(same.map(({ data }) => data['roleId'])).size > 2,
  )
  expect(shared.some(([order]) => order?.data['bankName'] === 'PagBank')).toBe(true)
})

test('a new order arrives at once, in versions, with its evidence', async () => {
  const { pitboss, sandbox, drained } = await linked()
  await drained()
  const orderNos = await sandbox.orders({ count: 2, amount: 150_000, unknown: ['balance'] })
  const arrived = await until(() => pitboss.of('withdrawal').length === 2 && pitboss.of('withdrawal'))
  expect(arrived.map(orderNoOf)).toEqual(orderNos)
  expect(arrived[0]?.data).toMatchObject({
    version: 1,
    money: 'open',
    amount: 150_000,
    packageName: 'Sol <b>Dourado</b>',
  })
  expect(arrived[0]?.data['evidence']).not.toHaveProperty('balance')
  expect(arrived[0]?.data['evidence']).toHaveProperty('turnover')
})

test('nothing is lost while Pitboss is away, and everything comes when it is back', async () => {
  const { pitboss, sandbox, drained } = await linked()
  await drained()
  pitboss.state.failing = true
  await sandbox.post('withdrawals', { count: 50 })
  await sleep(300)
  expect(pitboss.of('withdrawal')).toHaveLength(0)
  pitboss.state.failing = false
  await until(() => pitboss.of('withdrawal').length === 50, 6000)
})

test('a verdict with another status than 200 does not count', async () => {
  const { pitboss, sandbox, drained } = await linked()
  await drained()
  pitboss.state.status = 503
  await sandbox.post('withdrawals', { count: 2 })
  await until(() => pitboss.state.repeats >= 2)
  pitboss.state.status = 200
  await drained()
  expect(pitboss.of('withdrawal')).toHaveLength(2)
})

test('down: nothing leaves and nobody answers; lifted, deliveries resume at once', async () => {
  const { pitboss, sandbox, drained } = await linked()
  await drained()
  await sandbox.post('faults', { down: true })
  const { requests } = pitboss.state
  await sandbox.post('withdrawals', { count: 3 })
  await expect(sandbox.query('ping')).rejects.toThrow('fetch failed')
  await sleep(200)
  expect(pitboss.state.requests).toBe(requests)
  await sandbox.post('faults', { down: false })
  await until(() => pitboss.of('withdrawal').length === 3, 1000)
  expect(await sandbox.query('ping')).toMatchObject({ platform: 7 })
})

test('duplicates and disorder: the receiver still ends with each event once', async () => {
  const { pitboss, sandbox, drained } = await linked()
  await drained()
  await sandbox.post('faults', { duplicateEvents: 1, reorderEvents: 1 })
  const orderNos = await sandbox.orders({ count: 500 })
  await drained()
  const got = pitboss.of('withdrawal').map(orderNoOf)
  expect(got.toSorted()).toEqual(orderNos.toSorted())
  expect(got).not.toEqual(orderNos)
  expect(pitboss.state.repeats).toBeGreaterThan(400)
})

test('without faults order is kept over many batches', async () => {
  const { pitboss, sandbox, drained } = await linked()
  const orderNos = await sandbox.orders({ count: 900 })
  await drained()
  expect(pitboss.of('withdrawal').map(orderNoOf)).toEqual(orderNos)
})

test('a rejected event is put aside and holds up nothing', async () => {
  const { pitboss, sandbox, drained } = await linked()
  await drained()
  pitboss.state.reject = ({ data }) => (data['amount'] === 1000 ? 'data.amount: too little' : '')
  await sandbox.post('withdrawals', { count: 1, amount: 1000 })
  await sandbox.post('withdrawals', { count: 1, amount: 2000 })
  await drained()
  expect(pitboss.of('withdrawal')).toHaveLength(1)
  const { rejections } = await sandbox.get<{ rejections: object[] }>('state')
  expect(rejections).toEqual([{ id: expect.any(String), reason: 'data.amount: too little' }])
})

test('a platform may be added while running, and a new secret takes over', async () => {
  const { pitboss, sandbox, drained } = await linked({ platforms: [] })
  expect(await sandbox.get('platforms', '')).toEqual([])
  await sandbox.post('platforms', { name: 'Nova', secret: 'ff'.repeat(32), story: 'empty' })
  await until(() => pitboss.state.faults.length > 0)
  expect(pitboss.events).toHaveLength(0)
  await sandbox.post('platforms', { secret })
  await drained()
  expect(pitboss.of('player')).toHaveLength(20)
  expect(await sandbox.get('platforms', '')).toEqual([{ platform_id: 7, name: 'Nova' }])
})

test('counters replace each other instead of piling up', async () => {
  const { pitboss, sandbox, drained } = await linked({ statusEveryMs: 60 })
  await drained()
  await sandbox.post('faults', { down: true })
  await sleep(400)
  expect((await sandbox.get<{ eventsPending: number }>('state')).eventsPending).toBe(1)
  const before = pitboss.of('status').length
  await sandbox.post('faults', { down: false })
  await until(() => pitboss.of('status').length > before)
  expect(pitboss.of('status').at(-1)?.data).toMatchObject({ registered: 20 })
})

test('makes and delivers a thousand orders a second', async () => {
  const { pitboss, sandbox, drained } = await linked()
  await drained()
  const begin = performance.now()
  await sandbox.post('withdrawals', { count: 5000 })
  const made = performance.now()
  await until(() => pitboss.of('withdrawal').length === 5000, 20_000)
  const rate = 5000 / ((performance.now() - begin) / 1000)
  console.info(`made ${Math.round(5_000_000 / (made - begin))}/s, made and delivered ${Math.round(rate)}/s`)
  expect(rate).toBeGreaterThan(1000)
}, 90_000)
