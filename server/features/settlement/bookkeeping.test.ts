import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { allChecks } from '../../checks.ts'
import { clockOf } from '../../kit/clock.ts'
import type { Check } from '../../kit/verify.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { lookAtAll, lookAtBooks } from './bookkeeping.ts'

const { settlement } = features
let t: TestApp
let now: Date
/** What was looked at: 'whole', or since when. */
let looks: string[]
let wrong: boolean

const check: Check = {
  name: 'something kept',
  differences: async () => {
    looks.push('whole')
    return wrong ? ['it differs'] : []
  },
  lately: async (_, since) => {
    looks.push(since.toISOString())
    return wrong ? ['it differs'] : []
  },
}
const wholeOnly: Check = { name: 'something large', differences: async () => [] }

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.services.db.deleteFrom('book_checks').execute()
  now = new Date('2026-03-20T15:00:00Z')
  looks = []
  wrong = false
})

const services = () => ({ ...t.services, clock: clockOf(t.services.clock.timeZone, () => now) })
const turn = () => lookAtBooks(services(), [check, wholeOnly])
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const kept = () => t.services.db.selectFrom('book_checks').selectAll().orderBy('name').execute()

test('everything at first, then what changed, ten minutes further back for slow transactions', async () => {
  await turn()
  expect(looks).toEqual(['whole'])
  later(1)
  await turn()
  expect(looks).toEqual(['whole', '2026-03-20T14:50:00.000Z'])
  later(1)
  await turn()
  expect(looks.at(-1)).toBe('2026-03-20T14:51:00.000Z')
  const [some, large] = await kept()
  expect(some).toMatchObject({ checked_at: new Date('2026-03-20T15:00:00Z'), lately_at: now })
  expect(large).toMatchObject({ checked_at: new Date('2026-03-20T15:00:00Z'), lately_at: null })
})

test('once a minute however many processes, and only one at a time', async () => {
  await turn()
  later(1)
  await Promise.all([turn(), turn(), turn()])
  await turn()
  expect(looks).toHaveLength(2)
})

test('everything once more after the night', async () => {
  await turn()
  for (let hour = 0; hour < 24; hour += 1) {
    later(60)
    await turn()
  }
  expect(looks.filter((look) => look === 'whole')).toHaveLength(2)
})

test('a difference among the changes has everything looked at, and again until it is gone', async () => {
  await turn()
  wrong = true
  later(1)
  await turn()
  expect(looks.slice(1)).toEqual(['2026-03-20T14:50:00.000Z', 'whole'])
  expect((await kept()).map(({ differences }) => differences)).toEqual([['it differs'], []])
  wrong = false
  later(11)
  await turn()
  expect(looks.at(-1)).toBe('whole')
  expect((await kept()).flatMap(({ differences }) => differences)).toEqual([])
})

test('one that fails keeps no other from its turn, and checks that are no more are forgotten', async () => {
  const failing: Check = {
    name: 'something broken',
    differences: async () => {
      throw new Error('broken')
    },
  }
  await lookAtBooks(services(), [failing, check])
  expect(looks).toEqual(['whole'])
  expect(await lookAtAll(services(), [wholeOnly])).toBe('looked')
  expect((await kept()).map(({ name }) => name)).toEqual(['something large'])
})

test('every check of the product finds nothing, whole and of what changed, and people are told when', async () => {
  await lookAtBooks(services(), allChecks)
  later(1)
  await lookAtBooks(services(), allChecks)
  const admin = await t.as('superAdmin')
  const { data } = await admin(settlement.books, {})
  expect(data?.unexplained).toBe(0)
  expect(data?.checks.map(({ name }) => name).toSorted()).toEqual(
    allChecks.map(({ name }) => name).toSorted(),
  )
  const rollups = data?.checks.find(({ name }) => name.startsWith('days of accounts'))
  expect(rollups?.lately_at).not.toBe('')
  expect(rollups?.checked_at).not.toBe('')
  expect((await admin(settlement.booksCheck, {})).data).toEqual({ unexplained: 0, running: 0 })
})
