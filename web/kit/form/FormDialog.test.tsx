import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { kitWords } from '../kit-text.ts'
import { renderPage } from '../test-page.tsx'
import { FormDialog } from './FormDialog.tsx'

interface Remark {
  roleId: string
  remark: string
}

beforeEach(async () => void (await kitWords.load('zh-cn')))

const dialog = (submit: (values: Remark) => Promise<unknown>, close = vi.fn()) => {
  renderPage(
    <FormDialog<Remark>
      open
      title="备注"
      initial={{ roleId: '7' }}
      fields={[
        { type: 'input', name: 'roleId', label: '玩家ID', required: true },
        { type: 'textare', name: 'remark', label: '备注内容', required: true },
      ]}
      submit={submit}
      close={close}
    />,
  )
  return close
}
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a missing field is named and nothing is sent', async () => {
  const submit = vi.fn()
  dialog(submit)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('玩家ID').value).toBe('7'))
  fireEvent.click(screen.getByText('确定'))
  await screen.findByText('请填写备注内容')
  expect(submit).not.toHaveBeenCalled()
})

test('Ctrl+Enter submits and closes', async () => {
  const submit = vi.fn(async () => {})
  const close = dialog(submit)
  write('备注内容', 'calm player')
  fireEvent.keyDown(screen.getByLabelText('备注内容'), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(submit).toHaveBeenCalledWith({ roleId: '7', remark: 'calm player' })
})

test('Ctrl+Enter counts though the focus is not in the dialog yet, and twice is once', async () => {
  const submit = vi.fn(async () => {})
  const close = dialog(submit)
  write('备注内容', 'calm player')
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(submit).toHaveBeenCalledTimes(1)
})

test('the server’s error stands at the field it names, any other above the form', async () => {
  const submit = vi
    .fn()
    .mockRejectedValueOnce(new ApiError(400000, '备注太长', 'remark'))
    .mockRejectedValueOnce(new ApiError(400000, '平台不存在'))
  const close = dialog(submit)
  write('备注内容', 'x')
  fireEvent.click(screen.getByText('确定'))
  const error = await screen.findByText('备注太长')
  expect(error.closest('.ant-form-item')?.textContent).toContain('备注内容')
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull())
  fireEvent.click(screen.getByText('确定'))
  await screen.findByText('平台不存在')
  expect(close).not.toHaveBeenCalled()
})

test('untouched it closes, touched it asks first', async () => {
  const close = dialog(vi.fn())
  fireEvent.click(screen.getByText('取消'))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  write('备注内容', 'half done')
  fireEvent.click(screen.getByText('取消'))
  await screen.findByText('已填写的内容尚未保存，关闭后将丢失。')
  expect(close).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByText('放弃'))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(2))
})

test('rows of a table are chosen, narrowed by what is typed; what is hidden stays chosen', async () => {
  const submit = vi.fn(async () => {})
  renderPage(
    <FormDialog<{ ids: number[] }>
      open
      title="平台"
      initial={{ ids: [1] }}
      fields={[
        {
          type: 'selectTable',
          name: 'ids',
          label: '平台',
          multiple: true,
          columns: [{ key: 'name', title: '名称' }],
          rows: [
            { value: 1, cells: { name: 'Aurora' } },
            { value: 2, cells: { name: 'Borealis' } },
          ],
        },
      ]}
      submit={submit}
      close={() => {}}
    />,
  )
  const search = await screen.findByLabelText('查询 平台')
  fireEvent.change(search, { target: { value: 'bor' } })
  await waitFor(() => expect(screen.queryByText('Aurora')).toBeNull())
  fireEvent.click(screen.getByRole('checkbox', { name: 'Borealis' }))
  fireEvent.click(screen.getByText('确定'))
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ ids: [1, 2] }))
})
