import { expect, test } from 'vitest'
import { pageAt, spelled } from './match.ts'

test('an address in the capitals of its call is the page that spells itself otherwise', () => {
  const asked = '/adminapi/SUBCHANNEL/channelDaily'
  const own = pageAt(asked)?.page.path
  expect(own).toBeDefined()
  expect(spelled(asked)).toBe(own)
  expect(spelled(own ?? '')).toBe(own)
  expect(spelled('/nowhere')).toBe('/nowhere')
})
