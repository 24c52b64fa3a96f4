import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { earn, foundByChecks, nextDay, settledChannel, settlePlatform } from './testing.ts'

const { settlement } = features
let t: TestApp
let finance: Caller
let one: number
let two: number
let n = 0

beforeAll(async () => {
  t = await testApp({ poolSize: 80 })
  const { db } = t.services
  one = await settlePlatform(db, 'One', '2026-01-01T00:00:00Z')
  two = await settlePlatform(db, 'Two', '2026-02-01T00:00:00Z')
  finance = await t.as('finance')
  // More connections than rivals, or the pool would let them in one by one.
  await Promise.all(Array.from({ length: 64 }, () => sql`select pg_sleep(0.2)`.execute(db)))
})
afterAll(() => t.close())

async function richChannel() {
  n += 1
  const channel = await settledChannel(t, `rich-${n}`)
  await earn(t.services.db, channel.id, one, 600_000n)
  await earn(t.services.db, channel.id, two, 400_000n)
  return channel
}
const ordersOf = (accountId: number) =>
  t.services.db.selectFrom('settle_orders').selectAll().where('account_id', '=', accountId).execute()
const settledAndPending = async (accountId: number) => {
  const { rows } = await sql<{ settled: bigint; pending: bigint }>`
    select sum(settled)::bigint as settled, sum(pending)::bigint as pending from account_totals
    where account_id = ${accountId}`.execute(t.services.db)
  return rows[0]
}

describe('at the same moment', () => {
  test('200 bookings by hand over the limit: together never more than is owed', async () => {
    const channel = await richChannel()
    const ask = {
      platform_ids: [one, two],
      channel_account: channel.username,
      event: 'update' as const,
      settleAmount: '9.99',
    }
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => finance(settlement.channelSettle, ask)),
    )
    const won = answers.filter(({ success }) => success).length
    expect(won).toBe(100)
    for (const answer of answers) expect([codes.ok, codes.refused]).toContain(answer.code)
    expect(await settledAndPending(channel.id)).toEqual({ settled: 999_000n, pending: 0n })
    expect(await foundByChecks(t.services.db)).toEqual([])
  })

  test('200 requests with two codes: one order', async () => {
    const channel = await richChannel()
    // Codes of two steps count at this moment; each is presented many times.
    const given = [channel.code(), channel.code()]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => channel.ask('500', { code: given[index % 2] ?? '' })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const answer of answers) expect([codes.ok, codes.refused]).toContain(answer.code)
    expect(await ordersOf(channel.id)).toHaveLength(1)
    expect(await settledAndPending(channel.id)).toEqual({ settled: 0n, pending: 500_000n })
    expect(await foundByChecks(t.services.db)).toEqual([])
  })

  test('64 people who handle one order, half to pay and half to refuse: one wins', async () => {
    const channel = await richChannel()
    const { data } = await channel.ask('500')
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        finance(settlement.handle, {
          id: data?.id ?? 0,
          status: index % 2 ? 1 : 2,
          hd_remark: 'race',
          ex_rate: '5.4',
        }),
      ),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const answer of answers.filter(({ success }) => !success))
      expect(answer.message).toBe('该结算单不是待处理状态')
    const [order] = await ordersOf(channel.id)
    const paid = order?.status === 1
    expect(await settledAndPending(channel.id)).toEqual({ settled: paid ? 500_000n : 0n, pending: 0n })
    expect(await foundByChecks(t.services.db)).toEqual([])
  })

  test('one code for an order and for an address: it confirms one of them', async () => {
    const channel = await richChannel()
    const code = channel.code()
    const answers = await Promise.all([
      channel.ask('10', { code }),
      t.call(
        settlement.channelAddress,
        { isEdit: 1, withdraw_addr: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', code },
        { token: channel.token },
      ),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  test('requests, bookings by hand and handling of one channel all come to an end', async () => {
    const channel = await richChannel()
    const { data } = await channel.ask('100')
    const hand = (amount: string) => () =>
      finance(settlement.channelSettle, {
        platform_ids: [one, two],
        channel_account: channel.username,
        event: 'update',
        settleAmount: amount,
      })
    const works = [
      () => channel.ask('100'),
      hand('7'),
      () => finance(settlement.handle, { id: data?.id ?? 0, status: 2, hd_remark: 'r' }),
      hand('11'),
      async () => {
        await earn(t.services.db, channel.id, one, 1000n)
        return { code: codes.ok }
      },
    ]
    const answers = await Promise.all(Array.from({ length: 12 }, () => works.map((work) => work())).flat())
    for (const answer of answers) expect([codes.ok, codes.refused]).toContain(answer.code)
    expect(await foundByChecks(t.services.db)).toEqual([])
  })
})

test('the day is cut at midnight of the region: one request on either side', async () => {
  const channel = await richChannel()
  const { clock } = t.services
  const midnight = clock.endOf(clock.dayOf(clock.now())).getTime()
  t.moveClock(midnight - clock.now().getTime() - 120_000)
  const before = await channel.ask('10')
  expect(before.success).toBe(true)
  await finance(settlement.handle, { id: before.data?.id ?? 0, status: 1, hd_remark: 'p', ex_rate: '5.4' })
  expect((await channel.ask('10')).message).toBe('每天只能申请一次结算')
  t.moveClock(midnight - clock.now().getTime())
  const answers = await Promise.all([channel.ask('10'), channel.ask('10'), channel.ask('10')])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  const days = (await ordersOf(channel.id)).map(({ day }) => day)
  expect(new Set(days).size).toBe(2)
  await nextDay(t)
})
