import { expect, test } from 'vitest'
import { readPlace, writePlace } from './place.ts'

const settings = { defaults: { day: '2026-11-20' }, limit: 20 }

test('an empty address is the defaults', () => {
  expect(readPlace('', settings)).toEqual({
    page: 1,
    limit: 20,
    orderBy: '',
    orderType: '',
    values: { day: '2026-11-20' },
  })
})

test('what is written is read back, and defaults are not written', () => {
  const place = readPlace('', settings)
  expect(writePlace('', place, settings, {})).toBe('')
  const moved = { ...place, page: 3, orderBy: 'Deposit', orderType: 'desc' as const, values: { name: 'a b' } }
  const search = writePlace('', moved, settings, place.values)
  expect(search).toBe('?day=&name=a+b&page=3&orderBy=Deposit&orderType=desc')
  expect(readPlace(search, settings)).toEqual(moved)
})

test('what the address says wrongly is not believed', () => {
  expect(readPlace('?page=-1&limit=x&orderType=drop', settings)).toMatchObject({
    page: 1,
    limit: 20,
    orderType: '',
  })
})

test('two lists share an address by prefix', () => {
  const other = { defaults: {}, limit: 10, prefix: 'b.' }
  const search = writePlace('?page=2', { ...readPlace('', other), page: 4, values: { x: '1' } }, other, {})
  expect(readPlace(search, other)).toMatchObject({ page: 4, values: { x: '1' } })
  expect(new URLSearchParams(search).get('page')).toBe('2')
})
