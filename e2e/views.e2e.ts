import { features } from '../contract/index.ts'
import { expect, test } from './kit/test.ts'

test('a search saved as a view comes back with one click, columns included', async ({
  open,
  w,
  language,
}) => {
  const page = await open('operator', features.accounts.channels.path)
  const name = `view ${language}`
  const bar = page.getByRole('search').filter({ visible: true })
  await bar.getByRole('textbox', { name: w.accounts.username }).fill('channel01')
  await bar.getByRole('button', { name: w.kit.search }).click()
  await expect(page.getByRole('row', { name: 'channel02' })).toHaveCount(0)
  await page.getByRole('button', { name: w.kit.columns }).click()
  await page.getByRole('checkbox', { name: w.accounts.business, exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: w.kit.views }).click()
  await page.getByRole('textbox', { name: w.kit.viewName }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  const next = await open('operator', features.accounts.channels.path)
  await expect(next.getByRole('row', { name: 'channel02' })).toBeVisible()
  await next.getByRole('button', { name: w.kit.views }).click()
  await next.getByRole('button', { name, exact: true }).click()
  await expect(next.getByRole('row', { name: 'channel02' })).toHaveCount(0)
  await expect(next.getByRole('row', { name: 'channel01' })).toBeVisible()
  await expect(next.getByRole('columnheader', { name: w.accounts.business, exact: true })).toHaveCount(0)
  await next.getByRole('button', { name: w.kit.views }).click()
  await next.getByRole('button', { name: `${w.kit.deleteView} ${name}` }).click()
  await expect(next.getByRole('button', { name, exact: true })).toHaveCount(0)
})
