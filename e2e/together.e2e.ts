import { withdrawals } from '../contract/withdrawals.ts'
import { expect, test } from './kit/test.ts'
import { wordsOf } from './kit/words.ts'

test('of two people at one queue, each sees at once what the other took @once', async ({
  openDesk,
  sandbox,
}) => {
  const zh = wordsOf('zh-cn').review
  const en = wordsOf('en-us').review
  const [order = ''] = await sandbox.order(1, 1)
  const first = await openDesk('finance', 1, { language: 'zh-cn' })
  const second = await openDesk('finance2', 1, { language: 'en-us' })
  for (const desk of [first, second]) {
    await desk.search({ orderNo: order })
    await desk.shows(order, 0)
  }
  await first.lock(order)
  await expect(second.row(order)).toContainText(en.holder('finance'), { timeout: 3000 })
  await second.shows(order, 6)
  for (const deed of ['lock', 'review', 'refuse', 'confiscate', 'unlock'] as const) {
    await expect(second.row(order).getByRole('button', { name: en.deeds[deed], exact: true })).toHaveCount(0)
  }
  await first.act(order, zh.deeds.unlock)
  await first.confirm(zh.deeds.unlock)
  await second.shows(order, 0)
})

test('who loses a race is told who holds the order', async ({ openDesk, sandbox, voice, w }) => {
  const [order = ''] = await sandbox.order(1, 1)
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order })
  await desk.shows(order, 0)
  // The answer of the server has not reached this page yet when the button is pressed.
  await desk.page.route('**/adminapi/live*', (route) => route.abort())
  const path = withdrawals.lock.path.replace('/adminapi/', '')
  await desk.page.route(`**${withdrawals.lock.path}`, async (route) => {
    await voice('finance2').call(path, { platformId: 1, orderNo: order })
    await route.continue()
  })
  await desk.act(order, w.review.deeds.lock)
  await expect(desk.row(order)).toContainText(w.review.holder('finance2'))
  await expect(desk.page.getByText(/finance2/).first()).toBeVisible()
  await expect(desk.row(order).getByText(/finance2/)).not.toHaveCount(0)
})
