import { expect, test } from 'vitest'
import { close, closeOthers, move, restoreTabs, visit } from './tabs.ts'

const keys = (tabs: readonly { key: string }[]) => tabs.map(({ key }) => key)
const known = () => true

test('home is always first, unknown and doubled pages are dropped', () => {
  const tabs = restoreTabs(
    ['/a', '/gone', '/a', '/'].map((key) => ({ key, search: '' })),
    (path) => path !== '/gone',
  )
  expect(keys(tabs)).toEqual(['/', '/a'])
})

test('the twenty-first page replaces the one longest not looked at, never home', () => {
  let tabs: ReturnType<typeof visit> = restoreTabs([], known)
  tabs = visit(tabs, '/', '')
  for (let n = 1; n <= 19; n++) tabs = visit(tabs, `/p${n}`, '')
  tabs = visit(tabs, '/p1', '?x=1')
  tabs = visit(tabs, '/p20', '')
  expect(tabs).toHaveLength(20)
  expect(keys(tabs)).toContain('/')
  expect(keys(tabs)).toContain('/p1')
  expect(keys(tabs)).not.toContain('/p2')
})

test('looking at the same page again changes nothing', () => {
  const tabs = visit(restoreTabs([], known), '/a', '')
  expect(visit(tabs, '/a', '')).toBe(tabs)
})

test('closing goes to the tag before, and home stays', () => {
  const tabs = ['/a', '/b'].reduce<ReturnType<typeof visit>>(
    (all, key) => visit(all, key, ''),
    restoreTabs([], known),
  )
  expect(close(tabs, '/b').next?.key).toBe('/a')
  expect(close(tabs, '/').tabs).toBe(tabs)
  expect(keys(closeOthers(tabs, '/b'))).toEqual(['/', '/b'])
})

test('a tag moves to any place but before home, and home never moves', () => {
  const tabs = restoreTabs(
    ['/a', '/b', '/c'].map((key) => ({ key, search: '' })),
    known,
  )
  expect(keys(move(tabs, '/c', 1))).toEqual(['/', '/c', '/a', '/b'])
  expect(keys(move(tabs, '/a', 2))).toEqual(['/', '/b', '/a', '/c'])
  expect(keys(move(tabs, '/c', 0))).toEqual(['/', '/c', '/a', '/b'])
  expect(move(tabs, '/c', 9)).toBe(tabs)
  expect(move(tabs, '/', 2)).toBe(tabs)
  expect(move(tabs, '/gone', 1)).toBe(tabs)
})
