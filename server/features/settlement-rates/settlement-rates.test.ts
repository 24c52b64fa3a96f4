import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languages } from '../../../contract/kit/language.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { rateFromText, rateToText, settlementRates as s } from '../../../contract/settlement-rates.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { rateForDay, todayRate } from './index.ts'
import { isFar, median } from './rules.ts'

let t: TestApp
let finance: Caller
let second: string
let viewer: Caller
const far = { start_date: '2020-01-01' }
beforeAll(async () => {
  t = await testApp()
  finance = await t.as('finance')
  viewer = await t.as('viewer')
  second = (await t.account({ roleId: seedRoles.finance.id, username: 'second' })).token
})
afterAll(() => t.close())

const rowOf = async (id: number) =>
  (await viewer(s.list, { ...far, limit: 300 })).data?.list.find((row) => row.id === id)
const everything = async () => ({
  rates: await t.services.db.selectFrom('settlement_rates').selectAll().orderBy('id').execute(),
  audits: (await t.services.db.selectFrom('audit_log').select('id').execute()).length,
})

describe('a rate', () => {
  test('is kept in ten-thousandths, exactly', () => {
    for (const [sent, kept] of [
      ['5.4321', 54_321n],
      ['0.0001', 1n],
      ['25000', 250_000_000n],
      ['5.40', 54_000n],
    ] as const)
      expect(rateFromText(sent)).toBe(kept)
    expect(rateToText(54_000n)).toBe('5.4')
    expect(rateToText(1n)).toBe('0.0001')
    expect(rateToText(100_000n)).toBe('10')
    expect(rateToText(null)).toBe('')
    expect(() => rateFromText('1.23456')).toThrow(RangeError)
  })

  test('is far beyond the band, at its edge not', () => {
    expect(isFar(110n, 100n, 100)).toBe(false)
    expect(isFar(111n, 100n, 100)).toBe(true)
    expect(isFar(90n, 100n, 100)).toBe(false)
    expect(isFar(89n, 100n, 100)).toBe(true)
    expect(isFar(5n, null, 100)).toBe(false)
    expect(median([3n, 1n, 2n, 9n])).toBe(2n)
  })
})

describe('settlement rates', () => {
  test('are added, changed, deleted, each with its trace; the newest before a day counts', async () => {
    const { data } = await finance(s.add, { date: '2026-01-05', rate: '5.4321', remark: 'first' })
    const id = data?.id ?? 0
    expect(data?.pending).toBe(0)
    expect(await rowOf(id)).toEqual({
      id,
      date: '2026-01-05',
      rate: '5.4321',
      remark: 'first',
      pending_rate: '',
      usual_rate: '',
      create_username: 'test-finance',
      own: 0,
      confirm_username: '',
    })
    await finance(s.edit, { id, date: '2026-01-05', rate: '5.5' })
    const { db } = t.services
    expect(await rateForDay(db, '2026-01-04')).toBeNull()
    expect(await rateForDay(db, '2026-01-05')).toEqual({ day: '2026-01-05', rate: 55_000n })
    expect(await rateForDay(db, '2026-03-01')).toEqual({ day: '2026-01-05', rate: 55_000n })
    expect(await todayRate(db, '2026-03-01')).toBeNull()
    expect((await finance(s.del, { id })).code).toBe(200)
    expect(await rateForDay(db, '2026-03-01')).toBeNull()
    const trace = await db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'settlementRate')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(trace.map(({ action }) => action)).toEqual([
      'settlementRates.add',
      'settlementRates.edit',
      'settlementRates.del',
    ])
    // The day is free again.
    expect((await finance(s.add, { date: '2026-01-05', rate: '5.5' })).data?.pending).toBe(0)
  })

  test('far from the usual wait for a second person', async () => {
    const { db } = t.services
    for (const [date, rate] of [
      ['2026-02-01', '5.40'],
      ['2026-02-02', '5.45'],
      ['2026-02-03', '5.50'],
    ] as const)
      expect((await finance(s.add, { date, rate })).data?.pending).toBe(0)
    const { data } = await finance(s.add, { date: '2026-02-04', rate: '54' })
    const id = data?.id ?? 0
    expect(data?.pending).toBe(1)
    expect(await rowOf(id)).toMatchObject({ rate: '', pending_rate: '54', usual_rate: '5.45' })
    expect((await rateForDay(db, '2026-02-04'))?.day).toBe('2026-02-03')
    expect(await finance(s.confirm, { id, rate: '54', agree: 1 })).toMatchObject({
      code: 400000,
      message: '不能复核自己录入的汇率，请由其他人复核',
    })
    expect((await viewer(s.confirm, { id, rate: '54', agree: 1 })).code).toBe(400011)
    // Another value than the one that waits is not confirmed by mistake.
    expect(await t.call(s.confirm, { id, rate: '53', agree: 1 }, { token: second })).toMatchObject({
      code: 400000,
      field: 'rate',
    })
    // Who mends the remark has not entered the value.
    await t.call(s.edit, { id, date: '2026-02-04', rate: '54', remark: 'sure?' }, { token: second })
    expect((await t.call(s.confirm, { id, rate: '54', agree: 1 }, { token: second })).code).toBe(200)
    expect(await rowOf(id)).toMatchObject({ rate: '54', pending_rate: '', confirm_username: 'second' })
    expect((await rateForDay(db, '2026-02-04'))?.rate).toBe(540_000n)
    expect((await t.call(s.confirm, { id, rate: '54', agree: 1 }, { token: second })).code).toBe(400000)
  })

  test('changed beyond the band keep counting as they were until confirmed, or taken back', async () => {
    const { db } = t.services
    const id = (await finance(s.add, { date: '2026-03-01', rate: '5.5' })).data?.id ?? 0
    expect((await finance(s.edit, { id, date: '2026-03-01', rate: '9' })).data?.pending).toBe(1)
    expect(await rowOf(id)).toMatchObject({ rate: '5.5', pending_rate: '9' })
    expect((await rateForDay(db, '2026-03-01'))?.rate).toBe(55_000n)
    expect((await finance(s.confirm, { id, rate: '9', agree: 0 })).code).toBe(200)
    expect(await rowOf(id)).toMatchObject({ rate: '5.5', pending_rate: '' })
    const alone = (await finance(s.add, { date: '2026-03-02', rate: '99' })).data?.id ?? 0
    await finance(s.confirm, { id: alone, rate: '99', agree: 0 })
    expect(await rowOf(alone)).toBeUndefined()
    // Deleting what is usual does not open the way for any value.
    await finance(s.del, { id })
    expect((await finance(s.add, { date: '2026-03-01', rate: '9' })).data?.pending).toBe(1)
  })

  test('of two confirmers and of two who enter a day, one wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => finance(s.add, { date: '2026-03-09', rate: '5.5' })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const id = (await finance(s.add, { date: '2026-03-10', rate: '7.7' })).data?.id ?? 0
    const confirmed = await Promise.all(
      Array.from({ length: 6 }, () => t.call(s.confirm, { id, rate: '7.7', agree: 1 }, { token: second })),
    )
    expect(confirmed.filter(({ success }) => success)).toHaveLength(1)
  })

  test('are listed for the last seven days unless a range is asked for', async () => {
    const { clock } = t.services
    const dayBack = (n: number) => clock.dayOf(new Date(clock.now().getTime() - n * 24 * 3_600_000))
    await finance(s.add, { date: dayBack(7), rate: '5.5' })
    await finance(s.add, { date: dayBack(6), rate: '5.5' })
    const listed = (await viewer(s.list, {})).data?.list.map(({ date }) => date) ?? []
    expect(listed).toContain(dayBack(6))
    expect(listed).not.toContain(dayBack(7))
    expect((await viewer(s.list, { start_date: '2026-02-01', end_date: '2026-02-03' })).data).toMatchObject({
      count: 3,
      list: [{ date: '2026-02-03' }, { date: '2026-02-02' }, { date: '2026-02-01' }],
    })
  })

  test("today's is told to everybody, and only today's", async () => {
    const salesman = await t.as('salesman')
    expect((await salesman(s.today, {})).data).toEqual({ rate: '' })
    const today = t.services.clock.dayOf(t.services.clock.now())
    await finance(s.add, { date: today, rate: '5.5500' })
    expect((await salesman(s.today, {})).data).toEqual({ rate: '5.55' })
  })

  const wrong: [string, string, Record<string, string>, string, Record<Language, string>][] = [
    [
      'no date',
      s.add.path,
      { rate: '5' },
      'date',
      { 'zh-cn': '请填写日期（date）', 'en-us': 'Date (date) is required' },
    ],
    [
      'no rate',
      s.add.path,
      { date: '2026-05-01' },
      'rate',
      { 'zh-cn': '请填写汇率（rate）', 'en-us': 'Rate (rate) is required' },
    ],
    [
      'zero',
      s.add.path,
      { date: '2026-05-01', rate: '0' },
      'rate',
      { 'zh-cn': '汇率（rate）不能小于0.0001', 'en-us': 'Rate (rate) must be at least 0.0001' },
    ],
    [
      'below zero',
      s.add.path,
      { date: '2026-05-01', rate: '-1' },
      'rate',
      { 'zh-cn': '汇率（rate）不能小于0.0001', 'en-us': 'Rate (rate) must be at least 0.0001' },
    ],
    [
      'five decimals',
      s.add.path,
      { date: '2026-05-01', rate: '5.12345' },
      'rate',
      { 'zh-cn': '汇率（rate）格式不正确', 'en-us': 'Rate (rate) is not valid' },
    ],
    [
      'no calendar day',
      s.add.path,
      { date: '2026-02-30', rate: '5' },
      'date',
      { 'zh-cn': '日期（date）格式不正确', 'en-us': 'Date (date) is not valid' },
    ],
    [
      'a taken day',
      s.add.path,
      { date: '2026-02-01', rate: '5.5' },
      'date',
      { 'zh-cn': '该日期已有结算汇率', 'en-us': 'This date has a settlement rate already' },
    ],
    [
      'an unknown entry',
      s.edit.path,
      { id: '999999', date: '2026-05-01', rate: '5.5' },
      'id',
      { 'zh-cn': '结算汇率不存在', 'en-us': 'No such settlement rate' },
    ],
    [
      'an unknown entry to confirm',
      s.confirm.path,
      { id: '999999', rate: '5.5', agree: '1' },
      'id',
      { 'zh-cn': '结算汇率不存在', 'en-us': 'No such settlement rate' },
    ],
    [
      'a half decision',
      s.confirm.path,
      { id: '1', rate: '5.5', agree: '2' },
      'agree',
      { 'zh-cn': '复核结果（agree）格式不正确', 'en-us': 'Decision (agree) is not valid' },
    ],
  ]
  test.each(wrong)('refuse %s', async (_, path, sent, field, said) => {
    const before = await everything()
    for (const lang of languages)
      expect(await t.send(path, sent, { token: finance.token, lang })).toMatchObject({
        success: false,
        code: 400000,
        field,
        message: said[lang],
        data: null,
      })
    expect(await everything()).toEqual(before)
  })
})
