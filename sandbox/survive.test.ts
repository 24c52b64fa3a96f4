import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { openStore } from './store.ts'
import { aClient, aConfig, aHome, aReceiver, secret, until } from './testing.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0).toReversed()) close()
})

/** The real program in a process of its own. */
async function started(config: object): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    env: { ...process.env, SANDBOX_CONFIG: JSON.stringify(config) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  open.push(() => child.kill('SIGKILL'))
  let said = ''
  let complaints = ''
  child.stdout?.on('data', (text) => (said += String(text)))
  child.stderr?.on('data', (text) => (complaints += String(text)))
  const url = await until(() => /^sandbox ready (\S+)$/m.exec(said)?.[1])
  expect(complaints).toBe('')
  return { child, url }
}

async function killed(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a kill loses nothing: commands by key, payments under way, events, players, nonces', async () => {
  const { home, remove } = aHome()
  open.push(remove)
  const pitboss = await aReceiver()
  open.push(pitboss.close)
  const config = {
    ...aConfig({ home, pitbossUrl: pitboss.url, payoutDelayMs: [300, 600] }),
    platforms: [{ platform_id: 7, name: 'Rio', secret, story: 'empty' }],
  }
  const before = await started(config)
  const first = aClient(before.url)
  const orderNos = await first.orders({ count: 5 })
  const orders = await until(() => pitboss.of('withdrawal').length === 5 && pitboss.of('withdrawal'))
  const submit = (client: typeof first, index: number) =>
    client.command(`${orderNos[index]}:submit:1`, 'payout.start', {
      orderNo: orderNos[index],
      amount: orders[index]?.data['realPay'],
      channelId: 1,
      checker: 'finance',
    })
  const { roleId } = orders[4]?.data ?? {}
  await first.command('remark-1', 'player.remark', { roleId, remark: 'kept' })
  const answers = await Promise.all([0, 1, 2].map((index) => submit(first, index)))
  pitboss.state.failing = true
  await first.post('withdrawals', { count: 7 })
  await first.post('faults', { payoutFailure: 0, delayMs: 5 })
  await killed(before.child)

  const after = await started(config)
  const second = aClient(after.url)
  const repeated = await Promise.all([0, 1, 2].map((index) => submit(second, index)))
  expect(repeated.map(({ text }) => text)).toEqual(answers.map(({ text }) => text))
  expect(await second.query('command', { key: 'remark-1' })).toMatchObject({ seen: true, state: 'done' })
  expect(await second.query('command', { key: 'remark-2' })).toEqual({ seen: false })
  expect((await second.get<{ faults: object }>('state')).faults).toMatchObject({ delayMs: 5 })
  await until(async () => (await second.payout(orderNos[0] ?? ''))?.status === 'paid')
  await until(async () => (await second.payout(orderNos[2] ?? ''))?.status === 'paid')
  await killed(after.child)

  const last = await started(config)
  const third = aClient(last.url)
  // Whichever was under way at the second kill is paid after it.
  await until(async () => (await third.payout(orderNos[1] ?? ''))?.status === 'paid')
  for (const [index, orderNo] of orderNos.entries()) {
    expect((await third.payout(orderNo))?.paidTimes).toBe(index < 3 ? 1 : 0)
  }
  pitboss.state.failing = false
  await until(() => pitboss.of('payout').length === 3)
  await until(() => pitboss.of('withdrawal').filter(({ data }) => data['version'] === 1).length === 12)
  await until(() =>
    pitboss.of('player').some(({ data }) => data['roleId'] === roleId && data['remark'] === 'kept'),
  )
  expect(pitboss.state.faults).toEqual([])

  last.child.kill('SIGTERM')
  expect(await once(last.child, 'exit')).toEqual([0, null])
}, 90_000)

test('kills in the middle of a storm of commands: each key is carried out once, and the answers given stand', async () => {
  const { home, remove } = aHome()
  open.push(remove)
  const config = {
    ...aConfig({ home }),
    platforms: [{ platform_id: 7, name: 'Rio', secret, story: 'empty' }],
  }
  const start = await started(config)
  let { child } = start
  let client = aClient(start.url)
  const orderNos = await client.orders({ count: 120 })
  const page = await client.query<{ items: { orderNo: string; realPay: number }[] }>('withdrawals', {
    after: '',
    limit: 1000,
  })
  const heard = new Map<string, string>()
  for (let round = 0; round < 3; round++) {
    const storm = page.items.map(async ({ orderNo, realPay }) => {
      const key = `${orderNo}:submit:1`
      const answer = await client
        .command(key, 'payout.start', { orderNo, amount: realPay, channelId: 1, checker: '' })
        .catch(() => null)
      if (answer?.status !== 200) return
      expect(heard.get(key) ?? answer.text).toBe(answer.text)
      heard.set(key, answer.text)
    })
    if (round < 2) {
      await Promise.race([Promise.all(storm), until(() => heard.size > 10 + round * 40)])
      await killed(child)
    }
    await Promise.all(storm)
    if (round < 2) {
      const again = await started(config)
      child = again.child
      client = aClient(again.url)
    }
  }
  expect(heard.size).toBe(120)
  await until(async () =>
    (await client.get<{ status: string }[]>('payouts')).every(({ status }) => status === 'paid'),
  )
  const rows = await client.get<{ orderNo: string; paidTimes: number }[]>('payouts')
  expect(rows.filter(({ paidTimes }) => paidTimes === 1)).toHaveLength(orderNos.length)
}, 90_000)

test('one sandbox to a home, and none without its parent', async () => {
  const { home, remove } = aHome()
  open.push(remove)
  const { child } = await started({ ...aConfig({ home }), platforms: [] })
  expect(() => openStore(home, 50)).toThrow('Another sandbox is running')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
  openStore(home, 50).close()
})
