import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { testApp } from '../../testing.ts'
import { callerOfAccount } from '../sign-in/index.ts'
import { startTaskWorker } from '../tasks/index.ts'
import { exportRunners } from './export.ts'
import { isBelow, named, people, platforms, raise, t } from './stage/testing.ts'

const { reports, tasks } = features
const admin = () => t.as('superAdmin')

let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pitboss-reports-'))
  await raise(await testApp({ env: { PITBOSS_HOME: home } }))
})
afterAll(async () => {
  await t.close()
  await rm(home, { recursive: true })
})

describe('nobody sees what is not theirs', () => {
  const lists = [
    ...(['channel', 'subChannel', 'salesman'] as const).flatMap((level) => [
      reports[`${level}Daily`],
      reports[`${level}Summary`],
      reports[`${level}Settle`],
      reports[`${level}Live`],
    ]),
    reports.subChannelMonthly,
    reports.salesmanMonthly,
  ]
  const foreign = () => [
    {},
    { channel_account: 'c2' },
    { ProxyId: '20003' },
    { ProxyId: '20000' },
    { ParentID: '20001' },
    { accountLevel: '0' },
    { platform_id: platforms.join(',') },
  ]
  test.each(lists.map((endpoint) => [endpoint.id, endpoint as Endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      for (const viewer of ['c1', 'c1-sub', 'c1-deep', 'c1-bob'].map(named))
        for (const params of foreign()) {
          const answer = await t.send(
            endpoint.path,
            { limit: '300', ...params },
            {
              token: viewer.token,
              method: 'GET',
            },
          )
          if (answer.code === codes.forbidden) continue
          expect(answer.code, `${viewer.name} ${answer.message}`).toBe(codes.ok)
          const { list, summary } = answer.data as {
            list: { account_id: number; Deposit: number; proxyInfo: Record<string, { Account: string }> }[]
            summary: { Deposit: number }
          }
          for (const row of list) {
            expect(
              isBelow(
                people.find((one) => one.id === row.account_id),
                viewer,
              ),
              `${viewer.name} sees ${row.account_id}`,
            ).toBe(true)
            for (const { Account } of Object.values(row.proxyInfo))
              if (Account) expect(isBelow(named(Account), viewer), Account).toBe(true)
          }
          expect(summary.Deposit).toBeCloseTo(
            list.reduce((sum, row) => sum + row.Deposit, 0),
            1,
          )
        }
    },
  )

  test('explanations, repairs and logins of strangers are refused as unknown', async () => {
    const own = named('c1')
    const other = named('c2')
    const [platform = 0] = platforms
    const explain = (accountId: number) =>
      t.call(
        reports.explain,
        { field: 'RealProfit', platform_id: platform, account_id: accountId },
        { token: own.token },
      )
    expect((await explain(other.id)).message).toBe((await explain(999_999)).message)
    expect((await explain(named('c1-bob').id)).success).toBe(true)
    const repair = (name: string, proxy: string) =>
      t.call(
        reports.channelRepair,
        { platform_id: [platform], ProxyId: [proxy], channel_account: [name] },
        { token: own.token },
      )
    expect(await repair('c2', '20000')).toMatchObject({
      success: false,
      message: (await repair('nobody', '1')).message,
    })
    expect((await repair('c1', '10000')).data?.taskId).toBeTruthy()
    const login = (account: string, platformId = platform) =>
      t.call(reports.channelLogin, { platformId, channelAccount: account }, { token: own.token })
    expect((await login('c2')).message).toBe((await login('nobody')).message)
    expect((await login('c1')).message).toBe('链接尚未开放，请联系客服')
    // Gama is not shown to the channel side.
    expect((await login('c1', platforms[2])).message).toBe((await login('nobody')).message)
  })

  test('the live list of the channel side holds only platforms shown to it', async () => {
    const { data } = await t.call(reports.channelLive, {}, { token: named('c1').token })
    expect(new Set(data?.list.map((row) => row.platform_name))).toEqual(new Set(['Alfa', 'Beta']))
    expect(data?.configs.platformList.map(({ name }) => name)).toEqual(['Alfa', 'Beta'])
    expect(
      new Set(
        (await (await admin())(reports.channelLive, { limit: 300 })).data?.list.map(
          (row) => row.platform_name,
        ),
      ).size,
    ).toBe(3)
  })

  test('levels count from whoever asks, and from the channel for staff', async () => {
    const seen = async (accountLevel: number, token: string) => {
      const { data } = await t.call(reports.salesmanSummary, { accountLevel, limit: 300 }, { token })
      const ids = new Set(data?.list.map((row) => row.account_id))
      return people.filter(({ id }) => ids.has(id)).map(({ name }) => name)
    }
    const { token } = named('c1-sub')
    expect([await seen(1, token), await seen(2, token)]).toEqual([['c1-ann'], ['c1-bob']])
    expect(await seen(1, (await admin()).token)).not.toContain('c1-ann')
  })

  test('what is not settled is counted of the own people alone', async () => {
    const { token } = named('c1')
    const total = async (params: object, as = token) =>
      (await t.call(reports.subChannelSettle, params, { token: as })).data?.unSettleAmountTotal
    const all = await total({}, (await admin()).token)
    const own = await total({})
    expect(own).not.toBe(0)
    expect(own).not.toBe(all)
    expect(await total({ channel_account: 'c2-sub' })).toBe(0)
  })

  test('an export holds the rows and the chains of the list, and no others', async () => {
    const { token } = named('c1-sub')
    const { data } = await t.call(reports.salesmanSettle, { event: 'asyncTask' }, { token })
    const taskId = data?.taskId ?? ''
    const worker = startTaskWorker(
      t.services,
      exportRunners,
      (account) => callerOfAccount(t.services.db, account),
      { pollMs: 50, beatMs: 50, staleMs: 60_000 },
    )
    const progress = async () =>
      (await t.call(tasks.progress, { taskIds: [taskId] }, { token })).data?.[taskId]
    await expect.poll(async () => (await progress())?.status, { timeout: 15_000 }).toBe('completed')
    await worker.stop()
    const file = await t.app.inject({ method: 'GET', url: (await progress())?.download_link ?? '' })
    const { sheets } = await readXlsx(file.rawPayload)
    const rows = sheets[0]?.rows ?? []
    const text = JSON.stringify(rows)
    // Rows of strangers would stand there without names.
    const { data: shown } = await t.call(reports.salesmanSettle, { limit: 300 }, { token })
    expect(shown?.count).toBeGreaterThan(1)
    const names = (shown?.list ?? []).map((row) => row.platform_name).toSorted()
    expect(
      rows
        .map(([first]) => String(first))
        .filter((first) => names.includes(first))
        .toSorted(),
    ).toEqual(names)
    expect(text).toContain('c1-ann')
    expect(text).toContain('c1-bob')
    expect(text).not.toContain('c2')
    // Nor who stands above whoever asked for it.
    expect(text).not.toMatch(/"c1"|\bc1 |10000/)
  })
})
