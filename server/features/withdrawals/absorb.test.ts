import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOrders, submitOrders } from './actions.ts'
import type { WithdrawalEvent } from './events.ts'
import { commandMoved } from './evidence.ts'
import { aPlatform, aPlayer, arrive, aWithdrawal, aWithdrawalEvent } from './fixtures.ts'
import { chasePlatform, dueOrders } from './jobs.ts'
import type { Money } from './rules.ts'
import { reviewRoom, wrongCounters } from './testing.ts'

let room: Awaited<ReturnType<typeof reviewRoom>>
beforeAll(async () => {
  room = await reviewRoom()
})
afterAll(() => room.end())

/** Reproducible shuffling. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

const endState = async (platformId: number) =>
  (
    await sql`select order_no, role_id, status, check_user, day, amount, money, version, evidence, channel_id
      from withdrawal_orders where platform_id = ${platformId} order by order_no`.execute(room.db)
  ).rows

test('events of 1,000 orders, shuffled and doubled, lead to the same end', async () => {
  const paths: Money[][] = [
    ['open'],
    ['open', 'paying', 'paid'],
    ['open', 'refunded'],
    ['open', 'paying', 'open'],
    ['open', 'paying', 'failed'],
    ['open', 'confiscated'],
  ]
  const events: WithdrawalEvent[] = Array.from({ length: 1000 }, (_, n) => {
    const first = aWithdrawalEvent({
      orderNo: `S${String(n).padStart(5, '0')}`,
      roleId: String(1000 + (n % 90)),
      payWay: n % 3,
      requestedAt: new Date(Date.UTC(2026, 2, 1 + (n % 5), n % 24)).toISOString(),
    })
    return (paths[n % paths.length] ?? []).map((money, step) => ({
      ...first,
      money,
      version: step + 1,
      evidence: { ...first.evidence, balance: step },
    }))
  }).flat()

  const states = []
  for (const order of [events, shuffled([...events, ...events], 7), shuffled([...events, ...events], 11)]) {
    const platformId = await aPlatform(room.db)
    for (let at = 0; at < order.length; at += 500) {
      const rejected = await arrive(room.db, room.clock, platformId, order.slice(at, at + 500))
      expect(rejected?.size).toBe(0)
    }
    states.push(await endState(platformId))
  }
  expect(states[0]).toHaveLength(1000)
  expect(states[1]).toEqual(states[0])
  expect(states[2]).toEqual(states[0])
  expect(await wrongCounters(room.db)).toEqual([])
}, 60_000)

test('many batches at once, overlapping, still count right', async () => {
  const platformId = await aPlatform(room.db)
  const events = Array.from({ length: 200 }, (_, n) =>
    aWithdrawalEvent({ orderNo: `M${n}`, roleId: String(2000 + (n % 40)) }),
  )
  const retry = async (batch: WithdrawalEvent[]): Promise<unknown> => {
    for (;;) {
      try {
        return await arrive(room.db, room.clock, platformId, batch)
      } catch (error) {
        if ((error as { code?: string }).code !== '40P01') throw error
      }
    }
  }
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      retry(shuffled(events, n + 1).map((event) => ({ ...event, version: 1 + (n % 4) }))),
    ),
  )
  expect(await endState(platformId)).toHaveLength(200)
  expect(await wrongCounters(room.db)).toEqual([])
})

test('a wrong event is rejected by the name of its field, the others are taken', async () => {
  const platformId = await aPlatform(room.db)
  const good = aWithdrawalEvent()
  const rejected = await arrive(room.db, room.clock, platformId, [
    { ...good, amount: 'much' },
    { ...aWithdrawalEvent(), realName: 'nul\u0000' },
    { ...aWithdrawalEvent(), requestedAt: 'yesterday' },
    good,
    'not even an object',
  ])
  expect([...(rejected?.values() ?? [])]).toEqual([
    expect.stringContaining('data.amount'),
    expect.stringContaining('data'),
    expect.stringContaining('data.requestedAt'),
    expect.stringContaining('data'),
  ])
  expect(await endState(platformId)).toHaveLength(1)
})

test('what is paid, and to whom, cannot change once somebody looks at the order', async () => {
  const platformId = await aPlatform(room.db)
  const event = aWithdrawalEvent()
  await arrive(room.db, room.clock, platformId, [event])
  const changed = { ...event, version: 2, cardNo: '11144477735', amount: 160_000, realPay: 157_000 }
  expect((await arrive(room.db, room.clock, platformId, [changed]))?.size).toBe(0)
  await lockOrders(room.as('ann'), { orderNo: [event.orderNo], platformId, tabIndex: 1 })
  const again = await arrive(room.db, room.clock, platformId, [{ ...changed, version: 3, amount: 999_000 }])
  expect([...(again?.values() ?? [])]).toEqual([expect.stringContaining('under review')])
  expect(await room.orderOf(platformId, event.orderNo)).toMatchObject({ amount: 160_000n, version: 2n })
})

test('evidence counts only if order, key and amount are those of the payment', async () => {
  const platformId = await aPlatform(room.db)
  const orderNo = await aWithdrawal(room.db, room.clock, platformId, { status: 6, checkUser: 'ann' })
  const good = { orderNo, key: `${orderNo}:submit:1`, outcome: 'paid', amount: 147_000, reason: '' }
  const told = async (wish: object) =>
    [
      ...((await arrive(room.db, room.clock, platformId, [{ ...good, ...wish }], 'payout'))?.values() ?? []),
    ][0]
  expect(await told({})).toContain('data.key')
  await submitOrders(room.as('ann'), { orderNo: [orderNo], platformId, tabIndex: 1, channelId: 1 })
  expect(await told({ key: `${orderNo}:submit:2` })).toContain('data.key')
  expect(await told({ amount: 146_999 })).toContain('data.amount')
  expect(await told({ orderNo: 'W-other' })).toContain('data.orderNo')
  expect(await told({ outcome: 'failed' })).toContain('data.amount')
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({ status: 4 })
  expect(await told({})).toBeUndefined()
  expect(await told({})).toBeUndefined()
  expect(await told({ outcome: 'failed', amount: 0 })).toContain('data.outcome')
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({ status: 100, delivery: 'confirmed' })
  const [command] = await room.db
    .selectFrom('link_outbox')
    .selectAll()
    .where('order_no', '=', orderNo)
    .execute()
  expect(command).toMatchObject({ state: 'done' })
})

test('a payment that the platform refuses to begin has failed, with its reason', async () => {
  const platformId = await aPlatform(room.db)
  const orderNo = await aWithdrawal(room.db, room.clock, platformId, { status: 6, checkUser: 'ann' })
  await submitOrders(room.as('ann'), { orderNo: [orderNo], platformId, tabIndex: 1, channelId: 1 })
  const outcome = { platformId, orderNo, key: `${orderNo}:submit:1`, name: 'payout.start' as const }
  const moved = (state: 'unknown' | 'accepted' | 'refused', reason = '') =>
    room.db.transaction().execute((tx) => commandMoved(tx, { ...outcome, state, reason }))
  await moved('unknown')
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({ status: 4, delivery: 'unknown' })
  await moved('accepted')
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({ status: 4, delivery: 'sent' })
  await moved('refused', 'channel is off')
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({
    status: 5,
    delivery: 'refused',
    description: 'channel is off',
  })
  await moved('accepted')
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({ status: 5, delivery: 'refused' })
})

test('the chase asks each payment once a turn, believes only good answers and never sends', async () => {
  const platformId = await aPlatform(room.db)
  const orderNo = await aWithdrawal(room.db, room.clock, platformId, { status: 6, checkUser: 'ann' })
  await submitOrders(room.as('ann'), { orderNo: [orderNo], platformId, tabIndex: 1, channelId: 1 })
  await room.db.transaction().execute((tx) =>
    commandMoved(tx, {
      platformId,
      orderNo,
      key: `${orderNo}:submit:1`,
      name: 'payout.start',
      state: 'unknown',
      reason: '',
    }),
  )
  const make = () =>
    sql`update withdrawal_orders set next_ask_at = now() where platform_id = ${platformId} and order_no = ${orderNo}`.execute(
      room.db,
    )
  const asked: unknown[] = []
  const answers: unknown[] = [
    { seen: false },
    { seen: true, outcome: 'paying' },
    { seen: true, outcome: 'paid', amount: 1 },
    { seen: true, outcome: 'paid', amount: 147_000, reason: '' },
  ]
  const ask = async (_: number, name: string, data: unknown) => {
    asked.push([name, data])
    return answers[asked.length - 1]
  }
  for (const expected of [4, 4, 4, 100]) {
    await make()
    const due = (await dueOrders(room.db)).filter((order) => order.platform_id === platformId)
    // Two processes that saw the same order: one of them asks.
    await Promise.all([chasePlatform(room, ask, due), chasePlatform(room, ask, due)])
    expect((await room.orderOf(platformId, orderNo)).status).toBe(expected)
  }
  expect(asked).toEqual(Array.from({ length: 4 }, () => ['payout', { orderNo, key: `${orderNo}:submit:1` }]))
  const sent = await room.db.selectFrom('link_outbox').select('id').where('order_no', '=', orderNo).execute()
  expect(sent).toHaveLength(1)
})

test('totals of a player keep its flag and the remark that is on its way', async () => {
  const platformId = await aPlatform(room.db)
  const roleId = await aPlayer(room.db, platformId, { autoPayout: true })
  const event = {
    roleId,
    version: 3,
    channelRoleId: '88',
    username: 'maria',
    totalDeposit: 12.345,
    totalRollOut: 5,
    totalRunning: 6,
    totalTax: 7,
    totalWin: -8,
    depositMinusRollOut: 9,
    remark: 'from the game',
  }
  await arrive(room.db, room.clock, platformId, [event, { ...event, version: 2, username: 'old' }], 'player')
  const player = await room.db
    .selectFrom('players')
    .selectAll()
    .where('role_id', '=', roleId)
    .executeTakeFirstOrThrow()
  expect(player).toMatchObject({
    username: 'maria',
    auto_payout: 1,
    total_deposit: 12_345n,
    total_win: -8n,
    remark: 'from the game',
  })
})
