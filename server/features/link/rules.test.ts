import { expect, test } from 'vitest'
import { decideFailure, lanePauseMs, pauseAfter, readAnswer, readLookUp } from './rules.ts'
import { LinkFailure } from './types.ts'

const day = 24 * 3_600_000

test('pauses grow from a second to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(pauseAfter)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ])
})

test('a platform that answers badly is left alone for at most 1 s, one that is away for at most 5 s', () => {
  const bad = [1, 5, 6, 7, 8, 100].map((failures) => lanePauseMs(failures, false))
  expect(bad).toEqual([0, 0, 250, 500, 1_000, 1_000])
  expect([1, 2, 100].map((failures) => lanePauseMs(failures, true))).toEqual([250, 500, 5_000])
})

test('silence never ends a command, and reaching nobody does not count', () => {
  for (const failure of [
    new LinkFailure('unreachable', ''),
    new LinkFailure('no-address', ''),
    new LinkFailure('http', '', 503),
  ])
    expect(decideFailure(failure, { tries: 9_999, ageMs: 99 * day })).toMatchObject({
      state: 'unknown',
      counts: false,
    })
  for (const failure of [new LinkFailure('timeout', ''), new LinkFailure('http', '', 500)])
    expect(decideFailure(failure, { tries: 9_999, ageMs: 99 * day })).toEqual({
      state: 'unknown',
      pauseMs: 60_000,
      counts: true,
    })
})

test('a broken contract ends it, but only after a long time', () => {
  const notFound = new LinkFailure('http', '', 404)
  const broken = new LinkFailure('broken', '')
  expect(decideFailure(notFound, { tries: 500, ageMs: day - 1 }).state).toBe('unknown')
  expect(decideFailure(notFound, { tries: 19, ageMs: 9 * day }).state).toBe('unknown')
  expect(decideFailure(notFound, { tries: 20, ageMs: day }).state).toBe('dead')
  expect(decideFailure(broken, { tries: 59, ageMs: 0 }).state).toBe('unknown')
  expect(decideFailure(broken, { tries: 60, ageMs: 0 }).state).toBe('dead')
})

test('only an answer about this key in a known state is an answer', () => {
  expect(readAnswer({ key: 'k', state: 'refused', reason: 'r' }, 'k')).toEqual({
    state: 'refused',
    reason: 'r',
  })
  expect(readAnswer({ key: 'k', state: 'done' }, 'k')).toEqual({ state: 'done', reason: '' })
  for (const answer of [null, 7, [], {}, { key: 'other', state: 'done' }, { key: 'k', state: 'maybe' }])
    expect(() => readAnswer(answer, 'k')).toThrow(LinkFailure)
})

test('never seen is an answer, not knowing is none', () => {
  expect(readLookUp({ seen: false })).toBeNull()
  expect(readLookUp({ seen: true, state: 'accepted', reason: '' })).toEqual({ state: 'accepted', reason: '' })
  for (const result of [null, {}, { seen: 'no' }, { seen: true }])
    expect(() => readLookUp(result)).toThrow(LinkFailure)
})
