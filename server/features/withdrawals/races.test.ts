import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confiscateOrders, lockOrders, refuseOrders, submitOrders, unlockOrders } from './actions.ts'
import { aPlatform, arrive, aWithdrawal } from './fixtures.ts'
import { reviewRoom, wrongCounters } from './testing.ts'

const rivals = 64
let room: Awaited<ReturnType<typeof reviewRoom>>
let platformId: number

beforeAll(async () => {
  // More connections than rivals, or the pool would let them in one by one.
  room = await reviewRoom({ poolSize: 80 })
  platformId = await aPlatform(room.db)
  await Promise.all(Array.from({ length: rivals }, () => sql`select pg_sleep(0.2)`.execute(room.db)))
})
afterAll(() => room.end())

const one = (orderNo: string) => ({ orderNo: [orderNo], platformId, tabIndex: 1 as const })
const outboxOf = (orderNo: string) =>
  room.db.selectFrom('link_outbox').selectAll().where('order_no', '=', orderNo).execute()
const auditOf = (orderNo: string) =>
  room.db.selectFrom('audit_log').selectAll().where('entity_id', '=', orderNo).orderBy('id').execute()

function outcomes(results: PromiseSettledResult<unknown>[]) {
  const lost = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown)
  return { won: results.length - lost.length, lost }
}

test('of 64 people who lock one order at once, one gets it and the others are told who', async () => {
  const orderNo = await aWithdrawal(room.db, room.clock, platformId)
  const { won, lost } = outcomes(
    await Promise.allSettled(
      Array.from({ length: rivals }, (_, n) => lockOrders(room.as(`reviewer${n}`), one(orderNo))),
    ),
  )
  const order = await room.orderOf(platformId, orderNo)
  expect(won).toBe(1)
  expect(order).toMatchObject({ status: 6, row_version: 2 })
  for (const error of lost)
    expect(error).toMatchObject({
      said: 'withdrawals.heldBy',
      values: { holder: order.check_user, status: 'In the queue, pending review' },
    })
  expect(await auditOf(orderNo)).toHaveLength(1)
})

test('of 64 submits of one order one pays, with one command and one audit row', async () => {
  const orderNo = await aWithdrawal(room.db, room.clock, platformId, { status: 6, checkUser: 'ann' })
  const { won, lost } = outcomes(
    await Promise.allSettled(
      Array.from({ length: rivals }, () => submitOrders(room.as('ann'), { ...one(orderNo), channelId: 1 })),
    ),
  )
  expect(won).toBe(1)
  for (const error of lost)
    expect(error).toMatchObject({ said: 'withdrawals.heldBy', values: { holder: 'ann' } })
  const commands = await outboxOf(orderNo)
  expect(commands).toHaveLength(1)
  expect(commands[0]).toMatchObject({
    key: `${orderNo}:submit:1`,
    name: 'payout.start',
    data: { orderNo, amount: 147_000, channelId: 1, checker: 'ann' },
  })
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({ status: 4, attempt: 1, delivery: 'queued' })
  expect(await auditOf(orderNo)).toHaveLength(1)
})

test('submit, refuse, confiscate and unlock of one order at once: one wins, and only its command goes out', async () => {
  for (let round = 0; round < 5; round += 1) {
    const orderNo = await aWithdrawal(room.db, room.clock, platformId, { status: 6, checkUser: 'ann' })
    const ann = room.as('ann')
    const description = 'documents do not match'
    const { won } = outcomes(
      await Promise.allSettled(
        Array.from({ length: rivals }, (_, n) => {
          if (n % 4 === 0) return submitOrders(ann, { ...one(orderNo), channelId: 1 })
          if (n % 4 === 1) return refuseOrders(ann, { ...one(orderNo), description })
          if (n % 4 === 2) return confiscateOrders(ann, { ...one(orderNo), description })
          return unlockOrders(ann, one(orderNo))
        }),
      ),
    )
    expect(won).toBe(1)
    const { status } = await room.orderOf(platformId, orderNo)
    const sent = (await outboxOf(orderNo)).map(({ name }) => name)
    const expected: Record<number, string[]> = {
      0: [],
      2: ['withdrawal.refuse'],
      3: ['withdrawal.confiscate'],
      4: ['payout.start'],
    }
    expect(sent).toEqual(expected[status])
    expect(await auditOf(orderNo)).toHaveLength(1)
  }
})

test('the same evidence from many sides at once ends a payment once', async () => {
  const orderNo = await aWithdrawal(room.db, room.clock, platformId, { status: 4, checkUser: 'ann' })
  const evidence = { orderNo, key: `${orderNo}:submit:1`, outcome: 'paid', amount: 147_000, reason: '' }
  const rejected = await Promise.all(
    Array.from({ length: rivals }, () => arrive(room.db, room.clock, platformId, [evidence], 'payout')),
  )
  expect(rejected.every((map) => map?.size === 0)).toBe(true)
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({ status: 100, row_version: 2 })
  expect(await auditOf(orderNo)).toMatchObject([{ actor: 'platform', action: 'withdrawals.paid' }])
})

test('batches over the same orders in opposite directions all come to an end', async () => {
  const orders = await Promise.all(
    Array.from({ length: 20 }, () => aWithdrawal(room.db, room.clock, platformId)),
  )
  const params = (orderNo: string[]) => ({ orderNo, platformId, tabIndex: 1 as const })
  const results = await Promise.allSettled(
    Array.from({ length: 16 }, (_, n) =>
      lockOrders(room.as(`reviewer${n}`), params(n % 2 ? orders : orders.toReversed())),
    ),
  )
  const locked = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.ok : []))
  expect(locked.toSorted()).toEqual(orders.toSorted())
})

test('after all this the counters still agree with a recount', async () => {
  expect(await wrongCounters(room.db)).toEqual([])
})
