import { expect, test } from 'vitest'
import { canDo, leavesTab, offers, wrongSelection } from './deeds.ts'

const ana = { me: 'ana', supervisor: false, may: () => true }
const order = (status: number, checkUser = '', autoWithdrawRoleID: 0 | 1 = 0) => ({
  status,
  checkUser,
  autoWithdrawRoleID,
})

test('a waiting order can be locked or held, and nothing is decided on it', () => {
  expect(offers(order(0), 1, ana).slice(0, 3)).toEqual(['lock', 'hold', 'autoAdd'])
})

test('only its checker decides an order, a supervisor may give it back', () => {
  expect(offers(order(6, 'ana'), 1, ana).slice(0, 5)).toEqual([
    'review',
    'refuse',
    'confiscate',
    'refuseDuty',
    'unlock',
  ])
  expect(canDo('unlock', order(6, 'bob'), 1, ana)).toBe(false)
  expect(canDo('unlock', order(6, 'bob'), 1, { ...ana, supervisor: true })).toBe(true)
  expect(canDo('refuse', order(6, 'bob'), 1, { ...ana, supervisor: true })).toBe(false)
})

test('what somebody has no right to is not offered', () => {
  expect(offers(order(6, 'ana', 1), 3, { ...ana, may: (deed) => deed === 'autoDel' })).toEqual(['autoDel'])
})

test('each batch says which orders it wants', () => {
  expect(wrongSelection('lock', [], 1)).toBe('withdrawals.selectOrder')
  expect(wrongSelection('lock', [order(0), order(6)], 1)).toBe('withdrawals.selectWaiting')
  expect(wrongSelection('refuse', [order(1)], 1)).toBe('withdrawals.selectPending')
  expect(wrongSelection('refuseDuty', [order(6)], 1)).toBeUndefined()
  expect(wrongSelection('confiscate', [order(6)], 2)).toBe('withdrawals.selectPending')
  expect(wrongSelection('review', [order(1), order(6)], 1)).toBeUndefined()
  expect(wrongSelection('review', [order(0)], 1)).toBe('withdrawals.selectReviewed')
  expect(wrongSelection('review', [order(7)], 2)).toBe('withdrawals.selectPending')
  expect(wrongSelection('autoDel', [], 3)).toBe('withdrawals.selectPlayer')
})

test('a held order leaves the review tab, a locked one stays', () => {
  expect(leavesTab('hold', 1)).toBe(true)
  expect(leavesTab('lock', 1)).toBe(false)
  expect(leavesTab('unlock', 2)).toBe(true)
  expect(leavesTab('review', 3)).toBe(false)
})
