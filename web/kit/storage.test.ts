import { beforeEach, expect, test, vi } from 'vitest'
import { forgetAccount, read, watch, write } from './storage.ts'

beforeEach(() => localStorage.clear())

test('four keys carry the prefix, the listed others are bare', () => {
  write('token', 't')
  write('session', { id: 's', expires_at: 'x' })
  write('username', 'u')
  write('routes', [{ key: '/', search: '' }])
  write('asyncTaskIds', ['1'])
  write('authRuleIds', [1])
  write('searchbarHeight', 48)
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'asyncTaskIds',
    'authRuleIds',
    'pitboss_routes',
    'pitboss_session',
    'pitboss_token',
    'pitboss_username',
    'searchbarHeight',
  ])
})

test.each(['{', '"text"', '[1,{"key":2}]', 'null', '5'])(
  'damaged JSON reads as nothing or as what is sound: %s',
  (raw) => {
    localStorage.setItem('pitboss_routes', raw)
    localStorage.setItem('user_info', raw)
    localStorage.setItem('authRuleIds', raw)
    expect(read('routes') ?? []).toEqual([])
    expect(read('user_info')).toBeUndefined()
    expect(() => read('authRuleIds')).not.toThrow()
  },
)

test('reading twice gives the same object until it changes', () => {
  write('authRuleIds', [1, 2])
  expect(read('authRuleIds')).toBe(read('authRuleIds'))
  write('authRuleIds', [3])
  expect(read('authRuleIds')).toEqual([3])
})

test('leaving keeps nothing but the language, also of keys that are not ours to keep', () => {
  write('token', 't')
  write('admin_locale', 'en-us')
  write('tables', { a: { order: [], hidden: [], pinned: [] } })
  forgetAccount()
  expect(Object.keys(localStorage)).toEqual(['admin_locale'])
})

test('a change in another tab is heard', () => {
  const heard = vi.fn()
  const stop = watch('token', heard)
  window.dispatchEvent(new StorageEvent('storage', { key: 'pitboss_token' }))
  stop()
  window.dispatchEvent(new StorageEvent('storage', { key: 'pitboss_token' }))
  expect(heard).toHaveBeenCalledTimes(1)
})
