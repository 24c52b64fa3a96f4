import { expect, test } from 'vitest'
import { isProxy, superiorOf } from './proxies.ts'

test('a proxy number names its superior', () => {
  expect(superiorOf('10111')).toBe('10011')
  expect(superiorOf('10011')).toBe('10001')
  expect(superiorOf('10001')).toBe('')
  expect(superiorOf('1100042')).toBe('')
  expect(isProxy('1100042')).toBe(false)
})
