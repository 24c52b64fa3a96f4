import { expect, test } from './kit/test.ts'

test('an order submitted while its platform is down is delivered later, and paid once', async ({
  openDesk,
  sandbox,
  w,
}) => {
  test.slow()
  const [order = ''] = await sandbox.order(3, 1)
  const desk = await openDesk('finance', 3)
  await desk.search({ orderNo: order, all: true })
  await desk.lock(order)
  await sandbox.faults(3, { down: true })
  try {
    await desk.act(order, w.review.deeds.review)
    await desk.confirm(w.review.submitTitle, w.review.submit)
    await desk.shows(order, 4)
    const { queued, unknown } = w.review.delivery
    await expect(desk.row(order)).toContainText(new RegExp(`${queued}|${unknown}`))
    await expect(desk.page.getByText(w.review.linkTrouble)).toBeVisible({ timeout: 30_000 })
    // The list comes from here, not from the platform: it goes on.
    await desk.page.getByRole('button', { name: w.kit.search }).filter({ visible: true }).last().click()
    await desk.shows(order, 4)
  } finally {
    await sandbox.faults(3, { down: false })
  }
  await expect(desk.row(order)).toContainText(desk.textOf(100), { timeout: 60_000 })
  expect(await sandbox.payout(3, order)).toMatchObject({ paidTimes: 1 })
})
