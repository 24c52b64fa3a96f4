import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { done, listOf, onOff } from './kit/results.ts'

/** What a settlement rate is counted in: whole ten-thousandths of local currency for one U. */
const perUnit = 10_000n

/** A rate of at most 4 decimals in ten-thousandths. Throws where it has more. */
export function rateFromText(sent: string): bigint {
  const match = /^(\d{1,10})(?:\.(\d{1,4}))?$/.exec(sent)
  if (!match) throw new RangeError(`not a settlement rate: ${sent}`)
  return BigInt(match[1] ?? '0') * perUnit + BigInt((match[2] ?? '').padEnd(4, '0'))
}

/** Ten-thousandths as people write them: no zeros at the end. '' for none. */
export function rateToText(rate: bigint | null): string {
  if (rate === null) return ''
  const rest = String(rate % perUnit)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${rate / perUnit}${rest ? `.${rest}` : ''}`
}

/** The page of group configuration, whose first tab these are. */
export const groupConfigPath = '/adminapi/system/groupConfig'

export const SettlementRate = z.object({
  id: z.int(),
  date: z.string(),
  /** What counts: local currency for one U, decimal text. '' while nothing is confirmed. */
  rate: z.string(),
  remark: z.string(),
  /** Addition: the value that waits for a second person, decimal text. '' for none. */
  pending_rate: z.string(),
  /** Addition: what was usual when it was entered, decimal text. '' for none. */
  usual_rate: z.string(),
  /** Addition: who entered the newest value, and whether that is the caller. */
  create_username: z.string(),
  own: onOff(),
  /** Addition: the second person. '' where none was needed. */
  confirm_username: z.string(),
})

const rate = () => p.decimal({ min: 0.0001, max: 1_000_000, decimals: 4 })
const form = { date: p.day(), rate: rate(), remark: p.text({ max: 200 }).optional() }
const entered = () => z.object({ id: z.int(), pending: onOff() })

export const settlementRates = {
  list: endpoint({
    id: 'settlementRates.list',
    method: 'GET',
    path: '/adminapi/system/settlementRateList',
    title: text('结算汇率', 'Settlement rates'),
    kinds: [kind.staff],
    /** Without a start: the last 7 days. Without an end: what is entered for days to come, too. */
    params: z.object({ ...p.paging(), start_date: p.day().optional(), end_date: p.day().optional() }),
    result: listOf(SettlementRate),
  }),
  add: endpoint({
    id: 'settlementRates.add',
    method: 'POST',
    path: '/adminapi/system/settlementRateAdd',
    title: text('新增结算汇率', 'Add a settlement rate'),
    kinds: [kind.staff],
    writes: true,
    params: z.object(form),
    result: entered(),
  }),
  edit: endpoint({
    id: 'settlementRates.edit',
    method: 'POST',
    path: '/adminapi/system/settlementRateEdit',
    title: text('编辑结算汇率', 'Edit a settlement rate'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: p.int({ min: 1 }), ...form }),
    result: entered(),
  }),
  del: endpoint({
    id: 'settlementRates.del',
    method: 'GET',
    path: '/adminapi/system/settlementRateDel',
    title: text('删除结算汇率', 'Delete a settlement rate'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: p.int({ min: 1 }) }),
    result: done(),
  }),
  /** Addition: the second person agrees to a rate far from the usual, or it is taken back. */
  confirm: endpoint({
    id: 'settlementRates.confirm',
    method: 'POST',
    path: '/adminapi/system/settlementRateConfirm',
    title: text('复核结算汇率', 'Confirm a settlement rate'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({
      id: p.int({ min: 1 }),
      /** The value one saw: another one is not confirmed by mistake. */
      rate: rate(),
      agree: p.oneOf([0, 1]),
    }),
    result: done(),
  }),
  today: endpoint({
    id: 'settlementRates.today',
    method: 'GET',
    path: '/adminapi/todaySettlementRate',
    title: text('今日结算汇率', "Today's settlement rate"),
    access: 'session',
    params: z.object({}),
    /** '' where today has none. */
    result: z.object({ rate: z.string() }),
  }),
}

export const settlementRateMessages = {
  'settlementRates.notFound': text('结算汇率不存在', 'No such settlement rate'),
  'settlementRates.dayTaken': text('该日期已有结算汇率', 'This date has a settlement rate already'),
  'settlementRates.ownConfirm': text(
    '不能复核自己录入的汇率，请由其他人复核',
    'Somebody else must confirm the rate that you entered',
  ),
  'settlementRates.notPending': text(
    '该汇率无待复核的数值，或数值已变更，请刷新',
    'No such value waits for confirmation any more, please refresh',
  ),
} as const
