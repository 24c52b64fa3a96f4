import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '../../../contract/kit/language.ts'
import { tasks } from '../../../contract/tasks.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { startTask } from './index.ts'

let t: TestApp
let finance: Caller
let salesman: Caller
beforeAll(async () => {
  t = await testApp()
  finance = await t.as('finance')
  salesman = await t.as('salesman')
})
afterAll(() => t.close())

const aTask = (accountId: number) =>
  t.services.db
    .transaction()
    .execute((tx) =>
      startTask(tx, { accountId, kind: 'nothing', title: '导出', language: 'zh-cn', params: { a: 1 } }),
    )
const fail = (id: string) =>
  t.services.db
    .updateTable('tasks')
    .set({ status: 'error', tips: '失败', attempts: 3, finished_at: new Date() })
    .where('id', '=', BigInt(id))
    .execute()

test('one sees the own tasks of seven days, and nobody else does', async () => {
  const old = await aTask(finance.id)
  const ids = [await aTask(finance.id), await aTask(finance.id)]
  const eightDays = new Date(Date.now() - 8 * 24 * 3_600_000)
  await t.services.db
    .updateTable('tasks')
    .set({ created_at: eightDays })
    .where('id', '=', BigInt(old))
    .execute()
  const { data } = await finance(tasks.own, {})
  expect(data?.list.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(data?.count).toBe(2)
  expect(data?.list[0]).toMatchObject({ title: '导出', status: 'queued', finish_time: '', download_link: '' })
  expect((await salesman(tasks.own, {})).data).toEqual({ list: [], count: 0 })
  await fail(ids[0] ?? '')
  expect((await finance(tasks.own, { status: ['error'] })).data?.list.map(({ id }) => id)).toEqual([ids[0]])
})

test('a failed one is begun anew by its owner, once, and leaves a trace', async () => {
  const id = await aTask(finance.id)
  await fail(id)
  expect((await salesman(tasks.retry, { id })).code).toBe(400000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => finance(tasks.retry, { id })))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  const row = await t.services.db
    .selectFrom('tasks')
    .select(['status', 'attempts', 'finished_at', 'params'])
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'queued', attempts: 0, finished_at: null, params: { a: 1 } })
  const trace = await t.services.db
    .selectFrom('audit_log')
    .select('actor')
    .where('action', '=', 'tasks.retry')
    .where('entity_id', '=', id)
    .execute()
  expect(trace).toEqual([{ actor: 'test-finance' }])
})

test('what did not fail, and what is no task, is refused', async () => {
  const id = await aTask(finance.id)
  const said = {
    'zh-cn': '该任务没有失败，无需重试',
    'en-us': 'This task has not failed, there is nothing to try again',
  }
  const unknown = { 'zh-cn': '任务不存在或已过期', 'en-us': 'This task does not exist or has expired' }
  for (const lang of languages) {
    for (const [sent, message] of [
      [id, said[lang]],
      ['99999999', unknown[lang]],
    ] as const)
      expect(await t.send(tasks.retry.path, { id: sent }, { token: finance.token, lang })).toMatchObject({
        code: 400000,
        field: 'id',
        message,
      })
    for (const sent of ['x', '-1', '1.5', '9'.repeat(30)])
      expect((await t.send(tasks.retry.path, { id: sent }, { token: finance.token, lang })).code).toBe(400000)
  }
})
