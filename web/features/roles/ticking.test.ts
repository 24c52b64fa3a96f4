import { expect, test } from 'vitest'
import {
  type Branch,
  heldBy,
  idsToSave,
  marksOf,
  placesOf,
  rowsOf,
  rowTyped,
  toggled,
  toggledAlone,
} from './ticking.ts'

const leaf = (id: number, title: string): Branch => ({
  id,
  title,
  name: `/${title}`,
  tag: 'button',
  children: [],
})
const tree: Branch[] = [
  {
    id: 1,
    title: 'all',
    children: [
      {
        id: 50,
        title: 'accounts',
        name: '',
        tag: 'menu',
        children: [
          {
            id: 52,
            title: 'users',
            name: '/users',
            tag: 'page',
            children: [leaf(61, 'add'), leaf(60, 'edit')],
          },
          { id: 53, title: 'channels', name: '/channels', tag: 'page', children: [leaf(65, 'pledge')] },
        ],
      },
      leaf(9, 'alone'),
    ],
  },
]
const places = placesOf(tree)
const marked = (held: ReadonlySet<number>) => Object.fromEntries(marksOf(tree, held))

test('half-ticked parents are saved with the rest, ascending, the root left out', () => {
  const held = toggled(places, new Set(), 61)
  expect(marked(held)).toMatchObject({ 1: 'some', 50: 'some', 52: 'some', 61: 'all', 60: 'none', 53: 'none' })
  expect(idsToSave(held)).toEqual([50, 52, 61])
})

test('opening and saving unchanged sends what was stored', () => {
  const stored = [50, 52, 60]
  expect(idsToSave(heldBy(places, stored))).toEqual(stored)
})

test('missing parents are completed, the root and unknown ids fall out', () => {
  expect(idsToSave(heldBy(places, [1, 65, 777]))).toEqual([50, 53, 65])
})

test('a parent takes everything below along, and gives all of it back', () => {
  const all = toggled(places, new Set(), 50)
  expect(idsToSave(all)).toEqual([50, 52, 53, 60, 61, 65])
  expect(marked(all)).toMatchObject({ 1: 'some', 50: 'all' })
  expect(idsToSave(toggled(places, all, 50))).toEqual([])
})

test('the root ticks everything and is full with everything', () => {
  const all = toggled(places, new Set([50, 52]), 1)
  expect(idsToSave(all)).toEqual([9, 50, 52, 53, 60, 61, 65])
  expect(marked(all)[1]).toBe('all')
  expect(idsToSave(toggled(places, all, 1))).toEqual([])
})

test('a half-ticked box becomes full', () => {
  expect(idsToSave(toggled(places, new Set([50, 52, 61]), 52))).toEqual([50, 52, 60, 61])
})

test('a page stays without its buttons; a group leaves with its last page', () => {
  const page = toggled(places, new Set([50, 52, 61]), 61)
  expect(idsToSave(page)).toEqual([50, 52])
  expect(marked(page)).toMatchObject({ 52: 'some', 50: 'some' })
  expect(idsToSave(toggledAlone(places, page, 52))).toEqual([])
})

test('a page can be ticked alone, also where its buttons were ticked', () => {
  expect(idsToSave(toggledAlone(places, new Set(), 52))).toEqual([50, 52])
  expect(idsToSave(toggledAlone(places, new Set([50, 52, 60, 61]), 52))).toEqual([50, 52])
})

test('closed branches hide what is below; a search shows matches with what is above and below', () => {
  const ids = (rows: ReturnType<typeof rowsOf>) => rows.map(({ node }) => node.id)
  expect(ids(rowsOf(tree, new Set([52]), ''))).toEqual([1, 50, 52, 53, 65, 9])
  expect(ids(rowsOf(tree, new Set([52]), 'EDIT'))).toEqual([1, 50, 52, 60])
  expect(ids(rowsOf(tree, new Set(), 'channels'))).toEqual([1, 50, 53, 65])
  expect(rowsOf(tree, new Set(), 'nothing like it')).toEqual([])
})

test('typed letters lead to the next row that begins so, by title or address, once around', () => {
  const rows = rowsOf(tree, new Set(), '')
  const to = (at: number, typed: string) => rows[rowTyped(rows, at, typed) ?? -1]?.node.title
  expect(to(0, 'a')).toBe('accounts')
  expect(to(1, 'a')).toBe('add')
  expect(to(1, 'ac')).toBe('accounts')
  expect(to(0, 'CHAN')).toBe('channels')
  expect(to(rows.length - 1, 'u')).toBe('users')
  expect(rowTyped(rows, 0, 'nothing')).toBeUndefined()
})

test('with 500 rules a tick, a search and a letter are worked out within a frame', () => {
  const pages = Array.from({ length: 20 }, (_, at): Branch => {
    const id = 1000 + at * 100
    const children = Array.from({ length: 25 }, (__, n) => leaf(id + 1 + n, `deed ${at} ${n}`))
    return { id, title: `page ${at}`, name: `/page/${at}`, tag: 'page', children }
  })
  const many: Branch[] = [
    { id: 1, title: 'all', children: [{ id: 2, title: 'group', name: '', tag: 'menu', children: pages }] },
  ]
  const where = placesOf(many)
  expect(where.size).toBe(522)
  const timesMs = Array.from({ length: 21 }, (_, at) => {
    const began = performance.now()
    const held = toggled(where, new Set(idsToSave(new Set(where.keys()))), 1001 + at)
    marksOf(many, held)
    const rows = rowsOf(many, new Set(), at % 2 ? 'deed' : '')
    rowTyped(rows, at, 'zzz')
    return performance.now() - began
  }).toSorted((a, b) => a - b)
  // The middle one: a machine that does other work stops for a moment now and then.
  expect(timesMs[10]).toBeLessThan(16)
})
