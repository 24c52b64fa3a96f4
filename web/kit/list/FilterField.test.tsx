import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { kitWords } from '../kit-text.ts'
import { FilterField } from './FilterField.tsx'
import type { Filter, Values } from './types.ts'

beforeEach(async () => void (await kitWords.load('zh-cn')))

const options = [
  { value: 1, label: '一' },
  { value: 2, label: '二' },
]
const show = (filter: Filter<Endpoint>, values: Values = {}) => {
  const change = vi.fn()
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <FilterField filter={filter} values={values} change={change} />
    </ConfigProvider>,
  )
  return change
}
const named = { name: 'a', label: '字段' } as const
const paired = { names: ['a', 'b'], label: '字段' } as const
const inputs = () => Array.from(document.querySelectorAll('input'), ({ value }) => value)

test('texts: one, and a pair', () => {
  const one = show({ ...named, type: 'input' })
  fireEvent.change(screen.getByLabelText('字段'), { target: { value: 'x' } })
  expect(one).toHaveBeenCalledWith({ a: 'x' }, { search: false })
  const two = show({ ...paired, type: 'inputMulter' }, { b: '9' })
  fireEvent.change(screen.getByLabelText('字段 开始'), { target: { value: '3' } })
  expect(two).toHaveBeenCalledWith({ a: '3' })
})

test('a choice empties what hangs on it and may search at once; several are comma-joined', async () => {
  const one = show({ ...named, type: 'select', options, resets: ['b'], immediate: true })
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await screen.findByTitle('二'))
  expect(one).toHaveBeenCalledWith({ b: '', a: '2' }, { search: true })
  document.body.innerHTML = ''
  const many = show({ ...named, type: 'multiSelect', options }, { a: '1' })
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await screen.findByText('二'))
  await waitFor(() => expect(many).toHaveBeenCalledWith({ a: '1,2' }, { search: false }))
})

test('a tick is 1 or nothing, a button runs', () => {
  const tick = show({ ...named, type: 'check' })
  fireEvent.click(screen.getByRole('checkbox'))
  expect(tick).toHaveBeenCalledWith({ a: '1' }, { search: false })
  const run = vi.fn()
  show({ type: 'btn', label: '立即运行', run })
  fireEvent.click(screen.getByText('立即运行'))
  expect(run).toHaveBeenCalled()
})

test.each([
  ['date', { a: '2026-02-03' }, ['2026-02-03']],
  ['month', { a: '2026-02' }, ['2026-02']],
  ['time', { a: '03:04:05' }, ['03:04:05']],
  ['daterange', { a: '2026-02-03', b: '2026-02-04' }, ['2026-02-03', '2026-02-04']],
  ['daterangeReduce', { a: '2026-02-03', b: '2026-02-04' }, ['2026-02-03', '2026-02-04']],
  ['monthrange', { a: '2026-01', b: '2026-02' }, ['2026-01', '2026-02']],
  [
    'multerDate',
    { a: '2026-02-03 00:00:00', b: '2026-02-04 23:59:59' },
    ['2026-02-03 00:00:00', '2026-02-04 23:59:59'],
  ],
  ['multerTime', { a: '01:02:03', b: '04:05:06' }, ['01:02:03', '04:05:06']],
] as const)('%s shows the wire’s text as it is', (type, values, shown) => {
  const pair = 'b' in values
  show((pair ? { ...paired, type } : { ...named, type }) as Filter<Endpoint>, values)
  expect(inputs()).toEqual(shown)
})

test('only the full range of days has shortcuts beside it', async () => {
  const change = show({ ...paired, type: 'daterange' })
  fireEvent.mouseDown(document.querySelector('input') as Element)
  fireEvent.click(document.querySelector('input') as Element)
  fireEvent.click(await screen.findByText('近 7 天'))
  expect(Object.keys(change.mock.calls[0]?.[0] as object)).toEqual(['a', 'b'])
})
