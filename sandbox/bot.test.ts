import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { startBot } from './bot.ts'
import { BotSetting, entriesBetween } from './bot-entries.ts'
import { readBody, sendJson } from './http.ts'

const secret = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const dayMs = 24 * 3_600_000
const now = Date.UTC(2026, 10, 21, 12)
const settingFor = (pitbossUrl: string) =>
  BotSetting.parse({
    pitbossUrl,
    key_id: 'bk_0123456789',
    secret,
    accounts: [
      { channel_account: 'channel01', channel_name: '华东渠道', chat_title: '华东群', role_id: '10001' },
      { channel_account: 'sub01' },
    ],
    platforms: ['Aurora'],
  })
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

test('the same seed did the same things, however the days are asked for', () => {
  const setting = settingFor('http://127.0.0.1:1')
  const whole = entriesBetween(1, setting, now - 5 * dayMs, now)
  const parts = [5, 4, 3, 2, 1].flatMap((ago) =>
    entriesBetween(1, setting, now - ago * dayMs, now - (ago - 1) * dayMs),
  )
  expect(parts).toEqual(whole)
  expect(whole).toHaveLength(60)
  expect(new Set(whole.map(({ id }) => id)).size).toBe(60)
  expect(entriesBetween(2, setting, now - 5 * dayMs, now)).not.toEqual(whole)
})

test('it reports its past signed, tries again after a failure, and then only what is new', async () => {
  const bodies: { entries: unknown[]; chats?: unknown[] }[] = []
  const signatures: [string, string][] = []
  let failing = true
  const server = createServer((request, response) => {
    void readBody(request, 4_000_000).then((body) => {
      if (failing) return void request.socket.destroy()
      const text = body?.toString('utf8') ?? ''
      const timestamp = String(request.headers['x-bot-timestamp'])
      const expected = createHmac('sha256', Buffer.from(secret, 'hex'))
        .update(`POST\n/adminapi/serves/botLog\n${timestamp}\n${text}`)
        .digest('hex')
      signatures.push([String(request.headers['x-bot-signature']), expected])
      bodies.push(JSON.parse(text) as (typeof bodies)[number])
      const data = { accepted: [], duplicate: [], rejected: [], known: [] }
      sendJson(response, 200, { success: true, code: 200, message: '', data })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let clock = now
  const bot = startBot({ now: () => clock, seed: 1 }, 20)
  ends.push(
    () => bot.stop(),
    () => server.close(),
    () => server.closeAllConnections(),
  )
  bot.set(settingFor(`http://127.0.0.1:${port}`))
  await vi.waitFor(() => expect(bot.state()).toMatchObject({ failures: 1 }))
  failing = false
  clock += 2_000
  await vi.waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]?.entries.length).toBeGreaterThan(300)
  expect(bodies[0]?.chats).toHaveLength(2)
  clock += dayMs / 4
  await vi.waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]?.entries.length).toBeGreaterThan(1)
  expect(bodies[1]?.entries.length).toBeLessThan(6)
  for (const [sent, expected] of signatures) expect(sent).toBe(expected)
})
