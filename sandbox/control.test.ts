import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { aSandbox, secret } from './testing.ts'

const wrong = (error: RegExp | string) => ({ status: 200, body: { error: expect.stringMatching(error) } })
const post = (body: string, headers = {}) => ({ method: 'POST', body, headers })

test('every control call answers 200 with JSON, and says what is wrong', async () => {
  const sandbox = await aSandbox()
  try {
    const raw = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${sandbox.url}/control/${path}`, init)
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    expect(await raw('platforms')).toEqual({
      status: 200,
      body: [{ platform_id: 7, name: 'Sol <b>Dourado</b>' }],
    })
    expect(await raw('payouts?platform_id=8')).toEqual(wrong('no platform 8'))
    expect(await raw('payouts')).toEqual(wrong('no platform'))
    expect(await raw('nonsense')).toEqual(wrong('no call GET'))
    expect(await raw('withdrawals', post('{'))).toEqual(wrong('not JSON'))
    expect(await raw('withdrawals', post('{"platform_id":7,"count":0}'))).toEqual(wrong(/^count: /))
    expect(await raw('withdrawals', post('{"platform_id":8,"count":1}'))).toEqual(wrong('no platform 8'))
    expect(await raw('withdrawals', post('{"platform_id":7,"roleId":"5"}'))).toEqual(wrong('no such player'))
    expect(await raw('faults', post('{"platform_id":7,"dropReplies":2}'))).toEqual(wrong(/^dropReplies: /))
    expect(await raw('faults', post('{"platform_id":7,"drop":1}'))).toEqual(wrong('drop'))
    expect(
      await raw('stream', post('{"platform_id":7,"perMinute":1}', { Origin: 'http://evil.test' })),
    ).toEqual(wrong('other sites'))
    expect(await raw('faults', post('{"platform_id":"7","delayMs":5}'))).toMatchObject({
      status: 200,
      body: { platform_id: 7, delayMs: 5, dropReplies: 0, down: false },
    })
    expect(await raw('state')).toMatchObject({ body: [{ platform_id: 7, linked: true }] })
  } finally {
    await sandbox.close()
  }
})

test('the home page escapes names and runs without a build', async () => {
  const sandbox = await aSandbox()
  try {
    const home = await (await fetch(sandbox.url)).text()
    expect(home).toContain('Sol &#60;b&#62;Dourado')
    expect(home).not.toContain('<b>')
    expect(home).not.toContain(secret)
    expect((await fetch(`${sandbox.url}/page.js`)).headers.get('content-type')).toContain('javascript')
    expect((await fetch(`${sandbox.url}/nowhere`)).status).toBe(404)
  } finally {
    await sandbox.close()
  }
})

const clock = () => 1_800_000_000_000
const told = async (seed: number) => {
  const sandbox = await aSandbox(
    {
      seed,
      historyOrders: 60,
      platforms: [{ platform_id: 7, name: 'A', secret: '', story: 'dispute', perMinute: 0 }],
    },
    clock,
  )
  try {
    await sandbox.post('withdrawals', { count: 10 })
    return sandbox.world.store.all('select * from events order by seq')
  } finally {
    await sandbox.close()
  }
}

test('the same seed and clock give the same platform, another seed another one', async () => {
  const [one, same, other] = [await told(5), await told(5), await told(6)]
  expect(one.length).toBeGreaterThan(250)
  expect(same).toEqual(one)
  expect(other).not.toEqual(one)
})

test('a wrong configuration is told in a sentence', () => {
  expect(() => readConfig(['/no/such/file.json'], {})).toThrow('does not exist')
  expect(() => readConfig([], { SANDBOX_CONFIG: '{"port"' })).toThrow('not a JSON object')
  expect(() => readConfig([], { SANDBOX_CONFIG: '{"port":-1}' })).toThrow(/^Wrong configuration: port: /)
  expect(() => readConfig([], { SANDBOX_PORT: 'x' })).toThrow('port')
  expect(readConfig([], { SANDBOX_PORT: '4000' })).toMatchObject({ port: 4000, seed: 1 })
  expect(readConfig([], {}).platforms.map(({ platform_id }) => platform_id)).toEqual([1, 2, 3])
})
