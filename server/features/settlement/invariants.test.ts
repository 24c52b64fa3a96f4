import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import {
  earn,
  foundByChecks,
  nextDay,
  type SettledChannel,
  settledChannel,
  settlePlatform,
} from './testing.ts'

/*
 * What a ledger has to keep, whatever goes on around it: fifteen invariants, each tried against the product and, where
 * it can be passed by, against the database behind it.
 */
const { settlement } = features
let t: TestApp
let finance: Caller
let one: number
let two: number
let n = 0
let channel: SettledChannel

beforeAll(async () => {
  t = await testApp()
  one = await settlePlatform(t.services.db, 'One', '2026-01-01T00:00:00Z')
  two = await settlePlatform(t.services.db, 'Two', '2026-02-01T00:00:00Z')
  finance = await t.as('finance')
})
afterAll(() => t.close())
beforeEach(async () => {
  n += 1
  channel = await settledChannel(t, `kept-${n}`)
  await earn(t.services.db, channel.id, one, 600_000n)
  await earn(t.services.db, channel.id, two, 400_000n)
})

const run = (statement: RawBuilder<unknown>) => statement.execute(t.services.db)
const expectBroken = async (statement: RawBuilder<unknown>, constraint: string) =>
  expect(run(statement)).rejects.toMatchObject({ constraint })
const number = async (query: RawBuilder<{ n: bigint }>) =>
  (await query.execute(t.services.db)).rows[0]?.n ?? 0n
const balance = async () =>
  (
    await sql<{ earned: bigint; pending: bigint; settled: bigint }>`
      select earned, pending, settled from settle_balances where account_id = ${channel.id}`.execute(
      t.services.db,
    )
  ).rows[0]
const order = async (amount: string) => (await channel.ask(amount)).data?.id ?? 0
const pay = (id: number) => finance(settlement.handle, { id, status: 1, hd_remark: 'paid', ex_rate: '5.4' })
const refuseIt = (id: number) => finance(settlement.handle, { id, status: 2, hd_remark: 'no' })
const entry = (key: string) => sql`
  insert into ledger_entries (key, kind, account_id, create_username, at)
  values (${key}, 'manual', ${channel.id}, 'test', now()) returning id`

describe('the fifteen invariants', () => {
  test('1: debits equal credits, in every entry and altogether', async () => {
    await pay(await order('500'))
    expect(
      await number(sql`select coalesce(sum(abs(s)), 0)::bigint as n from (
        select sum(amount) as s from ledger_lines group by entry_id, unit) x`),
    ).toBe(0n)
    await expectBroken(
      sql`with e as (${entry(`odd-${n}`)}) insert into ledger_lines
        select id, 1, ${channel.id}, ${one}, 'money', 'open', 5 from e`,
      'ledger_lines_zero_sum',
    )
  })

  test('2: what is written is never changed or taken away', async () => {
    await pay(await order('500'))
    await expectBroken(sql`update ledger_lines set amount = amount * 2`, 'append_only')
    await expectBroken(sql`delete from ledger_entries`, 'append_only')
    await expectBroken(sql`update settle_log set amount = 1`, 'append_only')
    await expectBroken(sql`delete from settle_order_rows`, 'append_only')
  })

  test('3: a balance is the sum of its lines', async () => {
    await pay(await order('500'))
    const booked = await number(sql`select sum(amount)::bigint as n from ledger_lines
      where account_id = ${channel.id} and book = 'settled'`)
    expect(await balance()).toMatchObject({ settled: booked, pending: 0n, earned: 1_000_000n })
  })

  test('4: a cause is booked once', async () => {
    const id = await order('500')
    await pay(id)
    await expectBroken(entry(`order:${id}:close`), 'ledger_entries_key_key')
  })

  test('5: nothing is reserved beyond what may be asked for', async () => {
    expect((await channel.ask('901')).success).toBe(false)
    await order('900')
    await expectBroken(
      sql`update settle_balances set pending = pending + 1 where account_id = ${channel.id}`,
      'settle_balances_reserve',
    )
  })

  test('6: nothing is settled beyond the profit', async () => {
    await pay(await order('900'))
    await expectBroken(
      sql`update settle_balances set settled = settled + 100001 where account_id = ${channel.id}`,
      'settle_balances_overdraw',
    )
  })

  test('7: what is reserved is not available twice', async () => {
    await order('500')
    const by = {
      platform_ids: [one, two],
      channel_account: channel.username,
      event: 'update' as const,
    }
    expect((await finance(settlement.channelSettle, { ...by, settleAmount: '500.01' })).success).toBe(false)
    expect((await finance(settlement.channelSettle, { ...by, settleAmount: '500' })).success).toBe(true)
  })

  test('8: a reservation ends once, in full: paid or given back', async () => {
    const id = await order('500')
    await refuseIt(id)
    expect(await balance()).toMatchObject({ pending: 0n, settled: 0n })
    expect((await pay(id)).success).toBe(false)
    expect((await refuseIt(id)).success).toBe(false)
    expect(await balance()).toMatchObject({ pending: 0n, settled: 0n })
  })

  test('9: terminal is terminal', async () => {
    const id = await order('500')
    await pay(id)
    for (const status of [0, 2])
      await expectBroken(
        sql`update settle_orders set status = ${status} where id = ${id}`,
        'settle_orders_final',
      )
    await expectBroken(sql`update settle_orders set amount = 1000 where id = ${id}`, 'settle_orders_final')
  })

  test('10: money is whole units; nothing is lost or made by dividing', async () => {
    await pay(await order('333'))
    expect(
      await number(sql`select (sum(o.amount) * 1000 - sum(o.settle_u * o.ex_rate + o.remainder))::bigint as n
        from settle_orders o where status = 1`),
    ).toBe(0n)
    const { rows } = await sql<{ data_type: string }>`
      select distinct data_type from information_schema.columns
      where table_name in ('ledger_lines', 'settle_orders', 'settle_order_rows', 'settle_log', 'settle_balances')
        and column_name in ('amount', 'settle_u', 'ex_rate', 'remainder', 'earned', 'pending', 'settled', 'paid_u')`.execute(
      t.services.db,
    )
    expect(rows).toEqual([{ data_type: 'bigint' }])
  })

  test('11: units never mix in an entry', async () => {
    await expectBroken(
      sql`with e as (${entry(`mixed-${n}`)}) insert into ledger_lines
        select id, 1, ${channel.id}::int, ${one}::int, 'money', 'open', 5 from e union all
        select id, 2, ${channel.id}::int, 0, 'u', 'paid', -5 from e`,
      'ledger_lines_zero_sum',
    )
  })

  test('12: all of it or nothing: an entry without lines, an order that is not its rows', async () => {
    await expectBroken(entry(`empty-${n}`), 'ledger_entries_lines')
    await expectBroken(
      sql`insert into settle_orders (account_id, day, amount, withdraw_addr, pledge_u, profit, settled, percent, created_at)
        values (${channel.id}, '2020-01-01', 1000, 'x', 0, 1000000, 0, 90, now())`,
      'settle_orders_rows',
    )
    expect(await foundByChecks(t.services.db)).toEqual([])
  })

  test('13: the order in which things are booked changes nothing', async () => {
    const other = await settledChannel(t, `kept-other-${n}`)
    await earn(t.services.db, other.id, two, 400_000n)
    await earn(t.services.db, other.id, one, 600_000n)
    const by = { platform_ids: [one, two], event: 'update' as const, settleAmount: '100' }
    await finance(settlement.channelSettle, { ...by, channel_account: channel.username })
    await pay(await order('200'))
    await pay((await other.ask('200')).data?.id ?? 0)
    await finance(settlement.channelSettle, { ...by, channel_account: other.username })
    const of = (id: number) =>
      t.services.db
        .selectFrom('account_totals')
        .select(['platform_id', 'settled', 'pending'])
        .where('account_id', '=', id)
        .orderBy('platform_id')
        .execute()
    expect(await of(channel.id)).toEqual(await of(other.id))
  })

  test('14: what was known then can be told now: profit since is restatement and news, nothing else', async () => {
    const open = async () =>
      Number(
        (await t.call(settlement.unsettledSummaryList, {}, { token: channel.token })).data
          ?.totalUnsettledAmount,
      )
    const then = await open()
    await earn(t.services.db, channel.id, one, -70_250n)
    await earn(t.services.db, channel.id, two, 30_125n)
    expect(await open()).toBeCloseTo(then - 70.25 + 30.125, 3)
    await refuseIt(await order('100'))
    expect(await open()).toBeCloseTo(then - 70.25 + 30.125, 3)
  })

  test('15: a repeat of what was refused is refused, not taken for done', async () => {
    const code = channel.code()
    expect((await channel.ask('901', { code })).success).toBe(false)
    expect((await channel.ask('901', { code })).success).toBe(false)
    await nextDay(t)
    const id = await order('100')
    await refuseIt(id)
    expect((await refuseIt(id)).success).toBe(false)
    expect(await number(sql`select count(*) as n from ledger_entries where order_id = ${id}`)).toBe(2n)
  })
})

test('drift that somebody makes by hand is found and named', async () => {
  await pay(await order('500'))
  await run(
    sql`update account_totals set settled = settled + 1 where account_id = ${channel.id} and platform_id = ${one}`,
  )
  const found = await foundByChecks(t.services.db)
  expect(found).toEqual([expect.stringContaining(channel.username)])
  const admin = await t.as('superAdmin')
  expect((await admin(settlement.booksCheck, {})).data?.unexplained).toBeGreaterThan(0)
  const { data } = await admin(settlement.books, {})
  expect(data?.checks.flatMap(({ differences }) => differences).join()).toContain(channel.username)
  await run(
    sql`update account_totals set settled = settled - 1 where account_id = ${channel.id} and platform_id = ${one}`,
  )
  expect(await foundByChecks(t.services.db)).toEqual([])
})
