import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('only what differs is a change', () => {
  expect(changesOf({ status: 1, remark: 'a' }, { status: 0, remark: 'a' })).toEqual([
    { field: 'status', before: 1, after: 0 },
  ])
  expect(changesOf({ bound: false }, { bound: false })).toEqual([])
})

test('what is new has no before, what is gone no after', () => {
  expect(changesOf(null, { username: 'anna', role_id: null })).toEqual([
    { field: 'username', before: undefined, after: 'anna' },
  ])
  expect(changesOf({ title: 'x' }, null)).toEqual([{ field: 'title', before: 'x', after: undefined }])
})

test('lists say what came and went, also from nothing', () => {
  expect(changesOf({ rules: [1, 2, 3] }, { rules: [2, 3, 4] })).toEqual([
    { field: 'rules', removed: [1], added: [4] },
  ])
  expect(changesOf(null, { rules: [7] })).toEqual([{ field: 'rules', removed: [], added: [7] }])
})

test('a list of things with ids is compared thing by thing', () => {
  const before = {
    points: [
      { apiId: 1, point: 10 },
      { apiId: 2, point: 20 },
    ],
  }
  const after = {
    points: [
      { apiId: 2, point: 25 },
      { apiId: 1, point: 10 },
    ],
  }
  expect(changesOf(before, after)).toEqual([{ field: 'points.2', before: 20, after: 25 }])
})

test('objects are compared field by field', () => {
  expect(changesOf({ at: { city: 'A', zip: 1 } }, { at: { city: 'B', zip: 1 } })).toEqual([
    { field: 'at.city', before: 'A', after: 'B' },
  ])
})
