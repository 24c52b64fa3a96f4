import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { features } from '../../contract/index.ts'
import { ApiError, call, encode } from './api.ts'
import { read, write } from './storage.ts'
import { bindFeedback } from './toast.ts'

const { signIn, withdrawals } = features
const said: string[] = []
const answers = (body: unknown, status = 200) => {
  const fetched = vi.fn(
    async (_address: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const refused = (code: number, message: string, field?: string) => ({
  success: false,
  code,
  message,
  data: null,
  field,
})

beforeEach(() => {
  localStorage.clear()
  said.length = 0
  const open = ({ content }: { content: unknown }) => said.push(String(content))
  bindFeedback({ message: { open }, modal: {} } as never)
})
afterEach(() => vi.unstubAllGlobals())

test('a POST is a form with language, application and token', async () => {
  write('token', 'abc')
  const fetched = answers({ success: true, code: 200, message: '', data: { ok: ['a'], failed: [] } })
  const data = await call(withdrawals.lock, { orderNo: ['A1', 'A2'], platformId: 7 })
  expect(data).toEqual({ ok: ['a'], failed: [] })
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/adminapi/Finance/applyOrder')
  expect(String(init?.body)).toBe('orderNo=A1%2CA2&platformId=7&lang=zh-cn&appId=3')
  expect(init?.headers).toMatchObject({ authorization: 'Bearer abc' })
})

test('a GET carries its parameters in the address', async () => {
  const fetched = answers({ success: true, code: 200, message: '', data: {} })
  await call(signIn.config, {})
  expect(fetched.mock.calls[0]?.[0]).toBe('/adminapi/config?lang=zh-cn&appId=3')
})

test('empty is absent, yes is 1, objects are JSON', () => {
  expect(encode({ a: '', b: undefined, c: true, d: false, e: [1, 2], f: { g: 1 }, h: 0, i: [] })).toEqual([
    ['c', '1'],
    ['d', '0'],
    ['e', '1,2'],
    ['f', '{"g":1}'],
    ['h', '0'],
  ])
})

test('a refusal becomes an error with code, sentence and field, and is said once', async () => {
  answers(refused(400000, '请填写备注', 'remark'))
  const failure = await call(signIn.sessions, {}).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ code: 400000, message: '请填写备注', field: 'remark' })
  expect(said).toEqual(['请填写备注'])
})

test('a silent call says nothing', async () => {
  answers(refused(400011, '没有权限'))
  await expect(call(signIn.sessions, {}, { silent: true })).rejects.toMatchObject({ code: 400011 })
  expect(said).toEqual([])
})

test('a lost session is said even by a silent call, and two seconds later only the language is left', async () => {
  vi.useFakeTimers()
  write('token', 'abc')
  write('admin_locale', 'en-us')
  answers(refused(410003, 'ended'))
  await expect(call(signIn.sessions, {}, { silent: true })).rejects.toMatchObject({ code: 410003 })
  await expect(call(signIn.menus, {}, { silent: true })).rejects.toMatchObject({ code: 410003 })
  expect(said).toEqual(['ended'])
  expect(read('token')).toBe('abc')
  vi.advanceTimersByTime(2000)
  expect(read('token')).toBeUndefined()
  expect(Object.keys(localStorage)).toEqual(['admin_locale'])
  vi.useRealTimers()
})

test('no network and HTTP errors are said in the language in use', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(signIn.sessions, {})).rejects.toMatchObject({
    code: 0,
    message: '网络异常，请检查连接后重试',
  })
  answers('no', 502)
  await expect(call(signIn.sessions, {})).rejects.toMatchObject({ message: '服务暂时不可用（502）' })
})
