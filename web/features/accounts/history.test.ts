import { expect, test } from 'vitest'
import { readValue } from './history.ts'
import { en } from './text.en.ts'

const read = (field: string, value: unknown) => readValue(en, [{ value: 4, label: 'Viewer' }], field, value)

test('rates are read as percent, however they are nested', () => {
  expect(read('game_dividend_point', 315)).toMatch(/^31[.,]5 %$/)
  expect(read('points.3', 55)).toMatch(/^5[.,]5 %$/)
  expect(read('pledge_u', 500)).toBeUndefined()
})

test('states, roles and kinds are words; a password that stayed is no change', () => {
  expect(read('status', 0)).toBe('Disabled')
  expect(read('group_id', 4)).toBe('Viewer')
  expect(read('group_id', 99)).toBeUndefined()
  expect(read('kind', 9)).toBe('Sub-channel')
  expect(read('password', 'kept')).toBe('')
  expect(read('password', 'changed')).toBe('changed')
})

test('what was settled is money, platform by platform', () => {
  expect(read('amount', '22076000')).toMatch(/^22[.,]076[.,]00$/)
  expect(read('lines', { platform_id: 3, amount: 1500 })).toMatch(/^#3 1[.,]50$/)
  expect(read('lines', undefined)).toBeUndefined()
})
