import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { autoPayoutQueued } from '../../../contract/withdrawals.ts'
import { aPlatform, aPlayer, arrive, aWithdrawal, aWithdrawalEvent } from './fixtures.ts'
import { flagForAutoPayout, unflagForAutoPayout } from './player-actions.ts'
import { neededEvidence } from './rules.ts'
import { reviewRoom, wrongCounters } from './testing.ts'

let room: Awaited<ReturnType<typeof reviewRoom>>
beforeAll(async () => {
  room = await reviewRoom({ poolSize: 40 })
})
afterAll(() => room.end())

type Platform = Parameters<typeof aPlatform>[1]

/** A new order of a flagged player; answers how it stands. */
async function arriving(platform: Platform = {}, event: Parameters<typeof aWithdrawalEvent>[0] = {}) {
  const platformId = await aPlatform(room.db, platform)
  const roleId = await aPlayer(room.db, platformId, { autoPayout: true })
  const orderNo = await aWithdrawal(room.db, room.clock, platformId, { roleId, ...event })
  return { platformId, roleId, orderNo, order: await room.orderOf(platformId, orderNo) }
}
const without = (name: string) => {
  const { evidence } = aWithdrawalEvent()
  return { ...evidence, [name]: undefined }
}

test('a new order of a flagged player within the limits is claimed without a checker, once', async () => {
  const { platformId, orderNo, order } = await arriving()
  expect(order).toMatchObject({
    status: 4,
    check_user: '',
    attempt: 1,
    channel_id: 1,
    delivery: 'queued',
    auto_message: autoPayoutQueued,
  })
  await arrive(room.db, room.clock, platformId, [
    aWithdrawalEvent({ orderNo, roleId: order.role_id, version: 2 }),
  ])
  const commands = await room.db
    .selectFrom('link_outbox')
    .selectAll()
    .where('order_no', '=', orderNo)
    .execute()
  expect(commands).toMatchObject([
    { key: `${orderNo}:submit:1`, name: 'payout.start', data: { checker: 'auto-payout', amount: 147_000 } },
  ])
  const audited = await room.db.selectFrom('audit_log').selectAll().where('entity_id', '=', orderNo).execute()
  expect(audited).toMatchObject([{ actor: 'auto-payout', action: 'withdrawals.autoSubmit' }])
})

test.each<[string, string, Platform, Parameters<typeof aWithdrawalEvent>[0]]>([
  ['no limits are set', 'withdrawals.autoLimits', { autoPerOrder: null }, {}],
  ['only one limit is set', 'withdrawals.autoLimits', { autoPerDay: null }, {}],
  ['it is above the limit of an order', 'withdrawals.autoPerOrder', { autoPerOrder: 149_999n }, {}],
  ['it is above the limit of the day', 'withdrawals.autoPerDay', { autoPerDay: 149_999n }, {}],
  ['no channel is the default', 'withdrawals.autoNoChannel', { defaultChannel: null }, {}],
  ['the default channel is off', 'withdrawals.autoNoChannel', { defaultChannel: 2 }, {}],
  ['the platform is terminated', 'withdrawals.autoNoChannel', { status: 2 }, {}],
  [
    'the platform is paying another order',
    'withdrawals.autoOtherPaying',
    {},
    { evidence: { ...aWithdrawalEvent().evidence, payingOrders: 1 } },
  ],
  ...neededEvidence.map((name): [string, string, Platform, Parameters<typeof aWithdrawalEvent>[0]] => [
    `${name} is unknown`,
    'withdrawals.autoMissing',
    {},
    { evidence: without(name) },
  ]),
])('it waits for a person when %s', async (_, message, platform, event) => {
  const { orderNo, order } = await arriving(platform, event)
  expect(order).toMatchObject({ status: 0, auto_message: message, attempt: 0 })
  const sent = await room.db.selectFrom('link_outbox').select('id').where('order_no', '=', orderNo).execute()
  expect(sent).toEqual([])
})

test('a second order waits while the first is being paid, and the day is summed up', async () => {
  const { platformId, roleId } = await arriving({ autoPerDay: 400_000n })
  const second = await aWithdrawal(room.db, room.clock, platformId, { roleId })
  expect(await room.orderOf(platformId, second)).toMatchObject({
    status: 0,
    auto_message: 'withdrawals.autoOtherPaying',
  })
  await sql`update withdrawal_orders set status = 100 where platform_id = ${platformId} and status = 4`.execute(
    room.db,
  )
  const third = await aWithdrawal(room.db, room.clock, platformId, { roleId })
  expect(await room.orderOf(platformId, third)).toMatchObject({
    status: 0,
    auto_message: 'withdrawals.autoPerDay',
  })
  await sql`update withdrawal_orders set status = 4 where platform_id = ${platformId} and status = 100`.execute(
    room.db,
  )
})

test('of many orders of one player arriving at once, one is paid automatically', async () => {
  const platformId = await aPlatform(room.db, { autoPerDay: 100_000_000n })
  const roleId = await aPlayer(room.db, platformId, { autoPayout: true })
  // Connections are opened first, or the rivals would arrive one by one.
  await Promise.all(Array.from({ length: 24 }, () => sql`select pg_sleep(0.1)`.execute(room.db)))
  await Promise.all(
    Array.from({ length: 24 }, () => aWithdrawal(room.db, room.clock, platformId, { roleId })),
  )
  const together = Array.from({ length: 10 }, () => aWithdrawalEvent({ roleId }))
  await arrive(room.db, room.clock, platformId, together)
  const { n } = await room.db
    .selectFrom('withdrawal_orders')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('platform_id', '=', platformId)
    .where('status', '=', 4)
    .executeTakeFirstOrThrow()
  expect(n).toBe(1)
})

test('flags are set and taken away with a log entry and word to the platform', async () => {
  const platformId = await aPlatform(room.db)
  const players = [await aPlayer(room.db, platformId), await aPlayer(room.db, platformId)]
  const ann = room.as('ann')
  await expect(flagForAutoPayout(ann, { RoleID: [...players, '999'], platformId })).rejects.toMatchObject({
    said: 'withdrawals.playerNotFound',
  })
  expect(await flagForAutoPayout(ann, { RoleID: players, platformId })).toEqual({ count: 2 })
  expect(await flagForAutoPayout(ann, { RoleID: players, platformId })).toEqual({ count: 0 })
  expect(await unflagForAutoPayout(ann, { RoleID: [...players, '999'], platformId })).toEqual({ count: 2 })
  const commands = await room.db
    .selectFrom('link_outbox')
    .select(['name', 'data'])
    .where('platform_id', '=', platformId)
    .orderBy('id')
    .execute()
  expect(commands).toEqual([
    { name: 'player.autoPayout', data: { roleIds: players, on: true } },
    { name: 'player.autoPayout', data: { roleIds: players, on: false } },
  ])
  const { n } = await room.db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('platform_id', '=', platformId)
    .where('entity', '=', 'player')
    .executeTakeFirstOrThrow()
  expect(n).toBe(4)
})

test('after all this the counters still agree with a recount', async () => {
  expect(await wrongCounters(room.db)).toEqual([])
})
