import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { useIdentity } from './IdentityDialog.tsx'
import { kitWords } from './kit-text.ts'
import { renderPage } from './test-page.tsx'

beforeEach(async () => void (await kitWords.load('zh-cn')))

const refused = () => new ApiError(400000, '验证码错误', 'identify_code')
const ended = vi.fn()
const failed = vi.fn()

function Deed({ run }: { run: (code: string | undefined) => Promise<string> }) {
  const { verify, dialog } = useIdentity()
  return (
    <>
      <button type="button" onClick={() => void verify(run).then(ended, failed)}>
        结算
      </button>
      {dialog}
    </>
  )
}

beforeEach(() => {
  ended.mockReset()
  failed.mockReset()
})
const code = () => screen.findByLabelText('身份验证码')
const enter = async (value: string) => fireEvent.change(await code(), { target: { value } })

test('where nobody asks for a code there is no dialog', async () => {
  renderPage(<Deed run={async () => 'done'} />)
  fireEvent.click(screen.getByText('结算'))
  await waitFor(() => expect(ended).toHaveBeenCalledWith('done'))
  expect(screen.queryByLabelText('身份验证码')).toBeNull()
})

test('an empty code says the check failed, a wrong one is asked for again, the right one does it', async () => {
  const run = vi
    .fn<(code: string | undefined) => Promise<string>>()
    .mockRejectedValueOnce(refused())
    .mockRejectedValueOnce(refused())
    .mockResolvedValueOnce('done')
  renderPage(<Deed run={run} />)
  fireEvent.click(screen.getByText('结算'))
  await code()
  fireEvent.click(screen.getByText('确定'))
  await screen.findByText('身份验证失败，请重试')
  expect(run).toHaveBeenCalledTimes(1)
  await enter('12 34-56')
  fireEvent.click(screen.getByText('确定'))
  await screen.findByText('验证码错误')
  expect(run).toHaveBeenLastCalledWith('123456')
  await enter('654321')
  fireEvent.keyDown(await code(), { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(ended).toHaveBeenCalledWith('done'))
  expect(run).toHaveBeenCalledTimes(3)
})

test('left without a code, and any other failure, is the caller’s to show', async () => {
  const other = new ApiError(400000, '金额过大', 'settleAmount')
  const run = vi
    .fn<(code: string | undefined) => Promise<string>>()
    .mockRejectedValueOnce(refused())
    .mockRejectedValueOnce(refused())
    .mockRejectedValueOnce(other)
  renderPage(<Deed run={run} />)
  fireEvent.click(screen.getByText('结算'))
  await code()
  fireEvent.click(screen.getByText('取消'))
  await waitFor(() => expect(failed.mock.calls[0]?.[0]).toMatchObject({ field: 'identify_code' }))
  fireEvent.click(screen.getByText('结算'))
  await enter('123456')
  fireEvent.click(screen.getByText('确定'))
  await waitFor(() => expect(failed).toHaveBeenLastCalledWith(other))
})
