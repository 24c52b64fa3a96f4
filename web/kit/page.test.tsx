import { act, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { platforms } from '../../contract/platforms.ts'
import { useKeys } from './keys.ts'
import { PageModal } from './PageModal.tsx'
import { PageAwakeContext, PageShownContext } from './page.tsx'
import { refresh, useCall } from './query.ts'
import { renderPage } from './test-page.tsx'

const asked = vi.fn<(url: string) => void>()
vi.stubGlobal('fetch', async (url: string | Request) => {
  asked(String(url))
  return Response.json({ success: true, code: 200, message: '', data: { list: [], count: 0 } })
})

const pressed = vi.fn<() => void>()

function Content() {
  useCall(platforms.liveList, {}, { everyMs: 20, silent: true })
  useKeys({ j: pressed })
  return (
    <PageModal open title="over the page">
      dialog
    </PageModal>
  )
}

let put: (away: boolean) => void
function Kept() {
  const [away, setAway] = useState(false)
  useEffect(() => {
    put = setAway
  }, [])
  return (
    <PageShownContext value={!away}>
      <PageAwakeContext value={!away}>
        <Content />
      </PageAwakeContext>
    </PageShownContext>
  )
}

const pause = async (ms: number) => act(async () => new Promise((done) => setTimeout(done, ms)))
const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))

test('a page put away asks nothing, hears no keys and takes its dialogs along, until it comes back', async () => {
  renderPage(<Kept />)
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(2), 5000)
  expect(screen.getByText('dialog')).toBeTruthy()

  act(() => put(true))
  expect(screen.queryByText('dialog')).toBeNull()
  press()
  expect(pressed).not.toHaveBeenCalled()
  await pause(200)
  const before = asked.mock.calls.length
  await act(async () => refresh(platforms.liveList))
  await pause(100)
  expect(asked).toHaveBeenCalledTimes(before)

  act(() => put(false))
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before), 5000)
  expect(screen.getByText('dialog')).toBeTruthy()
})
