import { features } from '../contract/index.ts'
import { livePath } from './kit/desk.ts'
import { expect, test } from './kit/test.ts'
import { pageTitle } from './kit/titles.ts'
import { wordsOf } from './kit/words.ts'

const lettersPath = features.link.deadLetters.path

test('open pages keep what was entered, also across a reload and a change of language', async ({
  open,
  language,
  w,
}) => {
  const page = await open('finance', livePath)
  const tags = page.getByRole('navigation', { name: w.shell.openPages })
  const remark = page.getByRole('textbox', { name: w.live.remark })
  const letters = page.getByRole('menuitem', { name: pageTitle.letters[language] })
  const live = page.getByRole('menuitem', { name: pageTitle.live[language] })

  await remark.fill('A站')
  await page.getByRole('button', { name: w.kit.search }).click()
  await expect(page).toHaveURL(/platform_remark=/)
  await expect(page.getByRole('row').filter({ hasText: 'Borealis' })).toHaveCount(0)
  await remark.fill('not searched yet')
  await letters.click()
  await expect(page).toHaveURL(new RegExp(`${lettersPath}$`))
  await live.click()
  await expect(remark).toHaveValue('not searched yet')
  await expect(page).toHaveURL(/platform_remark=/)

  const other = wordsOf(language === 'zh-cn' ? 'en-us' : 'zh-cn')
  await page.getByRole('button', { name: w.kit.language }).click()
  await page.getByRole('menuitem', { name: language === 'zh-cn' ? 'English' : '简体中文' }).click()
  await expect(page.getByRole('textbox', { name: other.live.remark })).toHaveValue('not searched yet')
  await page.getByRole('button', { name: other.kit.language }).click()
  await page.getByRole('menuitem', { name: language === 'zh-cn' ? '简体中文' : 'English' }).click()

  await page.reload()
  await expect(remark).toHaveValue('A站')
  await expect(tags.getByRole('button', { name: w.shell.closeTag('') })).toHaveCount(2)
  await tags.getByRole('button', { name: w.shell.openPages }).click()
  await page.getByRole('menuitem', { name: w.shell.closeOthers }).click()
  await expect(tags.getByRole('button', { name: w.shell.closeTag('') })).toHaveCount(1)
  await tags.getByRole('button', { name: w.shell.closeTag(pageTitle.live[language]) }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: 'finance' })).toBeVisible()
})

test('an address is a page for a browser and a call for a program', async ({ open, request, language }) => {
  const page = await open('finance', livePath)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Aurora' })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(pageTitle.live[language]))
  const answer = await request.get(livePath, { headers: { accept: 'application/json' } })
  expect(await answer.json()).toMatchObject({ success: false, code: 410000 })
})

test('a page opened by the address of its call has one tag and its place in the menu', async ({
  open,
  w,
}) => {
  const page = await open(
    'viewer',
    features.reports.subChannelDaily.path.toUpperCase().replace('ADMINAPI', 'adminapi'),
  )
  const current = page
    .getByRole('menuitem')
    .filter({ visible: true })
    .and(page.locator('.ant-menu-item-selected'))
  const name = (await current.textContent()) ?? ''
  const tags = page.getByRole('navigation', { name: w.shell.openPages })
  await expect(tags.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  await current.click()
  await expect(tags.getByRole('button', { name, exact: true })).toHaveCount(1)
})

test('a page that was scrolled stands where it was left', async ({ open, language }) => {
  const page = await open('finance', livePath, { viewport: { width: 1000, height: 420 } })
  await expect(page.getByRole('row').filter({ hasText: 'Aurora' })).toBeVisible()
  const scrolled = () =>
    page.locator('section.pb-page:visible').evaluate((section) => {
      const all = [section, ...section.querySelectorAll('*')]
      return Math.max(...all.map((element) => element.scrollTop))
    })
  await page.getByRole('row').filter({ hasText: 'Aurora' }).hover()
  await page.mouse.wheel(0, 120)
  await expect.poll(scrolled).toBeGreaterThan(0)
  const before = await scrolled()
  await page.getByRole('menuitem', { name: pageTitle.letters[language] }).click()
  await expect(page).toHaveURL(new RegExp(`${lettersPath}$`))
  await page.getByRole('menuitem', { name: pageTitle.live[language] }).click()
  await expect.poll(scrolled).toBe(before)
})

test('in the dark and on a narrow screen the menu lies over the page and goes after a choice', async ({
  open,
  language,
  w,
}) => {
  const page = await open('finance', livePath, { viewport: { width: 760, height: 900 } })
  await page.getByRole('button', { name: w.kit.appearance }).click()
  await page.getByRole('menuitem', { name: w.kit.appearances.dark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-dark', '')
  await expect(page.getByRole('menuitem', { name: pageTitle.letters[language] })).toBeHidden()
  await page.getByRole('button', { name: w.shell.openMenu }).click()
  await page.getByRole('menuitem', { name: pageTitle.letters[language] }).click()
  await expect(page).toHaveURL(new RegExp(`${lettersPath}$`))
  await expect(page.getByRole('menuitem', { name: pageTitle.letters[language] })).toBeHidden()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})

test('tags change places by keys and by carrying, close by Delete, and a refreshed page asks again', async ({
  open,
  language,
  w,
}) => {
  const page = await open('finance', livePath)
  const tags = page.getByRole('navigation', { name: w.shell.openPages })
  const titles = tags.locator('.pb-open-title')
  const letters = pageTitle.letters[language]
  const live = pageTitle.live[language]
  const orders = pageTitle.settleOrders[language]
  await page.getByRole('menuitem', { name: letters }).click()
  await expect(titles).toHaveText([pageTitle.home[language], live, letters])
  await page.goto(features.settlement.orders.path)
  await expect(titles).toHaveText([pageTitle.home[language], live, letters, orders])

  await tags.getByRole('button', { name: orders, exact: true }).press('Control+ArrowLeft')
  await expect(titles).toHaveText([pageTitle.home[language], live, orders, letters])
  await expect(tags.getByRole('button', { name: orders, exact: true })).toBeFocused()
  await page.keyboard.press('Control+ArrowLeft')
  await page.keyboard.press('Control+ArrowLeft')
  await expect(titles).toHaveText([pageTitle.home[language], orders, live, letters])
  await expect(tags.getByRole('status')).toHaveText(w.shell.movedTag(orders, 2, 4))
  await page.keyboard.press('ArrowRight')
  await expect(tags.getByRole('button', { name: live, exact: true })).toBeFocused()

  const letter = tags.getByRole('button', { name: letters, exact: true })
  await letter.dragTo(tags.getByRole('button', { name: orders, exact: true }))
  await expect(titles).toHaveText([pageTitle.home[language], letters, orders, live])
  await page.reload()
  await expect(titles).toHaveText([pageTitle.home[language], letters, orders, live])

  await letter.press('Delete')
  await expect(titles).toHaveText([pageTitle.home[language], orders, live])
  await tags.getByRole('button', { name: live, exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Aurora' })).toBeVisible()
  const asked = page.waitForRequest((request) => request.url().includes(`${livePath}?`))
  await tags.getByRole('button', { name: w.shell.refreshPage }).click()
  await asked
  await tags.getByRole('button', { name: orders, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: w.shell.moveRight }).click()
  await expect(titles).toHaveText([pageTitle.home[language], live, orders])
})

test('the clock tells the region, its zone and the seconds; the window fills the screen and leaves it', async ({
  open,
  language,
  w,
}) => {
  const page = await open('finance', '/')
  const clock = page.locator('.pb-clock')
  await expect(clock).toContainText(language === 'zh-cn' ? '巴西' : 'Brazil')
  await expect(clock).toContainText('UTC-3')
  const time = clock.locator('time')
  const first = await time.textContent()
  expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await expect(time).not.toHaveText(first ?? '')
  await page.getByRole('button', { name: w.kit.fullscreen }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await page.getByRole('button', { name: w.kit.fullscreenOff }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
})
