import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { features } from '../../../contract/index.ts'
import { ruleSeeds } from '../../../contract/rules.ts'
import { write } from '../../kit/storage.ts'
import { renderPage } from '../../kit/test-page.tsx'
import { Alerts } from './Alerts.tsx'
import { usualAlerts } from './quiet.ts'
import { alertWords } from './words.ts'

const told: string[] = []
let pending: { id: number; username: string; amount: number; waited_minutes: number }[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await alertWords.load('zh-cn')
  localStorage.clear()
  told.length = 0
  const rule = ruleSeeds.find(({ name, tree }) => name === features.settlement.orders.rule && tree === 1)
  write('authRuleIds', [rule?.id ?? 0])
  write('user_info', { id: 1, username: 'finance', kind: 1 } as never)
  write('alerts', { ...usualAlerts, desktop: true })
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static readonly permission = 'granted'
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super()
        told.push(`${title} ${body}`)
      }
    },
  )
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, code: 200, message: '', data: { list: pending } }),
  )
})
afterEach(() => vi.useRealTimers())

const aMinute = () =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(60_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

test('what waits already is no news; a new order is told, and one past the promise once', async () => {
  const order = (id: number, waited_minutes: number) => ({
    id,
    username: `channel${id}`,
    amount: 1500,
    waited_minutes,
  })
  pending = [order(1, 28)]
  const page = renderPage(<Alerts go={() => {}} />)
  await aMinute()
  expect(told).toEqual([])
  pending = [order(1, 29), order(2, 0)]
  await aMinute()
  expect(told).toEqual(['新结算单 channel2 申请 1.500,00 BRL'])
  pending = [order(1, 30), order(2, 1)]
  await aMinute()
  await aMinute()
  expect(told.slice(1)).toEqual(['结算单超时 channel1 的结算单已等待 30 分钟'])
  page.unmount()
  // The next tab, or the same one after a reload, does not tell it again.
  renderPage(<Alerts go={() => {}} />)
  await aMinute()
  expect(told).toHaveLength(2)
})

test('what was switched off is not told, and a breach in quiet hours when they end', async () => {
  write('alerts', { ...usualAlerts, desktop: true, about: { ...usualAlerts.about, late: false } })
  pending = [{ id: 7, username: 'channel7', amount: 1, waited_minutes: 90 }]
  renderPage(<Alerts go={() => {}} />)
  await aMinute()
  expect(told).toEqual([])
  write('alerts', { ...usualAlerts, desktop: true, quiet: { on: true, from: '00:00', to: '00:00' } })
  pending = [{ id: 8, username: 'channel8', amount: 1, waited_minutes: 90 }]
  await aMinute()
  expect(told).toEqual([])
  write('alerts', { ...usualAlerts, desktop: true })
  await aMinute()
  expect(told).toEqual(['结算单超时 channel8 的结算单已等待 90 分钟'])
})
