import { expect, test } from './kit/test.ts'

test('twenty orders are reviewed and paid with the keyboard alone', async ({
  openDesk,
  language,
  sandbox,
  w,
}) => {
  test.setTimeout(300_000)
  // Each language has a player of its own: both runs may stand in one queue at the same time.
  const roleId = await sandbox.player(2, language === 'zh-cn' ? 5 : 6)
  const orders = await sandbox.order(2, 20, { roleId })
  const desk = await openDesk('finance', 2)
  const { page } = desk
  await page.evaluate(() => {
    const heard: string[] = []
    for (const type of ['mousedown', 'mouseup', 'pointerdown', 'pointermove', 'mousemove', 'touchstart']) {
      document.addEventListener(type, (event) => event.isTrusted && heard.push(type), true)
    }
    Object.assign(window, { pointerHeard: heard })
  })
  await expect(desk.row(orders[0] ?? '').or(page.locator('.pb-row-current'))).not.toHaveCount(0)

  await page.keyboard.press('/')
  await page.keyboard.type(roleId)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const began = Date.now()
  for (const order of orders) {
    // The mark moves on by itself, and what is listed first waits longest.
    const row = desk.row(order)
    await expect(row).toHaveClass(/pb-row-current/)
    await page.keyboard.press('l')
    await expect(row).toContainText(w.review.mine)
    await page.keyboard.press('s')
    await expect(desk.dialog(w.review.submitTitle)).toContainText(order)
    await expect(desk.dialog(w.review.submitTitle).getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(desk.dialog(w.review.submitTitle)).toBeHidden()
  }
  expect(Date.now() - began).toBeLessThan(150_000)
  const paid = async () => {
    const all = await Promise.all(orders.map((order) => sandbox.payout(2, order)))
    return all.map((payout) => payout?.paidTimes)
  }
  await expect.poll(paid, { timeout: 30_000 }).toEqual(orders.map(() => 1))
  expect(await page.evaluate(() => (window as unknown as { pointerHeard: string[] }).pointerHeard)).toEqual(
    [],
  )
})
