import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { pageOf } from '../../../contract/search.ts'
import { somePlatforms } from '../../permissions/plants.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { aTree, type Tree } from '../accounts/testing.ts'
import { startTask } from '../tasks/index.ts'

const { accounts, platforms, reports, search } = features
let t: TestApp
let own: Tree
let foreign: Tree
let at: Awaited<ReturnType<typeof somePlatforms>>

beforeAll(async () => {
  t = await testApp()
  own = await aTree(t, 'acme')
  foreign = await aTree(t, 'acmeother')
  at = await somePlatforms(t)
  const { db } = t.services
  for (const platform_id of [at.shown, at.hidden]) {
    await db.insertInto('players').values({ platform_id, role_id: '70012' }).execute()
    await sql`insert into withdrawal_orders (platform_id, order_no, role_id, status, requested_at, day, amount, tax,
        real_pay, pay_way, record_type, version, money)
      select ${platform_id}, ${`W${platform_id}-`} || n, '70012', 0, now(), current_date, 1, 0, 1, 1, 1, 1, 'open'
      from generate_series(1, 20) n`.execute(db)
  }
  await db.updateTable('accounts').set({ role_id: '80034' }).where('id', '=', own.salesOfSub.id).execute()
  await db.updateTable('accounts').set({ deleted: 1 }).where('id', '=', foreign.salesOfChannel.id).execute()
})
afterAll(() => t.close())

type Voice = { token: string }
const hits = async (voice: Voice | Caller, q: string, lang: 'zh-cn' | 'en-us' = 'en-us') => {
  const { data, success } = await t.call(search.find, { q }, { token: voice.token, lang })
  expect(success).toBe(true)
  return data?.list ?? []
}
const titles = async (voice: Voice, q: string) => (await hits(voice, q)).map(({ title }) => title)

describe('staff', () => {
  test('find orders of every platform by number, an exact one first, at most six', async () => {
    const finance = await t.as('finance')
    const found = await hits(finance, `W${at.shown}-1`)
    expect(found).toHaveLength(6)
    expect(found[0]).toMatchObject({
      kind: 'order',
      title: `W${at.shown}-1`,
      path: pageOf.order(at.shown, `W${at.shown}-1`),
    })
    expect(found[0]?.note).toContain('shown platform')
    expect(await titles(finance, `W${at.hidden}-20`)).toEqual([`W${at.hidden}-20`])
    expect(await titles(finance, 'W%')).toEqual([])
  })

  test('find a player on each platform that has one of that number, and accounts by their player', async () => {
    const finance = await t.as('finance')
    const found = await hits(finance, '7001')
    expect(found.map(({ kind, path }) => [kind, path])).toEqual([
      ['player', pageOf.player(at.shown, '70012')],
      ['player', pageOf.player(at.hidden, '70012')],
    ])
    expect(await hits(finance, '80034')).toMatchObject([{ kind: 'account', title: own.salesOfSub.username }])
  })

  test('find accounts of the lists they may open, each shown by the list of its kind, none deleted', async () => {
    const finance = await t.as('finance')
    const found = await hits(finance, 'ACME-')
    expect(found.map(({ title }) => title)).toEqual(
      Object.values(own)
        .map(({ username }) => username)
        .toSorted((a, b) => (a < b ? -1 : 1)),
    )
    expect(found.find(({ title }) => title === own.channel.username)?.path).toBe(
      `${accounts.channels.path}?username=acme-channel`,
    )
    expect(found.find(({ title }) => title === own.sub.username)?.path).toBe(
      `${accounts.subChannels.path}?username=acme-sub&accountLevel=0`,
    )
    expect(await titles(finance, foreign.salesOfChannel.username)).toEqual([
      foreign.salesOfSub.username,
      foreign.salesOfSubsub.username,
    ])
    expect(await titles(finance, 'test-')).toEqual([])
    expect(await titles(await t.as('superAdmin'), 'test-fin')).toEqual(['test-finance'])
  })

  test('find platforms by name or remark, in their language', async () => {
    const [hit] = await hits(await t.as('operator'), 'hidden', 'zh-cn')
    expect(hit).toMatchObject({
      kind: 'platform',
      title: 'hidden platform',
      path: `${platforms.liveList.path}?platform_id=${at.hidden}&platform_status=1`,
    })
    expect(hit?.note).toContain('运行中')
  })

  test('without the rule of the page nothing of it is found', async () => {
    const { db } = t.services
    const role = await db
      .insertInto('roles')
      .values({ title: 'nobody', type: 1, status: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const person = await t.account({ roleId: role.id, username: 'bare-person' })
    for (const q of [`W${at.shown}-1`, '70012', 'acme', 'shown', 'bare'])
      expect(await hits(person, q), q).toEqual([])
  })
})

describe('the channel side', () => {
  test('finds the people below and nobody else: not itself, nobody above, nobody of another channel', async () => {
    expect(await titles(own.channel, 'acme')).toEqual(
      [own.salesOfChannel, own.salesOfSub, own.salesOfSubsub, own.sub, own.subsub].map(
        ({ username }) => username,
      ),
    )
    expect(await titles(own.sub, 'acme')).toEqual(
      // A sub-channel's role opens no list of sub-channels.
      [own.salesOfSub, own.salesOfSubsub].map(({ username }) => username),
    )
    expect(await titles(own.salesOfSub, 'acme')).toEqual([])
    expect(await titles(own.channel, '80034')).toEqual([own.salesOfSub.username])
    expect(await titles(foreign.channel, '80034')).toEqual([])
    expect(await titles(own.channel, foreign.sub.username)).toEqual([])
  })

  test('finds no order, no player, no staff, and of platforms only what it is shown', async () => {
    for (const voice of [own.channel, own.sub, own.salesOfSub]) {
      expect(await hits(voice, `W${at.shown}-1`)).toEqual([])
      expect(await hits(voice, '70012')).toEqual([])
      expect(await hits(voice, 'test-')).toEqual([])
      expect(await titles(voice, 'platform')).toEqual(['shown platform'])
    }
    expect((await hits(own.channel, 'shown'))[0]?.path).toBe(
      `${reports.channelLive.path}?platform_id=${at.shown}`,
    )
    expect((await hits(own.salesOfSub, 'shown'))[0]?.path).toBe(
      `${reports.salesmanLive.path}?platform_id=${at.shown}`,
    )
  })
})

test('a task is found by its owner only, by number or title', async () => {
  const { db } = t.services
  const task = (accountId: number) =>
    startTask(db, { accountId, kind: 'none', title: 'Yearly export', language: 'en-us', params: {} })
  const id = await task(own.channel.id)
  expect(await hits(own.channel, 'yearly')).toMatchObject([
    { kind: 'task', title: 'Yearly export', path: pageOf.task() },
  ])
  expect(await hits(own.channel, `0${id}`)).toEqual([])
  for (const voice of [foreign.channel, own.sub, await t.as('superAdmin')])
    expect(await hits(voice, 'yearly')).toEqual([])
})

test('fewer than two characters are refused by name', async () => {
  const finance = await t.as('finance')
  for (const q of ['', ' ', 'a', ' a '])
    expect(await t.send(search.find.path, { q }, { token: finance.token, method: 'GET' })).toMatchObject({
      success: false,
      code: codes.refused,
      field: 'q',
    })
})
