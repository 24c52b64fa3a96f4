import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as p from '../../../contract/kit/params.ts'
import { Refusal } from '../refusal.ts'
import { failure } from './envelope.ts'
import { normalize, parseParams } from './params.ts'

describe('normalize', () => {
  test.each([
    ['repeated keys', { id: ['1', '2'] }, { id: '1,2' }],
    ['bracketed keys', { 'id[]': ['1', '2'] }, { id: '1,2' }],
    ['numbered keys', { 'id[0]': '1', 'id[1]': '2' }, { id: '1,2' }],
    ['named keys', { 'rate[a]': '1', 'rate[b]': '2' }, { rate: '{"a":"1","b":"2"}' }],
    ['named keys beside the text itself', { rate: '{}', 'rate[a]': '1' }, { rate: '{}' }],
    ['empty text', { a: '', b: ' ', 'c[]': '', 'd[]': ['', 'x'] }, { b: ' ', d: 'x' }],
    ['null and undefined', { a: null, b: undefined }, {}],
    ['numbers and flags of a JSON body', { a: 5, b: true, c: [1, 2] }, { a: '5', b: 'true', c: '1,2' }],
    ['objects of a JSON body', { a: { b: 1 }, c: [{ d: 1 }] }, { a: '{"b":1}', c: '[{"d":1}]' }],
    ['names every object has', { constructor: 'x', toString: 'y' }, { constructor: 'x', toString: 'y' }],
    ['NUL', { a: 'x\u0000y', b: '\u0000' }, { a: 'xy' }],
    ['nothing', undefined, {}],
  ])('%s', (_, sent, wanted) => {
    expect({ ...normalize(sent) }).toEqual(wanted)
  })

  test('a parameter called __proto__ reaches no prototype', () => {
    const sent = normalize(JSON.parse('{"__proto__": {"a": 1}, "__proto__[b]": "2"}'))
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
    expect(sent['b']).toBeUndefined()
  })
})

const said = (shape: z.ZodObject, sent: Record<string, unknown>, lang: 'zh-cn' | 'en-us') => {
  try {
    return parseParams(shape, normalize(sent), lang)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message, field, code } = failure(error, lang, '')
    return { message, field, code }
  }
}

describe('what is wrong is said in the language of the caller, with the field', () => {
  test.each([
    ['absent', { page: p.int() }, {}, '请填写页码（page）', 'Page (page) is required'],
    ['empty', { remark: p.text() }, { remark: '  ' }, '请填写备注（remark）', 'Remark (remark) is required'],
    [
      'too short',
      { remark: p.text({ min: 3 }) },
      { remark: 'a' },
      '备注（remark）至少需要3个字符',
      'Remark (remark) needs at least 3 characters',
    ],
    [
      'too long',
      { remark: p.text({ max: 3 }) },
      { remark: 'abcd' },
      '备注（remark）不能超过3个字符',
      'Remark (remark) may have at most 3 characters',
    ],
    ['no number', { page: p.int() }, { page: '1.5' }, '页码（page）格式不正确', 'Page (page) is not valid'],
    [
      'too small',
      { page: p.int({ min: 1 }) },
      { page: '0' },
      '页码（page）不能小于1',
      'Page (page) must be at least 1',
    ],
    [
      'too big',
      { limit: p.int({ max: 300 }) },
      { limit: '301' },
      '每页条数（limit）不能大于300',
      'Page size (limit) must be at most 300',
    ],
    [
      'too many',
      { orderNo: p.list(p.orderNo(), { max: 2 }) },
      { orderNo: 'a,b,c' },
      '订单号（orderNo）最多2项',
      'Order number (orderNo) may have at most 2 entries',
    ],
    [
      'an empty list',
      { orderNo: p.list(p.orderNo()) },
      { orderNo: ' , ' },
      '请填写订单号（orderNo）',
      'Order number (orderNo) is required',
    ],
    [
      'a bad entry',
      { orderNo: p.list(p.orderNo()) },
      { orderNo: 'a,b c' },
      '订单号（orderNo）格式不正确',
      'Order number (orderNo) is not valid',
    ],
    [
      'no JSON',
      { content: p.json(z.object({})) },
      { content: '{' },
      '内容（content）不是有效的 JSON',
      'Content (content) is not valid JSON',
    ],
    [
      'the wrong JSON',
      { content: p.json(z.object({ a: z.int() })) },
      { content: '{"a":"x"}' },
      '内容（content）格式不正确',
      'Content (content) is not valid',
    ],
    [
      'not a choice',
      { status: p.oneOf([1, 2]) },
      { status: '3' },
      '状态（status）格式不正确',
      'Status (status) is not valid',
    ],
    [
      'too few decimals allowed',
      { dm: p.decimal({ decimals: 2 }) },
      { dm: '1.234' },
      '打码量（dm）格式不正确',
      'Code amount (dm) is not valid',
    ],
    [
      'a decimal too small',
      { dm: p.decimal({ min: 1 }) },
      { dm: '0.5' },
      '打码量（dm）不能小于1',
      'Code amount (dm) must be at least 1',
    ],
    [
      'a screen’s own words',
      { orderNo: p.list(p.orderNo(), { missing: 'withdrawals.selectOrder' }) },
      {},
      '请选择订单',
      'Please select order',
    ],
    ['an unknown name', { somethingNew: p.int() }, {}, '请填写somethingNew', 'somethingNew is required'],
  ] as const)('%s', (_, shape, sent, chinese, english) => {
    const field = Object.keys(shape)[0]
    expect(said(z.object(shape), sent, 'zh-cn')).toEqual({ message: chinese, field, code: 400000 })
    expect(said(z.object(shape), sent, 'en-us')).toEqual({ message: english, field, code: 400000 })
  })

  test('the first wrong parameter is the one named', () => {
    const shape = z.object({ page: p.int(), limit: p.int() })
    expect(said(shape, { limit: 'x' }, 'en-us')).toMatchObject({ field: 'page' })
  })

  test('what is not asked for is left out', () => {
    expect(
      said(z.object({ page: p.int() }), { page: '2', constructor: 'x', lang: 'en-us' }, 'zh-cn'),
    ).toEqual({ page: 2 })
  })
})
