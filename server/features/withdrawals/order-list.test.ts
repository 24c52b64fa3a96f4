import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { allStatuses } from '../../../contract/withdrawals-states.ts'
import { parseParams } from '../../kit/http/params.ts'
import { ExportParams, exportColumns, exportWithdrawals } from './export.ts'
import { aPlatform, aPlayer, arrive, aWithdrawal, aWithdrawalEvent } from './fixtures.ts'
import { listOrders, listPayNotifications } from './queries.ts'
import { reviewRoom } from './testing.ts'

let room: Awaited<ReturnType<typeof reviewRoom>>
let platformId: number
const zone = 'America/Sao_Paulo'

beforeAll(async () => {
  room = await reviewRoom()
  platformId = await aPlatform(room.db)
  const other = await aPlatform(room.db)
  for (const id of [platformId, other])
    for (let n = 0; n < 10; n += 1) await aPlayer(room.db, id, { roleId: String(100 + n) })
  const flagged = sql`update players set auto_payout = 1 where role_id in ('103', '107')`
  const events = Array.from({ length: 400 }, (_, n) =>
    aWithdrawalEvent({
      orderNo: `L${String(n).padStart(4, '0')}`,
      roleId: String(100 + (n % 10)),
      payWay: n % 3,
      amount: 1000 * ((n * 37) % 90) + 5000,
      cardNo: `C${n % 60}`,
      // Some 16 hours apart, some on the stroke of local midnight.
      requestedAt: new Date(
        Date.UTC(2026, 1, 25, 3) + n * (n % 4 ? 5_000_000 : 86_400_000 / 16),
      ).toISOString(),
    }),
  )
  for (const id of [platformId, other]) await arrive(room.db, room.clock, id, events)
  // Statuses and checkers as months of work would leave them, the counters recounted from them.
  await sql`update withdrawal_orders set
    status = (array[0, 1, 2, 3, 4, 5, 6, 7, 100])[1 + abs(hashtext(order_no)) % 9]`.execute(room.db)
  await sql`update withdrawal_orders set check_user = (array['', 'ann', 'bob'])[1 + abs(hashtext(order_no || 'x')) % 3]
    where status <> 0`.execute(room.db)
  await sql`truncate withdrawal_counts, withdrawal_totals`.execute(room.db)
  await sql`insert into withdrawal_counts (platform_id, day, status, check_user, pay_way, n) select platform_id, day, status, check_user, pay_way, count(*)
    from withdrawal_orders group by 1, 2, 3, 4, 5`.execute(room.db)
  await sql`insert into withdrawal_totals (platform_id, status, n) select platform_id, status, count(*) from withdrawal_orders group by 1, 2`.execute(
    room.db,
  )
  await flagged.execute(room.db)
})
afterAll(() => room.end())

const parse = (sent: Record<string, string>) =>
  parseParams(withdrawals.list.params, { platformId: String(platformId), ...sent }, 'en-us')
const list = (sent: Record<string, string>) => listOrders(room.db, room.clock, 'en-us', parse(sent))

const aTime = fc
  .record({
    day: fc.integer({ min: 20, max: 60 }),
    time: fc.constantFrom('', ' 00:00:00', ' 11:30', ' 23:59:59', ' 09:00:01'),
  })
  .map(({ day, time }) => new Date(Date.UTC(2026, 1, day)).toISOString().slice(0, 10) + time)

const aFilter = fc.record(
  {
    tabIndex: fc.constantFrom('1', '2', '3'),
    status: fc.uniqueArray(fc.constantFrom(...allStatuses), { minLength: 1, maxLength: 3 }).map(String),
    payWay: fc.constantFrom('0', '1,2', '9'),
    checkUser: fc.constantFrom('ann', 'bob', 'nobody'),
    roleId: fc.constantFrom('103', '104', '999'),
    startTime: aTime,
    endTime: aTime,
    allStatus: fc.constant('1'),
    orderby: fc.constantFrom('AddTime', 'iMoney', 'checkTime', 'AccountID', 'no such column'),
    orderType: fc.constantFrom('asc', 'desc'),
    page: fc.constantFrom('1', '2'),
    limit: fc.constantFrom('7', '20'),
  },
  { requiredKeys: [] },
)

/** The same list the slow and obvious way. */
async function naive(sent: Record<string, string | undefined>) {
  const tab = sent['tabIndex'] ?? '1'
  const all = sent['allStatus'] === '1'
  const upTo = sent['endTime']
  const { rows } = await sql<{ order_no: string; requested_at: Date; amount: bigint; role_id: string }>`
    select * from withdrawal_orders o where platform_id = ${platformId}
      and (${all || tab === '3'} or status = any(${tab === '2' ? [7] : [0, 1, 6]}::int[]))
      and (${!(tab === '3' && !all)} or role_id in ('103', '107'))
      and (${sent['status'] ?? null}::text is null or status = any(string_to_array(${sent['status'] ?? null}, ',')::int[]))
      and (${sent['payWay'] ?? null}::text is null or pay_way = any(string_to_array(${sent['payWay'] ?? null}, ',')::int[]))
      and (${sent['checkUser'] ?? null}::text is null or check_user = ${sent['checkUser'] ?? null})
      and (${sent['roleId'] ?? null}::text is null or role_id = ${sent['roleId'] ?? null})
      and (${sent['startTime'] ?? null}::text is null
        or requested_at >= ${sent['startTime'] ?? null}::timestamp at time zone ${zone})
      and (${upTo ?? null}::text is null or requested_at < (${upTo ?? null}::timestamp + ${
        { 10: '1 day', 16: '1 minute', 19: '1 second' }[upTo?.length ?? 19]
      }::interval) at time zone ${zone})`.execute(room.db)
  return rows
}

test('any filter gives the rows and the exact number that the slow and obvious way gives', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(aFilter, async (wish) => {
      const sent = wish as Record<string, string>
      const expected = await naive(sent)
      const answer = await list(sent).catch((error: { said?: string }) => error.said ?? error)
      if (typeof answer === 'string') {
        expect(['params.range', 'withdrawals.narrowHistory']).toContain(answer)
        return
      }
      if (!('count' in answer)) throw answer
      answered += 1
      expect(answer.count).toBe(expected.length)
      const limit = Number(sent['limit'] ?? 20)
      const page = Number(sent['page'] ?? 1)
      expect(answer.list).toHaveLength(Math.max(0, Math.min(limit, expected.length - (page - 1) * limit)))
      const known = new Set(expected.map((row) => row.order_no))
      expect(answer.list.filter(({ OrderNo }) => !known.has(OrderNo))).toEqual([])
      const column = sent['orderby'] ?? 'AddTime'
      if (column !== 'AddTime' && column !== 'iMoney') return
      const of = (row: (typeof expected)[number]) =>
        column === 'AddTime' ? row.requested_at.getTime() : Number(row.amount)
      const known2 = sent['orderby'] !== undefined
      const direction = sent['orderType'] ?? (known2 || sent['tabIndex'] === '3' ? 'desc' : 'asc')
      const sign = direction === 'asc' ? 1 : -1
      const sorted = expected.toSorted((a, b) => sign * (of(a) - of(b) || (a.order_no < b.order_no ? -1 : 1)))
      expect(answer.list.map(({ OrderNo }) => OrderNo)).toEqual(
        sorted.slice((page - 1) * limit, page * limit).map((row) => row.order_no),
      )
    }),
    { numRuns: 400 },
  )
  expect(answered).toBeGreaterThan(100)
}, 60_000)

test('a row carries every field, with nothing invented where the platform knows nothing', async () => {
  const orderNo = await aWithdrawal(room.db, room.clock, platformId, {
    roleId: '555',
    cardNo: 'C1',
    evidence: { balance: 77, isBlogger: true },
  })
  const { list: rows, configs } = await list({ orderNo, allStatus: '1' })
  expect(rows).toHaveLength(1)
  expect(() => withdrawals.list.result.parse({ list: rows, count: 1, configs })).not.toThrow()
  expect(rows[0]).toMatchObject({
    OrderNo: orderNo,
    AccountID: '555',
    status: 0,
    ChannelName: 'PIX one',
    iMoney: 150_000,
    RealPay: 147_000,
    roleRemainMoney: 77,
    WaterSum: null,
    totalPay: null,
    isBlogger: 1,
    Comment: '',
    checkTime: '',
  })
  expect(rows[0]?.sharedDestination).toBeGreaterThan(0)
  expect(configs).toMatchObject({ channeInfo: { 1: 'PIX one' }, finace_pay_type: { 8: 'PHONE' } })
})

test('history needs an order, a player or a month; an unknown platform is refused', async () => {
  await expect(list({ allStatus: '1' })).rejects.toMatchObject({ said: 'withdrawals.narrowHistory' })
  await expect(
    list({ allStatus: '1', startTime: '2026-03-01', endTime: '2026-04-05' }),
  ).rejects.toMatchObject({ said: 'withdrawals.narrowHistory' })
  await expect(
    list({ allStatus: '1', startTime: '2026-03-01', endTime: '2026-03-31' }),
  ).resolves.toBeDefined()
  await expect(list({ platformId: '4711' })).rejects.toMatchObject({ said: 'platforms.notFound' })
  await expect(
    listPayNotifications(room.db, room.clock, { platformId: 4711, OrderId: 'x', page: 1, limit: 10 }),
  ).rejects.toMatchObject({ said: 'platforms.notFound' })
})

test('text filters take % and _ as they are', async () => {
  expect((await list({ checkUser: '%' })).count).toBe(0)
  expect((await list({ checkUser: 'an_' })).count).toBe(0)
})

test('an export has the rows of the list, all of them, in its order', async () => {
  const sent = { tabIndex: '3', orderby: 'iMoney', orderType: 'asc', limit: '300' }
  const shown = await list(sent)
  const rows: { OrderNo: unknown; PayWay: unknown }[] = []
  for await (const row of exportWithdrawals(room.db, room.clock, 'en-us', ExportParams.parse(parse(sent))))
    rows.push(row)
  expect(rows.map((row) => row.OrderNo)).toEqual(shown.list.map((row) => row.OrderNo))
  expect(exportColumns.find(({ name }) => name === 'iMoney')).toMatchObject({ unit: 'thousandths' })
  expect(rows[0]).toHaveProperty('PayWay')
})

test('notifications are of this platform only', async () => {
  const other = await aPlatform(room.db)
  const said = { id: 'n1', orderNo: 'L0001', method: 'POST', parameter: '{"a":1}', error: '', at: new Date() }
  const at = said.at.toISOString()
  await arrive(room.db, room.clock, other, [{ ...said, at }], 'notification')
  await arrive(room.db, room.clock, other, [{ ...said, at }], 'notification')
  const of = (id: number) =>
    listPayNotifications(room.db, room.clock, { platformId: id, OrderId: 'L0001', page: 1, limit: 10 })
  expect(await of(platformId)).toEqual({ list: [], count: 0 })
  expect(await of(other)).toMatchObject({ count: 1, list: [{ Id: 'n1', Parameter: '{"a":1}' }] })
})
