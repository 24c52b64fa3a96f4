import { features } from '../contract/index.ts'
import { quickSettlePath } from '../contract/settlement.ts'
import { Desk } from './kit/desk.ts'
import { expect, type Page, test } from './kit/test.ts'
import { pageTitle } from './kit/titles.ts'
import { type Words, wordsOf } from './kit/words.ts'

test('a channel finds its day, what it may ask for and the ways to both on its home page', async ({
  open,
  w,
}) => {
  const page = await open('channel01', '/')
  const day = page.getByRole('region', { name: w.reports.today.title })
  const { today, figures } = w.reports
  for (const label of [today.unsettled, today.pledge, figures.Deposit, figures.DWdiff, figures.AdvOut])
    await expect(day.getByText(label, { exact: true })).toBeVisible()
  await expect(day.locator('svg.pb-day-bars')).toHaveCount(10)
  await expect(day.getByText(today.yesterday(''), { exact: false })).toHaveCount(10)
  const links = day.getByRole('navigation', { name: today.links }).getByRole('button')
  await expect(links).toHaveCount(3)
  await links.nth(1).click()
  await expect(page).toHaveURL(new RegExp(`${quickSettlePath}$`))

  const staff = await open('finance', '/')
  await expect(staff.getByRole('heading', { name: 'finance' })).toBeVisible()
  await expect(staff.locator('.pb-home-channel')).toHaveCount(0)
})

const paletteOf = (page: Page, w: Words) => page.getByRole('dialog', { name: w.palette.title })

test('by the keyboard alone one goes to a page, does something, and opens an order by its number', async ({
  open,
  language,
  sandbox,
  w,
}) => {
  const [order = ''] = await sandbox.order(1, 1)
  const page = await open('finance', '/')
  const palette = paletteOf(page, w)
  await expect(page.getByRole('heading', { name: 'finance' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  // A page is found by its name in either language.
  await page.keyboard.type(pageTitle.letters[language === 'zh-cn' ? 'en-us' : 'zh-cn'])
  await expect(palette.getByRole('option', { selected: true })).toContainText(pageTitle.letters[language])
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${features.link.deadLetters.path}$`))

  await page.keyboard.press('Control+k')
  await page.keyboard.type(w.palette.appearance(w.kit.appearances.dark))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-dark', '')

  await page.keyboard.press('Control+k')
  await page.keyboard.type(order)
  const hit = palette.getByRole('option', { name: order })
  await expect(hit).toHaveCount(1)
  await page.keyboard.press('Enter')
  const desk = new Desk(page, w, language)
  await desk.shows(order, 0)
  await expect(page.getByRole('checkbox', { name: w.review.allStatus })).toBeChecked()
  // The page's own help wins over the console's; Escape leaves help and review, not the search.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: w.review.help, exact: true })).toBeVisible()
})

test('nobody finds what their pages would not show', async ({ open, sandbox, w }) => {
  const [order = ''] = await sandbox.order(1, 1)
  const page = await open('channel01', '/')
  const palette = paletteOf(page, w)
  await page.getByRole('button', { name: w.shell.find }).click()
  const look = async (text: string) => {
    await palette.getByRole('combobox').fill(text)
    await expect(palette.getByRole('status')).not.toHaveText(w.palette.searching)
  }
  await look(order)
  await expect(palette.getByRole('status')).toHaveText(w.palette.nothing)
  await look('channel02')
  await expect(palette.getByRole('status')).toHaveText(w.palette.nothing)
  await look('sub0')
  await expect(palette.getByRole('option', { name: /^sub01/ })).toHaveCount(1)
  await expect(palette.getByRole('option', { name: /^sub02/ })).toHaveCount(0)
  await palette.getByRole('option', { name: /^sub01/ }).click()
  await expect(page).toHaveURL(/username=sub01/)
  await expect(page.getByRole('row').filter({ hasText: 'sub01' })).toHaveCount(1)
})

test('a question mark shows the keys, a slash goes to the search, and neither while one writes', async ({
  open,
  w,
}) => {
  const page = await open('finance', features.accounts.channels.path)
  const help = page.getByRole('dialog', { name: w.palette.help })
  await expect(page.getByRole('search')).toBeVisible()
  await page.keyboard.press('?')
  await expect(help).toContainText('Ctrl K')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.locator('.pb-search input:focus')).toHaveCount(1)
  const field = page.getByRole('search').getByRole('textbox').first()
  await field.focus()
  await page.keyboard.type('?/')
  await expect(field).toHaveValue('?/')
  await expect(help).toBeHidden()
})

test('a half-filled dialog keeps what was entered when the language changes', async ({
  open,
  language,
  w,
}) => {
  const page = await open('admin', features.accounts.users.path)
  await page.getByRole('button', { name: w.accounts.add }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await dialog.getByRole('textbox', { name: w.accounts.username }).fill('half-filled')
  await dialog.getByRole('textbox', { name: w.accounts.remark }).fill('未保存 not saved')

  // The dialog lies over the switch, so the language changes in another tab: it is one for all of them.
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: w.kit.language }).click()
  await other.getByRole('menuitem', { name: language === 'zh-cn' ? 'English' : '简体中文' }).click()
  const spoken = wordsOf(language === 'zh-cn' ? 'en-us' : 'zh-cn')
  await expect(dialog.getByRole('textbox', { name: spoken.accounts.username })).toHaveValue('half-filled')
  await expect(dialog.getByRole('textbox', { name: spoken.accounts.remark })).toHaveValue('未保存 not saved')
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh-cn' ? 'en-US' : 'zh-CN')
  await other.getByRole('button', { name: spoken.kit.language }).click()
  await other.getByRole('menuitem', { name: language === 'zh-cn' ? '简体中文' : 'English' }).click()
  await expect(dialog.getByRole('textbox', { name: w.accounts.username })).toHaveValue('half-filled')
})

test('cells and rows of a list are copied by the right button and by keys', async ({ open, w }) => {
  const page = await open('finance', features.accounts.channels.path)
  const row = page.getByRole('row').filter({ hasText: 'channel01' })
  const held = () => page.evaluate(() => navigator.clipboard.readText())
  await row.getByText('channel01', { exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: w.kit.copyCell }).click()
  await expect.poll(held).toBe('channel01')
  await row.getByText('channel01', { exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: w.kit.copyRow }).click()
  await expect.poll(held).toMatch(/(^|\t)channel01\t.*10001/)

  await page.locator('.ant-table-body').filter({ visible: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('td:focus')).toBeVisible()
  while (!(await page.locator('td:focus').innerText()).startsWith('channel'))
    await page.keyboard.press('ArrowRight')
  const name = (await page.locator('td:focus').innerText()).trim()
  await page.keyboard.press('Control+c')
  await expect.poll(held).toBe(name)
  await page.keyboard.press('Shift+C')
  await expect.poll(held).toMatch(new RegExp(`(^|\t)${name}\t`))
})
