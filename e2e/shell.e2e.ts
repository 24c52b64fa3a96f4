import { quickSettlePath } from '../contract/settlement.ts'
import { expect, test } from './kit/test.ts'

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
  await expect(staff.getByRole('region', { name: today.title })).toHaveCount(0)
})
