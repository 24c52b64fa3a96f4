import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import type { Caller } from '../../testing.ts'
import { until } from '../link/testing.ts'
import { aChannel, type ChannelPlatform, paywayRoom } from './testing.ts'

const { payways, tasks } = features
let room: Awaited<ReturnType<typeof paywayRoom>>
let operator: Caller
beforeAll(async () => {
  room = await paywayRoom()
  operator = await room.t.as('operator')
})
afterEach(() => room.clear())
afterAll(() => room.close())

const open = 1
const close = 2
const many = async (params: { ChannelCode: string[]; ChannelStatus: 1 | 2; platform_id?: number[] }) => {
  const { data, message } = await operator(payways.paywayStatus, { ...params, event: 'asyncTask' })
  if (!data) throw new Error(message)
  return data.taskId
}
const isOn = (platform: ChannelPlatform, code: string) => platform.channels.get(code)?.on
/** What the list shows: 1, 0, or nothing. */
async function shown(platform: ChannelPlatform, code: string) {
  const { data } = await operator(payways.paywaySummary, { platform_id: [platform.id] })
  return data?.list[0]?.payway[code]?.Status
}
const waiting = async (platform: ChannelPlatform) =>
  (await operator(payways.paywaySummary, { platform_id: [platform.id] })).data?.list[0]?.waiting

test('a switch reaches every platform that has the channel, once, and the task says which', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX', { name: 'PIX Rápido' }), aChannel('TED')])
  const rio = await room.platform('Rio', [aChannel('TED')])
  const fresh = await room.platform('Novo', [aChannel('PIX')], { told: false })
  const taskId = await many({ ChannelCode: ['PIX'], ChannelStatus: close })
  expect(await room.tips(operator, taskId)).toBe(
    '关闭支付渠道 PIX Rápido：2 个平台已执行，0 个未执行\nSol：已执行\nNovo：已执行\nRio：没有这些渠道，已跳过',
  )
  expect([isOn(sol, 'PIX'), isOn(sol, 'TED'), isOn(rio, 'TED'), isOn(fresh, 'PIX')]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(await shown(sol, 'PIX')).toBe(0)
  expect(rio.heard.filter((line) => line.startsWith('send'))).toEqual([])
  expect([...sol.carriedOut.values()]).toEqual([1])
  const history = await room.t.services.db
    .selectFrom('audit_log')
    .select(['before', 'after', 'actor'])
    .where('platform_id', '=', sol.id)
    .execute()
  expect(history).toEqual([{ actor: operator.username, before: { PIX: 1 }, after: { PIX: 0 } }])
})

test('the preview says what a switch would touch, and touches nothing', async () => {
  const sol = await room.platform('Sol', [
    aChannel('PIX', { orderOpen: 4 }),
    aChannel('TED', { on: false, orderOpen: 1 }),
    aChannel('CARD', { orderOpen: 90 }),
  ])
  await room.platform('Rio', [aChannel('CARD')])
  const { data } = await operator(payways.paywaySwitchPreview, { ChannelCode: ['PIX', 'TED'] })
  expect(data).toMatchObject({ platforms: 1, channels: 2, open: 1, orderOpen: 5 })
  expect(data?.list.map(({ name, skipped }) => [name, skipped])).toEqual([
    ['Sol', ''],
    ['Rio', 'noChannel'],
  ])
  expect(data?.list[0]?.channels).toEqual([
    { ChannelCode: 'PIX', ChannelName: 'pix', Status: 1, orderOpen: 4 },
    { ChannelCode: 'TED', ChannelName: 'ted', Status: 0, orderOpen: 1 },
  ])
  expect(sol.heard.filter((line) => line.startsWith('send'))).toEqual([])
})

test('a platform that refuses is named with its reason, one that is down is named and obeys when it is back', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX')])
  const rio = await room.platform('Rio', [aChannel('PIX')])
  const lua = await room.platform('Lua', [aChannel('PIX')])
  rio.mood = (_, { key }) => {
    rio.answers.set(key, { state: 'refused', reason: 'locked by staff' })
    return 'answer'
  }
  await lua.down()
  const taskId = await many({ ChannelCode: ['PIX'], ChannelStatus: close })
  expect(await waiting(lua)).toMatchObject([{ ChannelCode: ['PIX'], Status: 0, dead: 0 }])
  expect(await room.tips(operator, taskId)).toBe(
    [
      '关闭支付渠道 pix：1 个平台已执行，2 个未执行',
      'Rio：拒绝执行（locked by staff）',
      'Lua：没有响应，指令已保留，平台恢复后自动执行',
      'Sol：已执行',
    ].join('\n'),
  )
  expect([isOn(sol, 'PIX'), await shown(rio, 'PIX'), await shown(lua, 'PIX')]).toEqual([false, 1, 1])
  expect(await waiting(rio)).toEqual([])
  await lua.up()
  await until(() => isOn(lua, 'PIX') === false, 15_000)
  await until(async () => (await waiting(lua))?.length === 0)
  expect(await shown(lua, 'PIX')).toBe(0)
  expect([...lua.carriedOut.values()]).toEqual([1])
}, 60_000)

test('decisions made while a platform is away reach it in the order in which they were made', async () => {
  const lua = await room.platform('Lua', [aChannel('PIX')])
  await lua.down()
  for (const status of [close, open, close, open] as const)
    await many({ ChannelCode: ['PIX'], ChannelStatus: status })
  expect(await waiting(lua)).toHaveLength(4)
  await lua.up()
  await until(async () => (await waiting(lua))?.length === 0, 20_000)
  expect(isOn(lua, 'PIX')).toBe(true)
  expect(await shown(lua, 'PIX')).toBe(1)
  expect(lua.carriedOut.size).toBe(4)
}, 60_000)

test('two one-click switches at the same moment leave all platforms alike, and the list with them', async () => {
  const platforms: ChannelPlatform[] = []
  for (let n = 0; n < 6; n++) platforms.push(await room.platform(`P${n}`, [aChannel('PIX'), aChannel('TED')]))
  for (let round = 0; round < 4; round++) {
    const wishes = [open, close, open, close] as const
    const taskIds = await Promise.all(
      wishes.map((ChannelStatus) => many({ ChannelCode: ['PIX', 'TED'], ChannelStatus })),
    )
    for (const taskId of taskIds)
      expect(await room.tips(operator, taskId)).toContain('6 个平台已执行，0 个未执行')
    const last = taskIds.indexOf(taskIds.toSorted((a, b) => Number(b) - Number(a))[0] ?? '')
    for (const platform of platforms) {
      expect(isOn(platform, 'PIX'), platform.apiUrl).toBe(wishes[last] === open)
      expect(isOn(platform, 'TED')).toBe(wishes[last] === open)
      expect(await shown(platform, 'PIX')).toBe(wishes[last] === open ? 1 : 0)
    }
  }
}, 60_000)

test('one channel of one platform is answered at once', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX')])
  const one = (ChannelStatus: 1 | 2, more: { platform_id?: number[]; ChannelCode?: string[] } = {}) =>
    operator(payways.paywayStatus, { platform_id: [sol.id], ChannelCode: ['PIX'], ChannelStatus, ...more })
  expect((await one(close)).data).toEqual({ taskId: '', state: 'done' })
  expect([isOn(sol, 'PIX'), await shown(sol, 'PIX')]).toEqual([false, 0])
  sol.mood = () => 'refuse'
  expect(await one(open)).toMatchObject({ success: false, message: 'Sol 拒绝执行：not open', data: null })
  expect(await shown(sol, 'PIX')).toBe(0)
  expect(await one(open, { ChannelCode: ['NOPE'] })).toMatchObject({ success: false, field: 'ChannelCode' })
  expect(await one(open, { platform_id: [999_999] })).toMatchObject({ success: false, field: 'platform_id' })
  await sol.down()
  expect((await one(open)).data).toEqual({ taskId: '', state: 'waiting' })
}, 90_000)

test('what is missing or makes no sense is refused, and nothing is sent', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX')])
  const send = (sent: Record<string, string>) =>
    room.t.send(payways.paywayStatus.path, { event: 'asyncTask', ...sent }, { token: operator.token })
  expect(await send({ ChannelStatus: '1' })).toMatchObject({ code: 400_000, message: '请选择支付渠道' })
  expect(await send({ ChannelCode: 'PIX' })).toMatchObject({ code: 400_000, message: '请选择开启或关闭' })
  for (const status of ['0', '3', 'on'])
    expect(await send({ ChannelCode: 'PIX', ChannelStatus: status })).toMatchObject({ code: 400_000 })
  expect(await send({ ChannelCode: 'P X', ChannelStatus: '1' })).toMatchObject({ field: 'ChannelCode' })
  expect(await send({ ChannelCode: 'NOPE', ChannelStatus: '1' })).toMatchObject({
    message: '所选平台没有这些渠道',
  })
  await room.t.services.db.updateTable('platforms').set({ status: 2 }).where('id', '=', sol.id).execute()
  expect(await send({ ChannelCode: 'PIX', ChannelStatus: '1' })).toMatchObject({ field: 'platform_id' })
  expect(sol.heard.filter((line) => line.startsWith('send'))).toEqual([])
})

test('priorities are pushed: a platform of its own before the group, and only where there is one', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX'), aChannel('TED'), aChannel('CARD')])
  const rio = await room.platform('Rio', [aChannel('PIX', { sort: 9 })])
  const none = await operator(payways.paywayRsyncSort, { ChannelCode: ['CARD'] })
  expect(none).toMatchObject({ success: false, field: 'ChannelCode' })
  await operator(payways.paywaySort, {
    updatedPaywayList: [
      { ChannelCode: 'PIX', SortID: 4 },
      { ChannelCode: 'TED', SortID: 0 },
      { ChannelCode: 'PIX', SortID: 7, platform_id: rio.id },
    ],
  })
  const { data } = await operator(payways.paywayRsyncSort, { event: 'asyncTask' })
  expect(await room.tips(operator, data?.taskId ?? '')).toContain('2 个平台已执行，0 个未执行')
  const sorts = (platform: ChannelPlatform) =>
    Object.fromEntries([...platform.channels.values()].map(({ code, sort }) => [code, sort]))
  expect(sorts(sol)).toEqual({ PIX: 4, TED: 0, CARD: 1 })
  expect(sorts(rio)).toEqual({ PIX: 7 })
  const row = (await operator(payways.paywaySummary, { platform_id: [sol.id] })).data?.list[0]
  expect(row?.payway['TED']?.SortID).toBe(0)
})

test('a sync asks every platform; who comes second follows the one that runs', async () => {
  const sol = await room.platform('Sol', [aChannel('PIX'), aChannel('TED', { on: false })], { told: false })
  const rio = await room.platform('Rio', [aChannel('PIX')])
  const old = await room.platform('Velho', [], { told: false })
  await rio.down()
  old.mood = (what) => (what === 'query' ? 'not-found' : 'answer')
  sol.mood = () => 'late'
  sol.lateMs = 1000
  const finance = await room.t.as('finance')
  const started = await Promise.all([
    operator(payways.paywayRsync, { event: 'asyncTask' }),
    finance(payways.paywayRsync, { event: 'asyncTask' }),
    operator(payways.paywayRsync, {}),
  ])
  const ids = new Set(started.map(({ data }) => data?.taskId))
  expect(ids.size).toBe(1)
  expect(started.filter(({ data }) => data?.joined === 0)).toHaveLength(1)
  const [taskId = ''] = [...ids]
  const said = await room.tips(finance, taskId)
  expect(await room.tips(operator, taskId)).toBe(said)
  const lines = said.split('\n')
  expect(lines[0]).toBe('同步支付渠道：1 个平台已同步，2 个未同步')
  expect(lines[1]).toMatch(/^Rio：没有响应/)
  expect(lines.slice(2)).toEqual(['Velho：平台不支持查询支付渠道', 'Sol：2 个渠道，1 个开启'])
  expect(await shown(sol, 'TED')).toBe(0)
  const viewer = await room.t.as('viewer')
  expect((await viewer(tasks.progress, { taskIds: [taskId] })).data?.[taskId]?.status).toBe('error')
  const again = await operator(payways.paywayRsync, {})
  expect(again.data).toMatchObject({ joined: 0 })
  expect(again.data?.taskId).not.toBe(taskId)
}, 90_000)
