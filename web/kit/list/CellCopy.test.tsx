import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { kitWords } from '../kit-text.ts'
import { setRegion } from '../region.ts'
import { renderPage } from '../test-page.tsx'
import { DataTable } from './DataTable.tsx'

const write = vi.fn<(text: string) => Promise<void>>(async () => {})
beforeEach(async () => {
  setRegion('br')
  write.mockClear()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true })
  Element.prototype.scrollIntoView = () => {}
  await kitWords.load('zh-cn')
})

const table = (more: { current?: string } = {}) =>
  renderPage(
    <DataTable
      id="test"
      columns={[
        { key: 'name', title: '名称' },
        { key: 'amount', title: '金额', unit: 'thousandths' },
        { key: '_state', title: '状态', cell: () => '锁定', text: () => 'locked' },
      ]}
      rows={[
        { id: 1, name: 'anna', amount: 1_234_500 },
        { id: 2, name: 'bert', amount: -7 },
      ]}
      rowKey={({ id }) => String(id)}
      rowActions={() => [{ key: 'edit', label: '编辑', run: () => {} }]}
      select={() => {}}
      {...more}
    />,
  )
const cell = (text: string) => screen.getByText(text).closest<HTMLElement>('.ant-table-cell') as HTMLElement

test('the menu of a cell copies it as a spreadsheet takes it, or its row', async () => {
  table()
  fireEvent.contextMenu(screen.getByText('1.234,50'), { clientX: 5, clientY: 5 })
  fireEvent.click(await screen.findByText('复制单元格'))
  await waitFor(() => expect(write).toHaveBeenLastCalledWith('1234.5'))
  fireEvent.contextMenu(screen.getByText('anna'), { clientX: 5, clientY: 5 })
  fireEvent.click(await screen.findByText('复制整行'))
  await waitFor(() => expect(write).toHaveBeenLastCalledWith('anna\t1234.5\tlocked'))
})

test('arrow keys go from cell to cell; Ctrl+C copies it, Shift+C the row, Enter goes into it', async () => {
  table()
  const body = document.querySelector('.ant-table-body') as HTMLElement
  body.focus()
  fireEvent.keyDown(body, { key: 'ArrowDown' })
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(cell('anna'))
  fireEvent.keyDown(cell('anna'), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(cell('bert'))
  fireEvent.keyDown(cell('bert'), { key: 'c', ctrlKey: true })
  await waitFor(() => expect(write).toHaveBeenLastCalledWith('bert'))
  fireEvent.keyDown(cell('bert'), { key: 'C', shiftKey: true })
  await waitFor(() => expect(write).toHaveBeenLastCalledWith('bert\t-0.007\tlocked'))
  fireEvent.keyDown(cell('bert'), { key: 'End' })
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
  expect(document.activeElement?.textContent).toBe('编辑')
  // Keys in what stands in a cell are its own.
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' })
  expect(document.activeElement?.textContent).toBe('编辑')
})

test('where one row is current its keys stay the page’s', () => {
  table({ current: '1' })
  const body = document.querySelector('.ant-table-body') as HTMLElement
  body.focus()
  fireEvent.keyDown(body, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(body)
})
