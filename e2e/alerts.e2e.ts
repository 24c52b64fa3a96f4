import { expect, type Page, test } from './kit/test.ts'

/** What the system and the loudspeaker would have been given, in each page of the browser. */
async function listen(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.context().addInitScript(() => {
    const told: { title: string; text: string }[] = []
    class Told extends EventTarget {
      static readonly permission = 'granted'
      static readonly requestPermission = async () => 'granted'
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super()
        told.push({ title, text: body })
      }
      close() {}
    }
    let tones = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      tones += 1
      start.call(this, when)
    }
    Object.assign(window, { Notification: Told, told, tones: () => tones })
  })
  await page.reload()
}

interface Heard {
  told: { title: string; text: string }[]
  tones: () => number
}
const heard = (page: Page) =>
  page.evaluate(() => {
    const { told, tones } = window as unknown as Heard
    return { told, tones: tones() }
  })

/** Whether it is this page that tells, of all pages of the browser. */
const speaks = (page: Page) =>
  page.evaluate(() =>
    navigator.locks.request('who-am-i', async () => {
      const { held = [] } = await navigator.locks.query()
      const holder = (name: string) => held.find((lock) => lock.name === name)?.clientId
      return holder('pitboss-alerts') === holder('who-am-i')
    }),
  )

async function settings(page: Page, w: { shell: { account: string; alerts: string } }): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(user )?${w.shell.account} `) }).click()
  await page.getByRole('menuitem', { name: w.shell.alerts }).click()
}

test('new orders are told once, by the tab used last, and not in quiet hours', async ({
  open,
  sandbox,
  w,
}) => {
  test.setTimeout(120_000)
  const page = await open('finance', '/')
  await listen(page)
  await settings(page, w)
  const dialog = page.getByRole('dialog', { name: w.alerts.title })
  await dialog.getByRole('switch', { name: w.alerts.desktop }).click()
  await dialog.getByRole('switch', { name: w.alerts.sound }).click()
  await expect(dialog.getByRole('switch', { name: w.alerts.desktop })).toBeChecked()
  // Orders of others who use the same product may be heard meanwhile.
  const isOrders = ({ title }: { title: string }) => title === w.alerts.newOrders
  await expect.poll(async () => (await heard(page)).tones).toBeGreaterThanOrEqual(2)
  await dialog.getByRole('button', { name: w.alerts.try }).click()
  const tried = { title: w.alerts.title, text: w.alerts.tryText }
  await expect.poll(async () => (await heard(page)).told).toContainEqual(tried)
  await page.keyboard.press('Escape')

  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'finance' })).toBeVisible()
  await expect(
    other.getByRole('status', { name: w.shell.live }).or(other.locator('.pb-live[data-on]')),
  ).toBeVisible()
  // What alerts takes a moment to load; whatever is pressed after that makes this tab the one that speaks.
  await expect
    .poll(async () => {
      await other.keyboard.press('Shift')
      return speaks(other)
    })
    .toBe(true)
  expect(await speaks(page)).toBe(false)
  // The stream and the first count of the tab that now speaks.
  await other.waitForTimeout(2000)
  const toldBefore = (await heard(page)).told.filter(isOrders)
  await sandbox.order(1, 2)
  await expect
    .poll(async () => (await heard(other)).told.filter(isOrders).map(({ text }) => text), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('Aurora'))
  expect((await heard(other)).tones).toBeGreaterThanOrEqual(2)
  expect((await heard(page)).told.filter(isOrders)).toEqual(toldBefore)

  await settings(other, w)
  await other.getByRole('switch', { name: w.alerts.quiet, exact: true }).click()
  await expect(other.getByRole('dialog').locator('.ant-picker-range')).toBeVisible()
  await other.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('pitboss_alerts') ?? '{}') as { quiet: object }
    kept.quiet = { on: true, from: '00:00', to: '00:00' }
    localStorage.setItem('pitboss_alerts', JSON.stringify(kept))
  })
  // What gathered before the quiet began has been said by then.
  await other.waitForTimeout(5000)
  const before = (await heard(other)).told.length
  await sandbox.order(1, 1)
  await other.waitForTimeout(6000)
  expect((await heard(other)).told).toHaveLength(before)
})

test('the settings show what concerns the account, and live in this browser', async ({ open, w }) => {
  const page = await open('channel01', '/')
  await listen(page)
  await settings(page, w)
  const dialog = page.getByRole('dialog', { name: w.alerts.title })
  await expect(dialog.getByRole('switch', { name: w.alerts.settlements })).toBeChecked()
  await expect(dialog.getByRole('switch', { name: w.alerts.orders })).toHaveCount(0)
  await expect(dialog.getByRole('switch', { name: w.alerts.late })).toHaveCount(0)
  await dialog.getByRole('switch', { name: w.alerts.settlements }).click()
  await page.reload()
  await settings(page, w)
  await expect(dialog.getByRole('switch', { name: w.alerts.settlements })).not.toBeChecked()
})
