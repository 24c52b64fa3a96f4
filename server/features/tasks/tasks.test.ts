import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { features } from '../../../contract/index.ts'
import type { LiveEvent } from '../../../contract/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { callerOfAccount } from '../sign-in/index.ts'
import { newFile } from './files.ts'
import { exportSheet, type NewTask, startTask, startTaskWorker, type TaskRunner } from './index.ts'

let t: TestApp
let home: string
let finance: Caller
let viewer: Caller
const workers: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pitboss-tasks-'))
  t = await testApp({ env: { PITBOSS_HOME: home } })
  finance = await t.as('finance')
  viewer = await t.as('viewer')
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(async () => {
  await t.close()
  await rm(home, { recursive: true })
})

const day = 24 * 3_600_000
const quick = { pollMs: 50, beatMs: 50, staleMs: 400 }
let kinds = 0
const newKind = () => `kind${++kinds}`

function work(runner: TaskRunner, pace: Parameters<typeof startTaskWorker>[3] = quick) {
  const worker = startTaskWorker(t.services, [runner], (id) => callerOfAccount(t.services.db, id), pace)
  workers.push(worker)
  return worker
}

const start = (kind: string, more: Partial<NewTask> = {}) =>
  t.services.db.transaction().execute((tx) =>
    startTask(tx, {
      accountId: finance.id,
      kind,
      title: '测试',
      language: 'zh-cn',
      params: {},
      ...more,
    }),
  )

async function progress(id: string, as: Caller = finance) {
  const { data } = await as(features.tasks.progress, { taskIds: [id] })
  return data?.[id]
}

const until = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const now = await progress(id)
      expect(now?.status).toBe(status)
      return now
    },
    { timeout: 8000, interval: 30 },
  )

describe('starting', () => {
  test('a transaction that is rolled back starts nothing', async () => {
    const run = vi.fn<TaskRunner['run']>(async () => ({ tips: '' }))
    const kind = newKind()
    work({ kind, run })
    const attempt = t.services.db.transaction().execute(async (tx) => {
      await startTask(tx, { accountId: finance.id, kind, title: '', language: 'zh-cn', params: {} })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    await sleep(200)
    expect(run).not.toHaveBeenCalled()
    const left = await t.services.db.selectFrom('tasks').select('id').where('kind', '=', kind).execute()
    expect(left).toEqual([])
  })

  test('a task runs once however many workers there are, at once, and tells its account', async () => {
    const heard: LiveEvent[] = []
    const stop = t.services.live.subscribe((event) => heard.push(event))
    const kind = newKind()
    const runs: string[] = []
    const runner: TaskRunner = {
      kind,
      run: async ({ task }) => {
        runs.push(String(task.id))
        return { tips: '好了' }
      },
    }
    for (let index = 0; index < 2; index += 1) work(runner, { ...quick, pollMs: 60_000 })
    const ids = await Promise.all(Array.from({ length: 20 }, () => start(kind)))
    for (const id of ids)
      expect(await until(id, 'completed')).toMatchObject({ tips: '好了', download_link: '' })
    expect(runs.toSorted()).toEqual(ids.toSorted())
    const statuses = heard.filter((event) => event.type === 'task' && event.taskId === ids[0])
    expect(statuses.map((event) => 'status' in event && event.status)).toEqual([
      'queued',
      'running',
      'completed',
    ])
    stop()
  })

  test('params and the caller arrive as they are now', async () => {
    const kind = newKind()
    const run = vi.fn<TaskRunner['run']>(async () => ({ tips: '' }))
    work({ kind, run })
    await until(
      await start(kind, { params: { roleId: '1234567890123456789', big: 9007199254740993n } }),
      'completed',
    )
    expect(run.mock.calls[0]?.[0]).toMatchObject({
      task: { params: { roleId: '1234567890123456789', big: '9007199254740993' }, attempt: 1 },
      caller: { username: finance.username, scope: { everything: true } },
    })
  })
})

describe('failing', () => {
  test.each([
    ['a refusal', () => refuse('platforms.notFound'), '任务失败：测试（平台不存在）', 400000],
    [
      'a crash',
      () => Promise.reject(new Error('secret detail')),
      /^任务失败：测试（系统错误.*task-\d+.*）$/,
      500000,
    ],
  ])(
    '%s ends the task with its reason, announced and kept in the operation log',
    async (_, run, tips, code) => {
      const kind = newKind()
      work({ kind, run })
      const ended = await until(await start(kind), 'error')
      expect(ended?.tips).toMatch(tips)
      const log = await t.services.db
        .selectFrom('operation_log')
        .selectAll()
        .where('request', 'like', `%"${kind}"%`)
        .execute()
      expect(log).toMatchObject([{ account_id: finance.id, endpoint: 'tasks.failed', code }])
      expect(log[0]?.response).not.toContain('secret detail')
    },
  )

  test('an account that was disabled meanwhile gets no work done', async () => {
    const kind = newKind()
    const run = vi.fn<TaskRunner['run']>(async () => ({ tips: '' }))
    const gone = await t.account()
    await t.services.db.updateTable('accounts').set({ status: 0 }).where('id', '=', gone.id).execute()
    const id = await start(kind, { accountId: gone.id })
    work({ kind, run })
    const status = () => t.services.db.selectFrom('tasks').select('status').where('id', '=', BigInt(id))
    await vi.waitFor(async () => expect(await status().executeTakeFirst()).toEqual({ status: 'error' }), 5000)
    expect(run).not.toHaveBeenCalled()
  })

  test('a rule that was taken away meanwhile is asked again', async () => {
    const kind = newKind()
    const run = vi.fn<TaskRunner['run']>(async () => ({ tips: '' }))
    work({ kind, run, endpoint: features.withdrawals.lock })
    const id = await start(kind, { accountId: viewer.id })
    await vi.waitFor(async () => expect((await progress(id, viewer))?.tips).toContain('没有权限'), 5000)
    expect(run).not.toHaveBeenCalled()
  })
})

describe('interruptions', () => {
  test('the work of a killed process is taken up by another', async () => {
    const id = await start('endless')
    const file = join(home, 'begun')
    const { db } = t.services
    const { rows } = await sql<{ database: string }>`
      select current_database() as database`.execute(db)
    const child = fork(join(import.meta.dirname, 'test-worker.ts'), [
      JSON.stringify({ ...inject('testServer'), database: rows[0]?.database }),
      file,
    ])
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 10_000, interval: 50 })
    expect((await progress(id))?.status).toBe('running')
    // While it lives it beats, so nobody takes its work.
    const run = vi.fn<TaskRunner['run']>(async () => ({ tips: 'resumed' }))
    work({ kind: 'endless', run })
    await sleep(800)
    expect(run).not.toHaveBeenCalled()

    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await until(id, 'completed')).toMatchObject({ tips: 'resumed' })
    expect(run.mock.calls[0]?.[0].task.attempt).toBe(2)
  })

  test('after three attempts a task ends as interrupted', async () => {
    const kind = newKind()
    const id = await start(kind)
    await t.services.db
      .updateTable('tasks')
      .set({ status: 'running', attempts: 3, heartbeat_at: new Date(Date.now() - 60_000) })
      .where('id', '=', BigInt(id))
      .execute()
    const run = vi.fn<TaskRunner['run']>(async () => ({ tips: '' }))
    work({ kind, run })
    expect(await until(id, 'error')).toMatchObject({ tips: '任务失败：测试（任务被中断，请重新提交）' })
    expect(run).not.toHaveBeenCalled()
  })

  test('a run that lost its task changes nothing any more', async () => {
    const kind = newKind()
    const release = Promise.withResolvers<void>()
    work(
      { kind, run: () => release.promise.then(() => ({ tips: 'too late' })) },
      { ...quick, beatMs: 60_000 },
    )
    const id = await start(kind)
    await until(id, 'running')
    await t.services.db.updateTable('tasks').set({ attempts: 2 }).where('id', '=', BigInt(id)).execute()
    release.resolve()
    await sleep(200)
    expect(await progress(id)).toMatchObject({ status: 'running', tips: '已提交：测试' })
  })

  test('a worker that is stopped gives its work back, not counted as an attempt', async () => {
    const kind = newKind()
    const loop: TaskRunner['run'] = async ({ progress: tell }) => {
      for (let rows = 0; ; rows += 1) {
        await tell(`${rows}`, rows)
        await sleep(10)
      }
    }
    const worker = work({ kind, run: loop })
    const id = await start(kind)
    await until(id, 'running')
    await worker.stop()
    const row = t.services.db.selectFrom('tasks').select(['status', 'attempts']).where('id', '=', BigInt(id))
    expect(await row.executeTakeFirst()).toEqual({ status: 'queued', attempts: 0 })
  })
})

describe('progress', () => {
  test('foreign, unknown and malformed ids read as ended, and nothing of them is told', async () => {
    const kind = newKind()
    const id = await start(kind, { title: '秘密' })
    const odd = ['0', '-1', 'abc', '99999999999999999999', '12345678']
    const { data } = await viewer(features.tasks.progress, { taskIds: [id, ...odd] })
    expect(Object.keys(data ?? {}).toSorted()).toEqual([id, ...odd].toSorted())
    for (const one of Object.values(data ?? {}))
      expect(one).toEqual({
        status: 'error',
        tipType: 'toast',
        tips: '任务不存在或已过期',
        download_link: '',
      })
    expect(await progress(id)).toMatchObject({ status: 'queued', tips: '已提交：秘密' })
  })

  test('more than 100 ids are refused', async () => {
    const taskIds = Array.from({ length: 101 }, (_, index) => String(index + 1))
    expect(await finance(features.tasks.progress, { taskIds })).toMatchObject({
      success: false,
      code: 400000,
      field: 'taskIds',
    })
  })
})

describe('exports', () => {
  async function* rows(count: number) {
    for (let index = 0; index < count; index += 1)
      yield { id: `12345678901234567${index}`, money: BigInt(index), name: '=1+1' }
  }
  const exporting = (kind: string): TaskRunner => ({
    kind,
    run: (ctx) =>
      exportSheet(ctx, {
        columns: [
          { title: 'ID', key: 'id' },
          { title: '金额', key: 'money', unit: 'thousandths' },
          { title: '姓名', key: 'name' },
        ],
        rows: rows(30),
      }),
  })
  const fetchLink = (url: string) => t.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })

  /** Lets a task have ended earlier. */
  const age = (id: string, ms: number) =>
    t.services.db
      .updateTable('tasks')
      .set({ finished_at: new Date(t.services.clock.now().getTime() - ms) })
      .where('id', '=', BigInt(id))
      .execute()

  async function exported() {
    const kind = newKind()
    const worker = work(exporting(kind))
    const id = await start(kind, { title: '订单', params: { platformId: 7, status: [1, 6], orderNo: null } })
    const ended = await until(id, 'completed')
    await worker.stop()
    return { id, link: ended?.download_link ?? '', tips: ended?.tips }
  }

  test('end in a file that anybody with the link can fetch, and say what they hold', async () => {
    const { link, tips } = await exported()
    expect(tips).toBe('导出完成：订单，共 30 行')
    const response = await fetchLink(link)
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="data-export-\d{4}-\d\d-\d\d\.xlsx"$/,
    )
    const { sheets } = await readXlsx(response.rawPayload)
    expect(sheets.map(({ name }) => name)).toEqual(['人员列表', '导出说明'])
    expect(sheets[0]?.rows[2]).toEqual(['123456789012345671', 0.001, '=1+1'])
    expect(Object.fromEntries(sheets[1]?.rows ?? [])).toMatchObject({
      内容: '订单',
      导出人: finance.username,
      时区: t.services.clock.timeZone,
      行数: '30',
      '平台（platformId）': '7',
      '状态（status）': '1,6',
    })
  })

  test('a link that was changed, or is a day old, is not there', async () => {
    const { id, link } = await exported()
    const [, expires = '', mac = ''] = link.split('/').at(-1)?.split('-') ?? []
    const base = '/adminapi/serves/download/'
    const flipped = `${mac.slice(0, -1)}${mac.endsWith('0') ? '1' : '0'}`
    for (const changed of [
      `${id}-${expires}-${flipped}`,
      `${id}-${Number(expires) + 1}-${mac}`,
      `${Number(id) - 1}-${expires}-${mac}`,
      `${id}-${expires}-${mac.toUpperCase()}`,
      `${id}-${expires}`,
      '..%2f..%2fmaster.key',
      '',
    ])
      expect((await fetchLink(base + changed)).statusCode, changed).toBe(404)
    expect((await fetchLink(link)).statusCode).toBe(200)

    t.moveClock(day + 1000)
    expect((await fetchLink(link)).statusCode).toBe(404)
    expect(await progress(id)).toMatchObject({ status: 'completed', download_link: '' })
    t.moveClock(-day - 1000)
    await age(id, 7 * day + 1000)
    expect(await progress(id)).toMatchObject({ status: 'error', tips: '任务不存在或已过期' })
  })

  test('files and tasks past their time are removed', async () => {
    const { id } = await exported()
    const { stored, path } = await newFile(home)
    const [file = ''] = (await readdir(join(home, 'downloads'))).filter((name) => name !== stored)
    const old = new Date(Date.now() - 26 * 3_600_000)
    await utimes(join(home, 'downloads', file), old, old)
    await age(id, 8 * day)
    work({ kind: newKind(), run: async () => ({ tips: '' }) })
    await vi.waitFor(async () => expect(await readdir(join(home, 'downloads'))).not.toContain(file), 5000)
    await vi.waitFor(async () => {
      const left = await t.services.db.selectFrom('tasks').select('id').where('id', '=', BigInt(id)).execute()
      expect(left).toEqual([])
    }, 5000)
    expect(path).toContain(stored)
  })

  test('a source that breaks leaves no file behind', async () => {
    const before = await readdir(join(home, 'downloads'))
    const kind = newKind()
    async function* broken() {
      yield { id: '1' }
      throw new Error('the cursor broke')
    }
    work({ kind, run: (ctx) => exportSheet(ctx, { columns: [{ title: 'ID', key: 'id' }], rows: broken() }) })
    await until(await start(kind), 'error')
    expect(await readdir(join(home, 'downloads'))).toEqual(before)
  })

  test('the key that signs links is sealed', async () => {
    await exported()
    const key = await t.services.db
      .selectFrom('installation_keys')
      .select('sealed')
      .where('name', '=', 'download-links')
      .executeTakeFirstOrThrow()
    expect(t.services.vault.unseal(key.sealed)).toHaveLength(32)
  })
})
