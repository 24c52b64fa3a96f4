import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../kit/api.ts'
import { carryOut, type Decision } from './carry-out.ts'

interface Sent {
  path: string
  params: Record<string, string>
}
const sent: Sent[] = []
let answer: (call: Sent) => unknown

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (path: string, { body }: { body: URLSearchParams }) => {
    const one = { path: path.split('/').at(-1) ?? '', params: Object.fromEntries(body) }
    sent.push(one)
    return Response.json(answer(one))
  })
})
afterEach(() => vi.unstubAllGlobals())

const good = ({ params }: Sent) => ({
  success: true,
  code: 200,
  message: '',
  data: { ok: (params['orderNo'] ?? '').split(','), failed: [] },
})
const refused = (message: string, field?: string) => ({
  success: false,
  code: 400000,
  message,
  data: null,
  field,
})

const decision = (change: Partial<Decision>): Decision => ({
  deed: 'review',
  orders: [{ OrderNo: 'A', status: 6, rowVersion: 3 }],
  platformId: 7,
  tab: 1,
  given: {},
  channelOf: ({ OrderNo }) => (OrderNo === 'B' ? 2 : 1),
  rests: (reason) => `rests: ${reason}`,
  ...change,
})

test('a review is recorded and then submitted through the channel of the row', async () => {
  answer = good
  expect(await carryOut(decision({}))).toEqual({ ok: ['A'], failed: [] })
  expect(sent.map(({ path }) => path)).toEqual(['applyPassOrderCheck', 'submitToThree'])
  expect(sent.map(({ params }) => params['rowVersions'])).toEqual(['{"A":3}', '{"A":4}'])
  expect(sent[1]?.params).toMatchObject({ orderNo: 'A', channelId: '1', platformId: '7', tabIndex: '1' })
})

test('an order whose submission fails says that it rests as reviewed', async () => {
  answer = (call) => (call.path === 'submitToThree' ? refused('channel off', 'channelId') : good(call))
  expect(await carryOut(decision({}))).toEqual({
    ok: [],
    failed: [{ orderNo: 'A', message: 'rests: channel off' }],
  })
})

test('a reviewed order is only submitted; a review that fails is not', async () => {
  answer = good
  await carryOut(decision({ orders: [{ OrderNo: 'A', status: 1, rowVersion: 4 }] }))
  expect(sent.map(({ path }) => path)).toEqual(['submitToThree'])
  sent.length = 0
  answer = () => refused('bob has it')
  expect(await carryOut(decision({}))).toEqual({ ok: [], failed: [{ orderNo: 'A', message: 'bob has it' }] })
  expect(sent).toHaveLength(1)
})

test('a batch is one call for each channel, with the verdicts of all', async () => {
  answer = (call) => (call.params['channelId'] === '2' ? refused('channel off', 'channelId') : good(call))
  const orders = ['A', 'B', 'C'].map((OrderNo) => ({ OrderNo, status: 6, rowVersion: 1 }))
  expect(await carryOut(decision({ orders }))).toEqual({
    ok: ['A', 'C'],
    failed: [{ orderNo: 'B', message: 'channel off' }],
  })
  expect(sent.map(({ params }) => params['orderNo'])).toEqual(['A,C', 'B'])
  expect(sent[0]?.params['rowVersions']).toBe('{"A":1,"C":1}')
})

test('what is wrong with a field goes back to the form, everything else to the row', async () => {
  answer = () => refused('too long', 'description')
  const refuse = decision({ deed: 'refuse', given: { description: 'x' } })
  await expect(carryOut(refuse)).rejects.toBeInstanceOf(ApiError)
  answer = () => refused('not pending', 'orderNo')
  expect((await carryOut(refuse)).failed).toEqual([{ orderNo: 'A', message: 'not pending' }])
})
