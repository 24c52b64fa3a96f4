import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import type { CallOf } from '../../../contract/kit/endpoint.ts'
import { isConspicuous } from '../../../contract/payways.ts'
import type { Caller } from '../../testing.ts'
import { aChannel, paywayRoom } from './testing.ts'

const { payways } = features
let room: Awaited<ReturnType<typeof paywayRoom>>
let viewer: Caller
let operator: Caller
beforeAll(async () => {
  room = await paywayRoom()
  viewer = await room.t.as('viewer')
  operator = await room.t.as('operator')
})
afterEach(() => room.clear())
afterAll(() => room.close())

const summary = async (params: CallOf<typeof payways.paywaySummary> = {}) => {
  const { data } = await viewer(payways.paywaySummary, params)
  if (!data) throw new Error('no summary')
  return data
}

test('a row holds its platform and its channels by code, as the platform last told them', async () => {
  const sol = await room.platform('Sol', [
    aChannel('PIX', { name: 'PIX Rápido', sort: 2, orderAll: 40, orderSucc: 31, orderOpen: 3 }),
    aChannel('BOLETO', { on: false, sort: 1 }),
  ])
  const { list, count, configs } = await summary()
  expect(count).toBe(1)
  expect(list[0]).toMatchObject({
    id: sol.id,
    name: 'Sol',
    platform_status: 1,
    channel_live_show: 0,
    icon: '',
    waiting: [],
    payway: {
      PIX: { ChannelName: 'PIX Rápido', Status: 1, SortID: 2, orderAll: 40, orderSucc: 31, orderOpen: 3 },
      BOLETO: { Status: 0, SortID: 1 },
    },
  })
  expect(list[0]?.told_at).not.toBe('')
  expect(configs.paywayList).toEqual([
    { ChannelCode: 'BOLETO', ChannelName: 'boleto', SortID: null, platforms: 1, open: 0 },
    { ChannelCode: 'PIX', ChannelName: 'PIX Rápido', SortID: null, platforms: 1, open: 1 },
  ])
  expect(configs.platformList.map(({ name }) => name)).toEqual(['Sol'])
})

test('filters: platform, channel, and only the exceptions', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX'), aChannel('CARD', { orderAll: 6, orderSucc: 1 })])
  await room.platform('Rio', [aChannel('PIX'), aChannel('TED', { orderAll: 5, orderSucc: 0 })])
  const names = async (params: CallOf<typeof payways.paywaySummary>) =>
    (await summary(params)).list.map(({ name }) => name)
  expect(await names({ platform_id: [sol.id] })).toEqual(['Sol'])
  expect(await names({ ChannelCode: ['TED'] })).toEqual(['Rio'])
  expect(Object.keys((await summary({ ChannelCode: ['TED'] })).list[0]?.payway ?? {})).toEqual(['TED'])
  expect(await names({ onlyExcept: true })).toEqual(['Sol'])
  expect(await names({ onlyExcept: true, ChannelCode: ['PIX'] })).toEqual([])
  expect(await names({ status: [2] })).toEqual([])
  expect(await names({ page: 2, limit: 1 })).toEqual(['Rio'])
  const all = await viewer(payways.paywayAll, { platformId: sol.id })
  expect(all.data?.list.map(({ ChannelCode }) => ChannelCode)).toEqual(['CARD', 'PIX'])
})

test.each([
  [5, 0, false],
  [6, 0, true],
  [6, 1, true],
  [10, 2, false],
  [11, 2, true],
  [1000, 199, true],
  [1000, 200, false],
  [0, 0, false],
])(
  '%i deposits of which %i succeeded stand out: %s; the list agrees',
  async (orderAll, orderSucc, stands) => {
    expect(isConspicuous({ orderAll, orderSucc })).toBe(stands)
    await room.platform('Sol', [aChannel('PIX', { orderAll, orderSucc })])
    expect((await summary({ onlyExcept: true })).count).toBe(stands ? 1 : 0)
  },
)

test('counters end with the day of the region', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX', { orderAll: 50, orderSucc: 1 })])
  const pix = async () => (await summary()).list[0]?.payway['PIX']
  const dayMs = 86_400_000
  const untilMidnight = room.midnight().getTime() + dayMs - Date.now()
  try {
    room.t.moveClock(untilMidnight - 60_000)
    expect(await pix()).toMatchObject({ orderAll: 50, orderSucc: 1 })
    expect((await summary({ onlyExcept: true })).count).toBe(1)
    room.t.moveClock(120_000)
    expect(await pix()).toMatchObject({ orderAll: 0, orderSucc: 0, Status: 1 })
    expect((await summary({ onlyExcept: true })).count).toBe(0)
    sol.channels.set('PIX', aChannel('PIX', { orderAll: 7, orderSucc: 7 }))
    await room.tell(sol)
    expect(await pix()).toMatchObject({ orderAll: 7, orderSucc: 7 })
  } finally {
    room.t.moveClock(-untilMidnight - 60_000)
  }
})

test('an event is taken only if it is newer and makes sense', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX')])
  const known = async () => Object.keys((await summary()).list[0]?.payway ?? {})
  sol.channels.set('TED', aChannel('TED'))
  sol.told -= 2
  expect((await room.tell(sol)).size).toBe(0)
  expect(await known()).toEqual(['PIX'])
  sol.told += 10
  sol.since = () => new Date(room.midnight().getTime() + 3_600_000)
  expect([...(await room.tell(sol)).values()]).toEqual([
    'data.since: must be a midnight in America/Sao_Paulo',
  ])
  sol.since = room.midnight
  sol.channels.set('X', aChannel('TED'))
  expect([...(await room.tell(sol)).values()]).toEqual(['data.channels: a code stands twice'])
  expect(await known()).toEqual(['PIX'])
  sol.channels.delete('X')
  sol.channels.delete('PIX')
  await room.tell(sol)
  expect(await known()).toEqual(['TED'])
})

test('the order of the group is saved place by place, and nothing of a list that is wrong', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX'), aChannel('TED')])
  const save = (updatedPaywayList: { ChannelCode: string; SortID: number; platform_id?: number }[]) =>
    operator(payways.paywaySort, { updatedPaywayList })
  const order = async () =>
    (await summary()).configs.paywayList.map(({ ChannelCode, SortID }) => [ChannelCode, SortID])
  expect(await save([{ ChannelCode: 'TED', SortID: 0 }])).toMatchObject({ success: true, data: null })
  expect(await order()).toEqual([
    ['TED', 0],
    ['PIX', null],
  ])
  const refused = await save([
    { ChannelCode: 'PIX', SortID: 3 },
    { ChannelCode: 'NOPE', SortID: 1 },
  ])
  expect(refused).toMatchObject({
    success: false,
    field: 'updatedPaywayList',
    message: '未知的支付渠道：NOPE',
  })
  expect((await save([{ ChannelCode: 'PIX', SortID: 1, platform_id: 999_999 }])).message).toBe(
    '平台 999999 不存在',
  )
  for (const wrong of ['[]', '{}', 'x', '[{"ChannelCode":"PIX","SortID":-1}]', '[{"ChannelCode":"PIX"}]'])
    expect(
      await room.t.send(payways.paywaySort.path, { updatedPaywayList: wrong }, { token: operator.token }),
    ).toMatchObject({ success: false, code: 400_000 })
  expect(await order()).toEqual([
    ['TED', 0],
    ['PIX', null],
  ])
  expect(await save([{ ChannelCode: 'PIX', SortID: 5, platform_id: sol.id }])).toMatchObject({
    success: true,
  })
  const audited = await room.t.services.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', '=', payways.paywaySort.id)
    .execute()
  expect(audited).toHaveLength(2)
})

test('who may do what', async () => {
  const finance = await room.t.as('finance')
  await room.platform('Sol', [aChannel('PIX')])
  const chosen = { ChannelCode: ['PIX'] }
  const order = { updatedPaywayList: [{ ChannelCode: 'PIX', SortID: 1 }] }
  const answers = await Promise.all([
    viewer(payways.paywayStatus, { ...chosen, ChannelStatus: 2 }),
    viewer(payways.paywaySwitchPreview, chosen),
    viewer(payways.paywayRsync, {}),
    finance(payways.paywayStatus, { ...chosen, ChannelStatus: 2 }),
    finance(payways.paywaySort, order),
    finance(payways.paywayRsyncSort, {}),
  ])
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => codes.forbidden))
  expect((await operator(payways.paywaySwitchPreview, chosen)).success).toBe(true)
})
