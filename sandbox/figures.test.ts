import { afterEach, expect, test } from 'vitest'
import { aReceiver, aSandbox, secret, until } from './testing.ts'

type Closable = { close(): unknown }
const open: Closable[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const agents = [
  { username: 'ana', roleId: '10001', weight: 1 },
  { username: 'bia', roleId: '10002', weight: 2 },
]
/** 12:00 in São Paulo. */
const noon = Date.parse('2026-03-10T15:00:00Z')

interface Day {
  day: string
  version: number
  username: string
  deposit: number
  apiWinLose: { apiId: number; amount: number }[]
}
interface Days {
  accounts: Day[]
  platform: { version: number; totalRecharge: number } | null
  next: string
  more: boolean
}

async function aStage(historyDays: number) {
  const receiver = await aReceiver()
  open.push(receiver)
  const time = { now: noon }
  const sandbox = await aSandbox(
    {
      pitbossUrl: receiver.url,
      figuresEveryMs: 60_000,
      historyDays,
      agents,
      platforms: [{ platform_id: 7, name: 'Seven', secret, story: 'empty' }],
    },
    // Time goes on by itself, as signatures need; the test moves its beginning.
    () => time.now,
  )
  open.unshift(sandbox)
  return { receiver, sandbox, time }
}

test('a platform tells its past, then today as it goes, and closes a day with its last figures', async () => {
  const { sandbox, time } = await aStage(3)
  const told = () =>
    sandbox.world.store.all<{ data: string; type: string }>(
      "select type, data from events where type in ('accountDay', 'platformDay') order by seq",
    )
  await until(() => told().length >= 12)
  const first = told().map(({ type, data }) => ({ type, ...(JSON.parse(data) as Day) }))
  expect(first.filter(({ username }) => username === 'ana').map(({ day }) => day)).toEqual([
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
    '2026-03-10',
  ])
  expect(first.filter(({ type }) => type === 'platformDay')).toHaveLength(4)
  const noonDeposit = first.findLast(({ username }) => username === 'ana')
  expect(noonDeposit).toMatchObject({ day: '2026-03-10', version: 721 })

  time.now = Date.parse('2026-03-11T03:10:00Z')
  await until(() => told().some(({ data }) => (JSON.parse(data) as Day).day === '2026-03-11'))
  const days = told().map(({ data }) => JSON.parse(data) as Day)
  const last = days.findLast(({ username, day }) => username === 'ana' && day === '2026-03-10')
  expect(last).toMatchObject({ version: 1441 })
  expect(last?.deposit).toBeGreaterThan((noonDeposit?.deposit ?? 0) * 1.9)
})

test('the query answers a day page by page, the same whenever it is asked', async () => {
  const { sandbox } = await aStage(3)
  await until(() => sandbox.world.store.one('select 1 from figures_told'))
  const ask = (data: object) =>
    sandbox.get<Days>('figures', `platform_id=7&day=${(data as { day: string }).day}`)
  const day = await ask({ day: '2026-03-08' })
  expect(day.accounts.map(({ username }) => username)).toEqual(['ana', 'bia'])
  expect(await ask({ day: '2026-03-08' })).toEqual(day)
  expect((await ask({ day: '2026-03-11' })).accounts).toEqual([])
  const sum = day.accounts.reduce((total, { deposit }) => total + deposit, 0)
  expect(day.platform?.totalRecharge).toBeGreaterThan(sum)
})

test('a day set by hand is told in a newer version, long after it was over', async () => {
  const { sandbox } = await aStage(3)
  await until(() => sandbox.world.store.one('select 1 from figures_told'))
  const before = await sandbox.get<Days>('figures', 'platform_id=7&day=2026-03-08')
  await sandbox.post('figures', { username: 'ana', day: '2026-03-08', deposit: 1_234_560 })
  const once = await sandbox.get<Days>('figures', 'platform_id=7&day=2026-03-08')
  await sandbox.post('figures', { username: 'ana', day: '2026-03-08', deposit: 1_000 })
  const twice = await sandbox.get<Days>('figures', 'platform_id=7&day=2026-03-08')
  const versions = [before, once, twice].map(({ accounts, platform }) => [
    accounts[0]?.version ?? 0,
    platform?.version ?? 0,
  ])
  expect(versions[0]).toEqual([1441, 1441])
  expect(versions[1]?.[0]).toBeGreaterThan(1441)
  expect(versions[2]?.[0]).toBeGreaterThan(versions[1]?.[0] ?? 0)
  expect(versions[1]?.[1]).toBeGreaterThan(1441)
  expect(versions[2]?.[1]).toBeGreaterThan(versions[1]?.[1] ?? 0)
  expect(twice.accounts[0]).toMatchObject({ deposit: 1_000, apiWinLose: before.accounts[0]?.apiWinLose })
  const difference = (once.platform?.totalRecharge ?? 0) - (twice.platform?.totalRecharge ?? 0)
  expect(difference).toBe(1_233_560)
})
