import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { features } from '../../../contract/index.ts'
import { kitWords } from '../kit-text.ts'
import { queryClient } from '../query.ts'
import { setRegion } from '../region.ts'
import { renderPage } from '../test-page.tsx'
import { arrange } from './columns.tsx'
import { ListPage } from './ListPage.tsx'
import type { Column } from './types.ts'

type Answer = { success: boolean; code: number; message: string; data: unknown }
const asked: URLSearchParams[] = []
let answer: () => Answer
const rows = [1, 2, 3].map((n) => ({
  RoleID: String(n),
  username: `player${n}`,
  TotalDeposit: n * 1.5,
  TotalWin: n * -1000,
}))
const good = (list: unknown[]): Answer => ({
  success: true,
  code: 200,
  message: '',
  data: { list, total: list.length },
})

beforeEach(async () => {
  setRegion('ph')
  localStorage.clear()
  queryClient.clear()
  asked.length = 0
  answer = () => good(rows)
  await kitWords.load('zh-cn')
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    asked.push(new URLSearchParams(String(body)))
    return new Response(JSON.stringify(answer()))
  })
})

const run = vi.fn()
const list = () =>
  renderPage(
    <ListPage
      source={features.withdrawals.autoPayoutList}
      params={{ platformId: 7 }}
      inUrl={false}
      rowKey={(row) => row.RoleID}
      filters={[{ type: 'input', name: 'username', label: '账号' }]}
      columns={[
        { key: 'RoleID', title: '玩家ID' },
        { key: 'username', title: '账号', sort: true },
        { key: 'TotalDeposit', title: '充值' },
        { key: 'TotalWin', title: '输赢', signed: true },
      ]}
      actions={[{ key: 'del', label: '取消', needsRows: true, run }]}
      rowActions={() => ['a', 'b', 'c', 'd'].map((key) => ({ key, label: `动作${key}`, run: () => {} }))}
      totals
    />,
  )

test('rows, figures by the contract’s units, page totals, three actions and more', async () => {
  list()
  await screen.findByText('player1')
  const row = within(screen.getByText('player3').closest('tr') as HTMLElement)
  expect(row.getByText('4.50')).toBeTruthy()
  expect(row.getByText('−3.00')).toBeTruthy()
  expect(row.queryByText('动作c')).toBeTruthy()
  expect(row.queryByText('动作d')).toBeNull()
  expect(row.getByText('更多')).toBeTruthy()
  const totals = within(document.querySelector('.pb-totals-row') as HTMLElement)
  expect(totals.getByText('9.00')).toBeTruthy()
  expect(totals.getByText('−6.00')).toBeTruthy()
  expect(asked[0]?.get('page')).toBe('1')
  expect(asked[0]?.get('limit')).toBe('20')
})

test('Enter searches from page 1, reset takes it back', async () => {
  list()
  await screen.findByText('player1')
  const field = screen.getByLabelText('账号', { selector: 'input' })
  fireEvent.change(field, { target: { value: ' anna ' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(asked.at(-1)?.get('username')).toBe('anna'))
  fireEvent.click(screen.getByText('重置'))
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(''))
})

test('sorting goes to the server', async () => {
  list()
  await screen.findByText('player1')
  fireEvent.click(document.querySelector('th.ant-table-column-has-sorters') as HTMLElement)
  await waitFor(() => expect(asked.at(-1)?.get('orderBy')).toBe('username'))
  expect(asked.at(-1)?.get('orderType')).toBe('asc')
})

test('an action that needs rows waits for a tick', async () => {
  list()
  await screen.findByText('player1')
  fireEvent.click(screen.getByText('取消'))
  expect(run).not.toHaveBeenCalled()
  fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
  expect(screen.getByText('已选 1 条')).toBeTruthy()
  fireEvent.click(screen.getByText('取消'))
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  expect(run.mock.calls[0]?.[0]).toMatchObject({ keys: ['1'] })
})

test('empty, refused and failed are told apart; failed can be tried again', async () => {
  answer = () => good([])
  const first = list()
  await screen.findByText('暂无数据')
  first.unmount()
  queryClient.clear()
  answer = () => ({ success: false, code: 400011, message: '没有权限', data: null })
  const second = list()
  await screen.findByText('没有权限查看此内容')
  second.unmount()
  queryClient.clear()
  answer = () => ({ success: false, code: 500000, message: '系统错误', data: null })
  list()
  await screen.findByText('加载失败: 系统错误')
  answer = () => good(rows)
  fireEvent.click(screen.getByText('重试'))
  expect(await screen.findByText('player1')).toBeTruthy()
})

test('columns follow the person’s order, and new ones stand where they are declared', () => {
  const columns = ['a', 'b', 'c', 'd'].map((key) => ({ key, title: key })) as unknown as Column<{ a: 1 }>[]
  const keys = arrange(columns, { order: ['d', 'a', 'c'], hidden: ['c'], pinned: ['a'] }).map(
    ({ key }) => key,
  )
  expect(keys).toEqual(['a', 'd', 'b'])
})
