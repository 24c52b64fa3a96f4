import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { type TestApp, testApp } from '../../testing.ts'
import {
  earn,
  foundByChecks,
  nextDay,
  type SettledChannel,
  settledChannel,
  settlePlatform,
} from './testing.ts'

const { settlement } = features
let t: TestApp
let platforms: [number, number, number]
let n = 0
let channel: SettledChannel

beforeAll(async () => {
  t = await testApp()
  const { db } = t.services
  platforms = [
    await settlePlatform(db, 'Late', '2026-03-01T00:00:00Z'),
    await settlePlatform(db, 'Early', '2026-01-01T00:00:00Z'),
    await settlePlatform(db, 'Middle', '2026-02-01T00:00:00Z'),
  ]
})
afterAll(() => t.close())
afterEach(async () => {
  const found = await foundByChecks(t.services.db)
  if (found.length > 0) throw new Error(found.join('\n'))
})
beforeEach(async () => {
  n += 1
  channel = await settledChannel(t, `quick-${n}`)
})

const read = (params = {}, token = channel.token) =>
  t.call(settlement.unsettledSummaryList, params, { token })
const [late, early, middle] = [0, 1, 2] as const
const earned = async (amounts: readonly [number, bigint][]) => {
  for (const [index, amount] of amounts) await earn(t.services.db, channel.id, platforms[index] ?? 0, amount)
}
const rowsOf = (orderId: number) =>
  t.services.db
    .selectFrom('settle_order_rows')
    .select(['platform_id', 'amount'])
    .where('order_id', '=', BigInt(orderId))
    .orderBy('position')
    .execute()

describe('the summary', () => {
  test('tells the three amounts of each platform, in order of publishing, and what may be asked for', async () => {
    await earned([
      [late, 1_000_500n],
      [early, -200_000n],
    ])
    const { data } = await read({ ignore0: true })
    expect(data).toMatchObject({
      totalUnsettledAmount: 800.5,
      validUnsettledAmount: 720,
      pendingUnsettledAmount: 0,
      reserve: 80.5,
      percent: 90,
      bound: true,
      blocked: '',
      holdUntil: '',
    })
    expect(data?.platformUnsettledList.map((row) => [row.platform_name, row.UnsettledAmount])).toEqual([
      ['Early', -200],
      ['Late', 1000.5],
    ])
    expect((await read({ ignore0: false })).data?.platformUnsettledList).toHaveLength(3)
  })

  test('is a channel’s own whatever it names; staff have to name one', async () => {
    const other = await settledChannel(t, `quick-other-${n}`)
    expect((await read({ channel_account: other.username })).data?.username).toBe(channel.username)
    const finance = await t.as('finance')
    expect(await finance(settlement.unsettledSummaryList, {})).toMatchObject({
      code: codes.refused,
      field: 'channel_account',
      message: '请填写：渠道账号名！',
    })
    const found = await finance(settlement.unsettledSummaryList, { channel_account: channel.username })
    expect(found.data?.username).toBe(channel.username)
    expect(
      await finance(settlement.unsettledSummaryList, { channel_account: 'nobody' }, { lang: 'en-us' }),
    ).toMatchObject({ code: codes.refused, message: 'There is no such channel account' })
  })
})

describe('asking for money', () => {
  test('closes platforms in the red, then takes from the last; the lines add up to the amount', async () => {
    await earned([
      [early, 500_250n],
      [middle, -100_125n],
      [late, 300_000n],
    ])
    const answer = await channel.ask('400')
    expect(answer).toMatchObject({ success: true })
    const rows = await rowsOf(answer.data?.id ?? 0)
    expect(rows).toEqual([
      { platform_id: platforms[middle], amount: -100_125n },
      { platform_id: platforms[late], amount: 300_000n },
      { platform_id: platforms[early], amount: 200_125n },
    ])
    const { data } = await read()
    expect(data).toMatchObject({ pendingUnsettledAmount: 400, blocked: 'pending', validUnsettledAmount: 230 })
    for (const row of data?.platformUnsettledList ?? [])
      expect(row.SettleAmount + row.UnsettledAmount + row.peddingSettleAmount).toBeCloseTo(row.RealProfit, 3)
  })

  test('nothing above the withdrawable profit, nothing that is no whole amount', async () => {
    await earned([[late, 1_000_000n]])
    expect(await channel.ask('901')).toMatchObject({
      code: codes.refused,
      field: 'settleAmount',
      message: '结算利润不能超过可提现利润 900',
    })
    for (const amount of ['0', '-5', '1.5', 'x', '1e3', '', '9'.repeat(13)])
      expect(await channel.ask(amount), amount).toMatchObject({ code: codes.refused, field: 'settleAmount' })
    expect((await read()).data).toMatchObject({ pendingUnsettledAmount: 0, blocked: '' })
  })

  test('a channel in the red may ask for nothing', async () => {
    await earned([
      [late, -5_000n],
      [early, 4_000n],
    ])
    expect((await read()).data?.validUnsettledAmount).toBe(0)
    expect((await channel.ask('1')).success).toBe(false)
  })

  test('one a day: pending and transferred count, refused does not', async () => {
    await earned([[late, 10_000_000n]])
    const finance = await t.as('finance')
    const first = await channel.ask('100')
    expect(await channel.ask('100')).toMatchObject({
      success: false,
      message: expect.stringContaining('待处理'),
    })
    const refused = { id: first.data?.id ?? 0, status: 2 as const, hd_remark: 'wrong address' }
    expect((await finance(settlement.handle, refused)).success).toBe(true)
    const second = await channel.ask('100')
    expect(second.success).toBe(true)
    const paid = { id: second.data?.id ?? 0, status: 1 as const, hd_remark: 'paid', ex_rate: '5.4' }
    expect((await finance(settlement.handle, paid)).success).toBe(true)
    expect(await channel.ask('100')).toMatchObject({ success: false, message: '每天只能申请一次结算' })
    expect((await read()).data?.blocked).toBe('today')
    await nextDay(t)
    const third = await channel.ask('100')
    expect(third.success).toBe(true)
    await nextDay(t)
    expect(await channel.ask('100')).toMatchObject({
      success: false,
      message: expect.stringContaining('待处理'),
    })
  })

  test('a code is good once, wrong ones are refused, and without a key or an address nothing goes', async () => {
    await earned([[late, 1_000_000n]])
    expect(await channel.ask('10', { code: '000000' })).toMatchObject({ success: false, field: 'code' })
    const code = channel.code()
    const first = await channel.ask('10', { code })
    const finance = await t.as('finance')
    await finance(settlement.handle, { id: first.data?.id ?? 0, status: 2, hd_remark: 'no' })
    expect(await channel.ask('10', { code })).toMatchObject({ success: false, field: 'code' })
    const { db } = t.services
    await db.updateTable('accounts').set({ withdraw_addr: '' }).where('id', '=', channel.id).execute()
    expect(await channel.ask('10')).toMatchObject({ success: false, message: '请先设置结算地址' })
    await db.updateTable('accounts').set({ settle_secret: null }).where('id', '=', channel.id).execute()
    expect(await channel.ask('10')).toMatchObject({ success: false, field: 'code' })
  })

  test('the preview is the commit; if anything moved the request is refused with the difference', async () => {
    await earned([
      [early, 500_000n],
      [late, 300_000n],
    ])
    const preview = () => t.call(settlement.settlePreview, { settleAmount: '400' }, { token: channel.token })
    const { data: shown } = await preview()
    expect(shown).toMatchObject({ amount: 400, reserve: 400 })
    await earned([[late, -50_000n]])
    const moved = await channel.ask('400', { hash: shown?.hash ?? '' })
    expect(moved).toMatchObject({ success: false, field: 'hash' })
    expect(moved.message).toContain('Late 300.00 → 250.00')
    expect(moved.message).toContain('Early 100.00 → 150.00')
    const { data: again } = await preview()
    const done = await channel.ask('400', { hash: again?.hash ?? '' })
    expect((await rowsOf(done.data?.id ?? 0)).map(({ amount }) => Number(amount) / 1000)).toEqual(
      again?.lines.map(({ amount }) => amount),
    )
  })

  test('a day’s maximum for thirty days leaves exactly the tenth that is kept back', async () => {
    await earned([
      [early, 7_777_777n],
      [late, 2_222_223n],
    ])
    const finance = await t.as('finance')
    for (let day = 0; day < 30; day += 1) {
      const { data } = await read()
      const valid = data?.validUnsettledAmount ?? 0
      if (valid > 0) {
        const { data: order } = await channel.ask(String(valid))
        await finance(settlement.handle, {
          id: order?.id ?? 0,
          status: 1,
          hd_remark: `day ${day}`,
          ex_rate: '5.4321',
        })
      }
      await nextDay(t)
    }
    expect((await read()).data).toMatchObject({ totalUnsettledAmount: 1000, validUnsettledAmount: 0 })
  })
})

test('the pledge is told to its channel', async () => {
  await t.services.db.updateTable('accounts').set({ pledge_u: 42n }).where('id', '=', channel.id).execute()
  expect((await t.call(settlement.getPledgeU, {}, { token: channel.token })).data).toEqual({ pledge_u: 42 })
  await t.services.db.updateTable('accounts').set({ pledge_u: 0n }).where('id', '=', channel.id).execute()
})
