import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPlatform, aPlayer, aWithdrawal } from './fixtures.ts'
import { record, wasAndIs } from './moves.ts'
import { flagForAutoPayout, unflagForAutoPayout } from './player-actions.ts'
import { reviewRoom } from './testing.ts'
import { waitingCounts } from './waiting-counts.ts'

let room: Awaited<ReturnType<typeof reviewRoom>>
beforeAll(async () => {
  room = await reviewRoom()
})
afterAll(() => room.end())

/** What one process answers, which remembers what it counted. */
function anAsker() {
  const counts = waitingCounts()
  return async (platformId: number) => {
    const params = { platformId }
    const { rows } = await sql<{ found: Parameters<typeof counts.answer>[0] }>`
      select ${counts.question(params)} as found`.execute(room.db)
    return counts.answer(rows[0]?.found ?? null, room.as('ann') as never, params).orderCount
  }
}

/** The same, by looking at every order. */
async function recounted(platformId: number): Promise<unknown> {
  const { rows } = await sql`
    select count(*) filter (where status in (0, 6))::int as "1", count(*) filter (where status = 7)::int as "2",
      count(*) filter (where status in (0, 6) and auto_payout = 1)::int as "3"
    from withdrawal_orders o left join players p using (platform_id, role_id)
    where platform_id = ${platformId}`.execute(room.db)
  return rows[0]
}

/** Puts orders to statuses in one statement, as a batch does. */
const put = (platformId: number, statuses: Readonly<Record<string, number>>) =>
  record(
    room.db,
    sql`update withdrawal_orders o set status = m.value::int
      from jsonb_each_text(${JSON.stringify(statuses)}::jsonb) m
      where o.platform_id = ${platformId} and o.order_no = m.key returning null::text as audit_reason, ${wasAndIs}`,
    sql`select 1`,
  )

async function aQueue(orders: number) {
  const platformId = await aPlatform(room.db)
  const players = [await aPlayer(room.db, platformId), await aPlayer(room.db, platformId)] as const
  const names: string[] = []
  for (let n = 0; n < orders; n += 1)
    names.push(await aWithdrawal(room.db, room.clock, platformId, { roleId: players[n % 2] ?? '' }))
  return { platformId, players, names }
}

const aStep = fc.oneof(
  fc.record({
    put: fc.array(fc.tuple(fc.nat(5), fc.constantFrom(0, 1, 2, 4, 6, 7, 100)), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({ flag: fc.nat(1), on: fc.boolean() }),
)

test('whatever moves orders and flags, what is remembered is what a recount finds', async () => {
  const { platformId, players, names } = await aQueue(6)
  const askers = [anAsker(), anAsker()]
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 8 }), async (steps) => {
      for (const [n, step] of steps.entries()) {
        if ('put' in step)
          await put(platformId, Object.fromEntries(step.put.map(([order, to]) => [names[order], to])))
        else {
          const change = step.on ? flagForAutoPayout : unflagForAutoPayout
          await change(room.as('ann'), { platformId, RoleID: [players[step.flag] ?? ''] })
        }
        // The second one does not ask each time, and has to notice more than one change at once.
        for (const ask of n % 2 ? askers : askers.slice(0, 1))
          expect(await ask(platformId)).toEqual(await recounted(platformId))
      }
    }),
    { numRuns: 30 },
  )
})

test('two orders that change places in one statement count as a change', async () => {
  const { platformId, players, names } = await aQueue(40)
  await flagForAutoPayout(room.as('ann'), { platformId, RoleID: [players[0]] })
  const { rows } = await sql<{ order_no: string; slot: number }>`
    select order_no, abs(hashtext(order_no) % 8) as slot from withdrawal_orders
    where platform_id = ${platformId}`.execute(room.db)
  const slotOf = new Map(rows.map((row) => [row.order_no, row.slot]))
  const flagged = names[0] ?? ''
  const other = names.find((name, n) => n % 2 === 1 && slotOf.get(name) === slotOf.get(flagged)) ?? ''
  await put(platformId, { [other]: 7 })
  const ask = anAsker()
  const before = await ask(platformId)
  await put(platformId, { [other]: 0, [flagged]: 7 })
  expect(await ask(platformId)).toEqual({ ...before, 3: before[3] - 1 })
})

test('what did not change is not counted again', async () => {
  const { platformId, players } = await aQueue(4)
  await flagForAutoPayout(room.as('ann'), { platformId, RoleID: [players[0]] })
  const [ask, newcomer] = [anAsker(), anAsker()]
  expect(await ask(platformId)).toEqual({ 1: 4, 2: 0, 3: 2 })
  // Behind the product's back, so that only a count can tell.
  await sql`update withdrawal_orders set status = 3 where platform_id = ${platformId}`.execute(room.db)
  expect(await ask(platformId)).toEqual({ 1: 4, 2: 0, 3: 2 })
  expect(await newcomer(platformId)).toEqual({ 1: 4, 2: 0, 3: 0 })
})

test('an unknown platform is refused', async () => {
  await expect(anAsker()(4711)).rejects.toMatchObject({ said: 'platforms.notFound' })
})
