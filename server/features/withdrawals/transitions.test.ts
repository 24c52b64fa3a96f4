import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { superviseRule } from '../../../contract/rules.ts'
import {
  allowedFrom,
  allStatuses,
  finalStatuses,
  type ReviewAction,
  type Tab,
  tabs,
  transitions,
} from '../../../contract/withdrawals-states.ts'
import * as act from './actions.ts'
import { aPlatform, arrive, aWithdrawal } from './fixtures.ts'
import { reviewRoom, wrongCounters } from './testing.ts'

let room: Awaited<ReturnType<typeof reviewRoom>>
let platformId: number

beforeAll(async () => {
  room = await reviewRoom()
  platformId = await aPlatform(room.db)
})
afterAll(() => room.end())

const actions = Object.keys(transitions) as ReviewAction[]
const people = ['ann', 'bob'] as const

interface Step {
  action: ReviewAction | 'paid' | 'failed'
  who: (typeof people)[number]
  supervisor: boolean
  tab: Tab
  picked: number[]
}

function run(step: Step & { action: ReviewAction }, orderNo: string[]) {
  const who = room.as(step.who, step.supervisor ? [superviseRule] : [])
  const params = { orderNo, platformId, tabIndex: step.tab }
  const description = 'walk'
  switch (step.action) {
    case 'lock':
      return act.lockOrders(who, params)
    case 'hold':
      return act.holdOrders(who, params)
    case 'check':
      return act.checkOrders(who, params)
    case 'submit':
      return act.submitOrders(who, { ...params, channelId: 1 })
    case 'refuse':
      return act.refuseOrders(who, { ...params, description })
    case 'confiscate':
      return act.confiscateOrders(who, { ...params, description })
    case 'unlock':
      return act.unlockOrders(who, params)
  }
}

interface Model {
  status: number
  checkUser: string
  attempt: number
  changes: number
}

/** What the table says must happen; changes the model when it happens. */
function expectMove(order: Model, step: Step & { action: ReviewAction }, batch: boolean): boolean {
  const transition = transitions[step.action]
  const from: readonly number[] = allowedFrom(step.action, { batch, tab: step.tab })
  const mine =
    !transition.byChecker || order.checkUser === step.who || (step.action === 'unlock' && step.supervisor)
  if (!from.includes(order.status) || !mine) return false
  order.status = transition.to
  if (transition.checker === 'set') order.checkUser = step.who
  if (transition.checker === 'clear') order.checkUser = ''
  if (step.action === 'submit') order.attempt += 1
  order.changes += 1
  return true
}

const aStep = fc.record({
  action: fc.constantFrom(...actions, 'paid' as const, 'failed' as const),
  who: fc.constantFrom(...people),
  supervisor: fc.boolean(),
  tab: fc.constantFrom(...tabs),
  picked: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
})

test('random walks over the real actions follow the table, order by order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const names = await Promise.all(
        Array.from({ length: 4 }, () => aWithdrawal(room.db, room.clock, platformId)),
      )
      const models = names.map((): Model => ({ status: 0, checkUser: '', attempt: 0, changes: 0 }))
      for (const step of steps) await take(step, names, models)
      for (const [n, orderNo] of names.entries()) {
        const { changes, ...state } = models[n] as Model
        const order = await room.orderOf(platformId, orderNo)
        expect(order).toMatchObject({
          status: state.status,
          check_user: state.checkUser,
          attempt: state.attempt,
        })
        const audited = await room.db
          .selectFrom('audit_log')
          .select('id')
          .where('entity_id', '=', orderNo)
          .execute()
        expect(audited).toHaveLength(changes)
      }
      expect(await wrongCounters(room.db)).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 60_000)

async function take(step: Step, names: string[], models: Model[]): Promise<void> {
  const { action, picked } = step
  if (action === 'paid' || action === 'failed') {
    const [n = 0] = picked
    const order = models[n] as Model
    const evidence = {
      orderNo: names[n],
      key: order.attempt === 0 ? '' : `${names[n]}:submit:${order.attempt}`,
      outcome: action,
      amount: action === 'paid' ? 147_000 : 0,
      reason: 'walk',
    }
    await arrive(room.db, room.clock, platformId, [evidence], 'payout')
    if (order.status !== 4) return
    order.status = action === 'paid' ? 100 : 5
    order.changes += 1
    return
  }
  const before = models.map(({ status }) => status)
  const expected = picked.filter((n) =>
    expectMove(models[n] as Model, { ...step, action }, picked.length > 1),
  )
  const verdict = await run(
    { ...step, action },
    picked.map((n) => names[n] as string),
  ).catch(() => ({ ok: [], failed: [] }))
  expect(verdict.ok).toEqual(expected.map((n) => names[n]))
  for (const [n, status] of before.entries())
    if (finalStatuses.some((final) => final === status)) expect(models[n]?.status).toBe(status)
}

test('every action from every status, single and batch, on every tab, by checker and by others', async () => {
  const platform = await aPlatform(room.db)
  for (const action of actions)
    for (const tab of tabs)
      for (const batch of [false, true])
        for (const who of people) {
          const cases = await Promise.all(
            allStatuses.map(async (status) => ({
              status,
              orderNo: await aWithdrawal(room.db, room.clock, platform, {
                status,
                checkUser: status === 0 ? '' : 'ann',
              }),
            })),
          )
          const step = { action, tab, who, supervisor: false, picked: [] }
          const model = (status: number): Model => ({
            status,
            checkUser: status === 0 ? '' : 'ann',
            attempt: 0,
            changes: 0,
          })
          const may = cases.filter(({ status }) => expectMove(model(status), step, batch))
          const numbers = cases.map(({ orderNo }) => orderNo)
          const previous = platformId
          platformId = platform
          const ok = batch
            ? await run(step, numbers).then(
                (verdict) => verdict.ok,
                (): string[] => [],
              )
            : (
                await Promise.all(
                  numbers.map((orderNo) =>
                    run(step, [orderNo]).then(
                      (verdict) => verdict.ok,
                      (): string[] => [],
                    ),
                  ),
                )
              ).flat()
          platformId = previous
          expect([action, tab, batch, who, ok]).toEqual([
            action,
            tab,
            batch,
            who,
            may.map(({ orderNo }) => orderNo),
          ])
        }
  expect(await wrongCounters(room.db)).toEqual([])
}, 60_000)

test('a batch in which nothing works says which rows to tick; a single order says how it stands', async () => {
  const orders = [
    await aWithdrawal(room.db, room.clock, platformId),
    await aWithdrawal(room.db, room.clock, platformId),
  ]
  const ann = room.as('ann')
  const at = (orderNo: string[], tabIndex: Tab = 1) => ({ orderNo, platformId, tabIndex })
  await expect(act.submitOrders(ann, { ...at(orders), channelId: 1 })).rejects.toMatchObject({
    said: 'withdrawals.selectReviewed',
  })
  await expect(act.unlockOrders(ann, at(orders.slice(0, 1)))).rejects.toMatchObject({
    said: 'withdrawals.notPending',
  })
  await act.lockOrders(ann, at(orders.slice(0, 1)))
  await expect(act.checkOrders(room.as('bob'), at(orders.slice(0, 1)))).rejects.toMatchObject({
    said: 'withdrawals.notChecker',
    values: { holder: 'ann' },
  })
  await expect(act.lockOrders(ann, at(orders))).resolves.toMatchObject({
    ok: [orders[1]],
    failed: [{ orderNo: orders[0], message: expect.stringContaining('ann') }],
  })
  await expect(act.lockOrders(ann, at(['W-none']))).rejects.toMatchObject({
    said: 'withdrawals.orderNotFound',
  })
})

test('who may assign, to whom; a channel that is off; a refusal needs one reason', async () => {
  const orderNo = await aWithdrawal(room.db, room.clock, platformId)
  const at = { orderNo: [orderNo], platformId, tabIndex: 1 as const }
  await expect(act.lockOrders(room.as('ann'), { ...at, checkUser: 'bob' })).rejects.toMatchObject({
    said: 'withdrawals.mayNotAssign',
  })
  const chief = room.as('chief', ['withdrawals.assignOther'])
  await expect(act.lockOrders(chief, { ...at, checkUser: 'bob' })).rejects.toMatchObject({
    said: 'withdrawals.checkerUnknown',
  })
  await act.lockOrders(room.as('ann'), { ...at, checkUser: 'ANN' })
  for (const channelId of [2, 99])
    await expect(act.submitOrders(room.as('ann'), { ...at, channelId })).rejects.toMatchObject({
      said: 'withdrawals.channelUnknown',
    })
  for (const reason of [{}, { description: 'x', nRequireMul: '2' }])
    expect(() => act.refuseOrders(room.as('ann'), { ...at, ...reason })).toThrow(
      'withdrawals.descriptionOrMultiple',
    )
  await act.refuseOrders(room.as('ann'), { ...at, nRequireMul: '1.5' })
  const [command] = await room.db
    .selectFrom('link_outbox')
    .selectAll()
    .where('order_no', '=', orderNo)
    .execute()
  expect(command).toMatchObject({
    key: `${orderNo}:refuse:1`,
    data: { turnoverMultiple: '1.50', checker: 'ann' },
  })
  expect(await room.orderOf(platformId, orderNo)).toMatchObject({
    status: 2,
    description: expect.stringContaining('1.50'),
  })
})
