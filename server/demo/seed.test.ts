import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../contract/index.ts'
import { accountChecks } from '../features/accounts/index.ts'
import { type TestApp, testApp } from '../testing.ts'
import { seedDemo } from './seed.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await seedDemo(t.services.db, t.services.vault)
})
afterAll(() => t.close())

test('what the demo says of its people agrees with itself', async () => {
  for (const check of accountChecks) expect(await check.differences(t.services.db), check.name).toEqual([])
})

test('every list of people has rows', async () => {
  const admin = await t.as('superAdmin')
  const { accounts } = features
  for (const list of [
    accounts.users,
    accounts.channels,
    accounts.subChannels,
    accounts.salesmans,
    accounts.agents,
  ])
    expect((await admin(list, {})).data?.list.length, list.id).toBeGreaterThan(0)
  expect((await admin(accounts.pledgeUlog, {})).data?.count).toBe(4)
  expect((await admin(accounts.getGameApiPoints, { RoleID: '10001' })).data?.list.length).toBeGreaterThan(3)
})
