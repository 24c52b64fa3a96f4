import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { mostViews } from '../../../contract/views.ts'
import { type TestApp, testApp } from '../../testing.ts'

const { views } = features
const list = 'accounts.channels'
let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const namesOf = async (token: string) =>
  (await t.call(views.list, { list }, { token })).data?.list.map(({ name }) => name)

test('a view is kept under its name, replaced by the same name, and seen by its owner alone', async () => {
  const [finance, operator] = [await t.as('finance'), await t.as('operator')]
  const arrangement = { order: ['id', 'username'], hidden: ['remark'], pinned: [] }
  await finance(views.save, { list, name: '华东', search: '?remark=华东', arrangement })
  expect((await finance(views.list, { list })).data?.list).toEqual([
    { name: '华东', search: '?remark=华东', arrangement },
  ])
  await finance(views.save, { list, name: '华东', search: '' })
  expect((await finance(views.list, { list })).data?.list).toEqual([
    { name: '华东', search: '', arrangement: null },
  ])
  expect(await namesOf(operator.token)).toEqual([])
  expect((await finance(views.list, { list: 'accounts.users' })).data?.list).toEqual([])
  await operator(views.remove, { list, name: '华东' })
  expect(await namesOf(finance.token)).toEqual(['华东'])
  await finance(views.remove, { list, name: '华东' })
  expect(await namesOf(finance.token)).toEqual([])
})

test('one view too many is refused; replacing one of the last is not', async () => {
  const { token } = await t.account()
  for (let count = 0; count < mostViews; count++)
    await t.call(views.save, { list, name: `v${count}`, search: '' }, { token })
  const refused = await t.call(views.save, { list, name: 'more', search: '' }, { token, lang: 'en-us' })
  expect(refused).toMatchObject({ success: false, message: 'At most 30 views can be saved for a list' })
  expect((await t.call(views.save, { list, name: 'v0', search: '?a=1' }, { token })).success).toBe(true)
  expect(await namesOf(token)).toHaveLength(mostViews)
  const other = await t.account()
  expect((await t.call(views.save, { list, name: 'first', search: '' }, other)).success).toBe(true)
})

test.each([
  ['no name', { list, search: '' }],
  ['a blank name', { list, name: '  ', search: '' }],
  ['a name too long', { list, name: 'x'.repeat(41), search: '' }],
  ['a list that cannot be one', { list: 'a list', name: 'v', search: '' }],
  ['an address too long', { list, name: 'v', search: '?'.repeat(2001) }],
  ['columns that are none', { list, name: 'v', search: '', arrangement: '{"order":1}' }],
])('%s is refused and changes nothing', async (_, sent) => {
  const { token } = await t.account()
  for (const lang of ['zh-cn', 'en-us'] as const) {
    const answer = await t.send(views.save.path, sent, { token, lang })
    expect(answer).toMatchObject({ success: false, code: codes.refused, data: null })
  }
  expect(await namesOf(token)).toEqual([])
})
