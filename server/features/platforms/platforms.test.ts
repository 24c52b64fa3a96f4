import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platforms } from '../../../contract/platforms.ts'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { aPlatform, aWithdrawal } from '../withdrawals/fixtures.ts'
import { platformAbsorbers } from './absorb.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const told = (type: 'channels' | 'status', platformId: number, events: unknown[]) =>
  app.services.db.transaction().execute((tx) => {
    const absorb = platformAbsorbers[type]
    if (!absorb) throw new Error(type)
    return absorb(
      tx,
      platformId,
      events.map((data, n) => ({ id: `${type}-${n}`, at: new Date(), data })),
    )
  })

test('the live list puts work first and sums up what it shows', async () => {
  const { db, clock } = app.services
  const [calm, busy, risky, stopped, gone] = await Promise.all([
    aPlatform(db, { remark: '100%_calm' }),
    aPlatform(db),
    aPlatform(db),
    aPlatform(db, { status: 3 }),
    aPlatform(db, { status: 2 }),
  ])
  for (const status of [0, 1, 6, 4, 100])
    await aWithdrawal(db, clock, busy, { status, checkUser: status ? 'ann' : '' })
  await aWithdrawal(db, clock, risky, { status: 7, checkUser: 'ann' })
  await aWithdrawal(db, clock, stopped)
  await aWithdrawal(db, clock, gone)
  const viewer = await app.as('viewer')
  const { data } = await viewer(platforms.liveList, {})
  expect(data?.list.map(({ id }) => id)).toEqual([busy, stopped, risky, calm])
  expect(data?.count).toBe(4)
  expect(data?.list[0]).toMatchObject({ orderPendingTotal: 3, orderWarningTotal: 0, linkTrouble: '' })
  expect(data?.summary).toEqual({
    1: { count: 3, orderPendingTotal: 3, orderWarningTotal: 1 },
    3: { count: 1, orderPendingTotal: 1, orderWarningTotal: 0 },
  })
  expect(data?.configs.platformStatusDics).toMatchObject({ 1: '运行中', 3: '停止代理' })

  const ids = async (params: Parameters<typeof viewer<typeof platforms.liveList>>[1]) =>
    (await viewer(platforms.liveList, params)).data?.list.map(({ id }) => id)
  expect(await ids({ filterNoOrderPlatformFlag: true })).toEqual([busy, stopped, risky])
  expect(await ids({ platform_remark: '0%_' })).toEqual([calm])
  expect(await ids({ platform_remark: '_%' })).toEqual([])
  expect(await ids({ platform_status: [3] })).toEqual([stopped])
  expect(await ids({ orderBy: 'orderWarningTotal', orderType: 'desc', limit: 1 })).toEqual([risky])
  expect(await ids({ limit: 2, page: 2 })).toEqual([risky, calm])
})

test('counters and channels follow the newest version only', async () => {
  const { db } = app.services
  const id = await aPlatform(db)
  const status = { version: 2, online: 12, registered: 900, apiRemain: 1234.5, apiCurrent: 5000 }
  await told('status', id, [status, { ...status, version: 1, online: 1 }])
  await told('status', id, [{ ...status, version: 1, online: 99 }])
  const viewer = await app.as('viewer')
  const { data } = await viewer(platforms.liveList, { platform_id: [id] })
  expect(data?.list[0]).toMatchObject({
    iUserCount: 12,
    iTotalCount: 900,
    apiRemainQuota: 1234.5,
    apiCurrentQuota: 5000,
  })

  const channels = {
    version: 5,
    payout: [
      { id: 7, name: 'Bank', on: false, sort: 2, payWays: [1] },
      { id: 9, name: 'PIX', on: true, sort: 1, payWays: [1, 8] },
    ],
    payWays: [{ id: 8, code: 'PHONE' }],
    defaultPayout: 9,
  }
  const rejected = await told('channels', id, [channels, { ...channels, version: 6, payout: 'none' }])
  expect([...rejected.values()]).toEqual([expect.stringContaining('data.payout')])
  await told('channels', id, [{ ...channels, version: 4, payout: [] }])
  const answer = await viewer(withdrawals.payoutChannels, { platformId: id, type: 1, limit: 100 })
  expect(answer.data).toEqual({
    list: [
      { ChannelId: 9, ChannelName: 'PIX', Status: 1 },
      { ChannelId: 7, ChannelName: 'Bank', Status: 0 },
    ],
    count: 2,
  })
  expect((await viewer(withdrawals.payWays, { platformId: id })).data?.list).toEqual([
    { WayId: 8, WayCode: 'PHONE' },
  ])
})

test('a platform that does not answer, or says nothing any more, stands out', async () => {
  const { db } = app.services
  const id = await aPlatform(db)
  const viewer = await app.as('viewer')
  const trouble = async () =>
    (await viewer(platforms.liveList, { platform_id: [id] })).data?.list[0]?.linkTrouble
  await sql`insert into platform_status (platform_id, last_event_at, last_failure_at, last_failure)
    values (${id}, now() - interval '1 hour', now(), 'timeout: no answer')`.execute(db)
  expect(await trouble()).toBe('down')
  await sql`update platform_status set last_failure = 'http: 401' where platform_id = ${id}`.execute(db)
  expect(await trouble()).toBe('refused')
  await sql`update platform_status set last_answer_at = now() + interval '1 s' where platform_id = ${id}`.execute(
    db,
  )
  expect(await trouble()).toBe('late')
  await sql`update platform_status set last_event_at = now() where platform_id = ${id}`.execute(db)
  expect(await trouble()).toBe('')
})

test('the way into a game back end needs its address', async () => {
  const { db } = app.services
  const finance = await app.as('finance')
  const login = async (adminUrl: string) => {
    const platformId = await aPlatform(db, { adminUrl })
    return (await finance(platforms.accountGroupLogin, { platformId }, { lang: 'en-us' })).message
  }
  expect(await login('')).toBe('Please set the game backend address first!')
  expect(await login('ftp://x')).toBe('game backend address must start with https!')
  expect((await finance(platforms.accountGroupLogin, { platformId: 4711 }, { lang: 'en-us' })).message).toBe(
    'No such platform',
  )
})
