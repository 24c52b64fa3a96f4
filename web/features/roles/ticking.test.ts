import { expect, test } from 'vitest'
import {
  type Branch,
  heldBy,
  idsToSave,
  marksOf,
  placesOf,
  rowsOf,
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
