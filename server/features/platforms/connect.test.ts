import { afterAll, beforeAll, expect, test } from 'vitest'
import { link } from '../../../contract/link.ts'
import { platforms } from '../../../contract/platforms.ts'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { aSandbox, secret, until } from '../../../sandbox/testing.ts'
import { type TestApp, testApp } from '../../testing.ts'

let app: TestApp
let sandbox: Awaited<ReturnType<typeof aSandbox>>
let pitboss = ''
beforeAll(async () => {
  app = await testApp({ env: { ALLOW_HTTP: 'true' } })
  pitboss = await app.app.listen({ port: 0, host: '127.0.0.1' })
  sandbox = await aSandbox({
    platforms: [101, 102, 103].map((platform_id) => ({
      platform_id,
      name: `Game ${platform_id}`,
      secret,
      story: 'empty',
      perMinute: 0,
    })),
  })
})
afterAll(async () => {
  await sandbox.close()
  await app.close()
})

test('an operator connects a platform from nothing, told at each step what is missing, until its orders arrive', async () => {
  const operator = await app.as('operator')
  const cate_id = (await operator(platforms.cateAdd, { name: '新平台' })).data?.id ?? 0
  const added = await operator(platforms.platformAdd, { name: 'Quarta Estrela', cate_id, status: 1 })
  const platformId = added.data?.id ?? 0
  const said = async () => {
    const { data } = await operator(link.test, { platformId })
    return [data?.commands.finding, data?.events.finding]
  }
  expect(await said()).toEqual(['noSecret', 'noSecret'])

  const made = await operator(link.secret, { platformId })
  expect(made.data?.oldSecretUntil).toBe('')
  expect(await said()).toEqual(['noAddress', 'silent'])

  const api_url = `${sandbox.url}/p/${platformId}`
  await operator(platforms.platformEdit, { id: platformId, name: 'Quarta Estrela', cate_id, api_url })
  // The platform's people have not entered anything on their side.
  expect(await said()).toEqual(['unknownPlatform', 'silent'])

  const wrong = { platform_id: platformId, name: 'Quarta Estrela', story: 'empty', pitbossUrl: pitboss }
  await sandbox.post('platforms', { ...wrong, secret })
  expect((await said())[0]).toBe('signature')
  await sandbox.post('withdrawals', { platform_id: platformId, count: 1 })
  await until(async () => (await said())[1] === 'signature')

  await sandbox.post('platforms', { platform_id: platformId, secret: made.data?.secret })
  await sandbox.post('withdrawals', { platform_id: platformId, count: 4 })
  await until(async () => (await said()).join() === 'well,well', 20_000)
  const finance = await app.as('finance')
  const orders = async () => (await finance(withdrawals.list, { platformId, tabIndex: 1 })).data?.count
  await until(async () => (await orders()) === 5, 20_000)
  const { data } = await operator(link.health, { platform_id: [platformId] })
  expect(data?.list[0]).toMatchObject({
    platform_name: 'Quarta Estrela',
    commands: { ok: true },
    events: { ok: true },
  })
  expect(data?.list[0]?.eventsPerMinute).toBeGreaterThan(0)

  // A new secret later: orders keep arriving before, while and after the platform takes it up.
  const next = await operator(link.secret, { platformId })
  await sandbox.post('withdrawals', { platform_id: platformId, count: 1 })
  await until(async () => (await orders()) === 6, 20_000)
  await sandbox.post('platforms', { platform_id: platformId, secret: next.data?.secret })
  await sandbox.post('withdrawals', { platform_id: platformId, count: 1 })
  await until(async () => (await orders()) === 7, 20_000)
  expect(await said()).toEqual(['well', 'well'])
}, 90_000)
