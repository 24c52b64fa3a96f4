import { afterAll, beforeAll, expect, test } from 'vitest'
import { midnightBefore } from './days.ts'
import { aReceiver, aSandbox, secret, until } from './testing.ts'

interface Channel {
  code: string
  on: boolean
  sort: number
  orderAll: number
  orderSucc: number
  orderOpen: number
}
interface Told {
  version: number
  since: string
  channels: Channel[]
}

let pitboss: Awaited<ReturnType<typeof aReceiver>>
let sandbox: Awaited<ReturnType<typeof aSandbox>>
let ahead = 0
beforeAll(async () => {
  pitboss = await aReceiver()
  sandbox = await aSandbox(
    {
      pitbossUrl: pitboss.url,
      platforms: [{ platform_id: 7, name: 'Rio', secret, story: 'dispute' }],
      statusEveryMs: 50,
    },
    () => Date.now() + ahead,
  )
})
afterAll(async () => {
  await sandbox.close()
  pitboss.close()
})

const asked = () => sandbox.query<Told>('depositChannels')
const channel = async (code: string) => (await asked()).channels.find((each) => each.code === code)

test('the list is told as a whole, counted since the midnight of the zone', async () => {
  const told = await until(() => pitboss.of('depositChannels').at(-1)?.data as Told | undefined)
  expect(told.since).toBe(new Date(midnightBefore(Date.now(), 'America/Sao_Paulo')).toISOString())
  expect(told.channels.map(({ code }) => code)).toContain('PIX_RAPIDO')
  const sufu = told.channels.find(({ code }) => code === 'SUFU')
  expect(sufu?.orderAll).toBeGreaterThan(5)
  expect((sufu?.orderSucc ?? 0) * 5).toBeLessThan(sufu?.orderAll ?? 0)
})

test('a switch is carried out once per key and told at once', async () => {
  const before = pitboss.of('depositChannels').length
  const off = { codes: ['PIX_QR', 'BOLETO', 'NOT_HERE'], on: false }
  const answer = await sandbox.command('k-1', 'depositChannels.switch', off)
  expect(JSON.parse(answer.text)).toEqual({ key: 'k-1', state: 'done', reason: '' })
  expect(await channel('BOLETO')).toMatchObject({ on: false })
  await until(() => pitboss.of('depositChannels').length > before)
  await sandbox.command('k-2', 'depositChannels.switch', { codes: ['BOLETO'], on: true })
  const again = await sandbox.command('k-1', 'depositChannels.switch', off)
  expect(again.text).toBe(answer.text)
  expect(await channel('BOLETO')).toMatchObject({ on: true })
})

test('places in the order are set channel by channel', async () => {
  const channels = [
    { code: 'SUFU', sort: 40 },
    { code: 'LUSO_CARD', sort: 0 },
  ]
  await sandbox.command('k-3', 'depositChannels.sort', { channels })
  expect((await asked()).channels[0]).toMatchObject({ code: 'LUSO_CARD', sort: 0 })
  expect((await asked()).channels.at(-1)).toMatchObject({ code: 'SUFU', sort: 40 })
})

test('it refuses what it does not know or will not do, and says why', async () => {
  const state = async (key: string, name: string, data: object) =>
    JSON.parse((await sandbox.command(key, name, data)).text) as { state: string; reason: string }
  expect(await state('k-4', 'depositChannels.switch', { codes: ['NOPE'], on: true })).toMatchObject({
    state: 'refused',
    reason: 'unknown_channel',
  })
  expect(await state('k-5', 'depositChannels.switch', { codes: [], on: true })).toMatchObject({
    state: 'refused',
  })
  await sandbox.post('faults', { refuseChannels: true })
  expect(await state('k-6', 'depositChannels.switch', { codes: ['SUFU'], on: false })).toMatchObject({
    state: 'refused',
    reason: 'channels are locked by the platform',
  })
  await sandbox.post('faults', { refuseChannels: false })
  expect(await channel('SUFU')).toMatchObject({ on: true })
})

test('deposits move the counters, and those under way are open', async () => {
  const before = await channel('TED_DIRETO')
  await sandbox.post('deposits', { code: 'TED_DIRETO', count: 6, succeeded: 1, open: 2 })
  expect(await channel('TED_DIRETO')).toMatchObject({
    orderAll: (before?.orderAll ?? 0) + 8,
    orderSucc: (before?.orderSucc ?? 0) + 1,
    orderOpen: 2,
  })
  const { version } = await asked()
  await sandbox.post('depositStream', { perMinute: 6000 })
  await until(async () => (await asked()).version > version + 3)
  await sandbox.post('depositStream', { perMinute: 0 })
})

test('a new day begins at zero, and is told though nothing was deposited', async () => {
  const before = await asked()
  ahead = Date.parse(before.since) + 86_400_000 + 1000 - Date.now()
  // Its clock is a day ahead of the receiver's now, which believes no signature: the event waits.
  const told = await until(() => {
    const row = sandbox.world.store.one<{ data: string }>(
      "select data from events where type = 'depositChannels' order by seq desc",
    )
    const newest = row && (JSON.parse(row.data) as Told)
    return newest?.since === before.since ? undefined : newest
  })
  expect(told.version).toBeGreaterThan(before.version)
  expect(told.channels.map(({ orderAll }) => orderAll)).toEqual(told.channels.map(() => 0))
  expect(told.channels.find(({ code }) => code === 'TED_DIRETO')?.orderOpen).toBe(2)
  ahead = 0
})

test.each([
  ['America/Sao_Paulo', '2026-11-21T02:59:59.000Z', '2026-11-20T03:00:00.000Z'],
  ['America/Sao_Paulo', '2026-11-21T03:00:00.000Z', '2026-11-21T03:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21T18:29:00.000Z', '2026-11-20T18:30:00.000Z'],
  // Clocks went back at two and forward at two: midnight is where it was.
  ['America/New_York', '2026-11-01T20:00:00.000Z', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-03-08T20:00:00.000Z', '2026-03-08T05:00:00.000Z'],
])('midnight in %s before %s is %s', (zone, at, midnight) => {
  expect(new Date(midnightBefore(Date.parse(at), zone)).toISOString()).toBe(midnight)
})
