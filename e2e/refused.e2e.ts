import { features } from '../contract/index.ts'
import { livePath } from './kit/desk.ts'
import { kept } from './kit/people.ts'
import { expect, test } from './kit/test.ts'
import { pageTitle } from './kit/titles.ts'
import { enter } from './product.ts'

test('who may only read sees orders and no way to change them', async ({ openDesk, sandbox, w }) => {
  const [order = ''] = await sandbox.order(1, 1)
  const desk = await openDesk('viewer', 1)
  await desk.search({ orderNo: order })
  await desk.shows(order, 0)
  const { deeds, batch } = w.review
  const review = desk.dialog(w.review.title('Aurora'))
  const changes = ['lock', 'hold', 'review', 'refuse', 'confiscate', 'unlock', 'duty', 'mail'] as const
  for (const deed of changes) {
    await expect(review.getByRole('button', { name: deeds[deed], exact: true })).toHaveCount(0)
  }
  for (const label of Object.values(batch)) {
    await expect(review.getByRole('button', { name: label, exact: true })).toHaveCount(0)
  }
  await desk.page.keyboard.press('l')
  await desk.page.keyboard.press('c')
  await desk.shows(order, 0)
  await expect(desk.page.getByRole('dialog', { name: deeds.confiscate })).toHaveCount(0)
})

test('a page without its rule says so, a menu shows what is allowed, an unknown address is a page too', async ({
  open,
  language,
  w,
  baseURL,
}) => {
  const name = language === 'zh-cn' ? 'sales01' : 'sales02'
  const page = await open(undefined, livePath, { storage: kept(await enter(baseURL ?? '', name)) })
  await expect(page.getByText(w.kit.refused)).toBeVisible()
  await expect(page.getByRole('menuitem', { name: pageTitle.live[language] })).toHaveCount(0)

  await page.goto(features.link.deadLetters.path)
  await expect(page.getByText(w.kit.refused)).toBeVisible()

  await page.goto('/adminapi/nowhere')
  await expect(page.getByText(w.shell.notFound)).toBeVisible()
  await expect(page.getByRole('navigation', { name: w.shell.openPages })).toBeVisible()
  await page.getByRole('button', { name: w.shell.toHome }).click()
  await expect(page.getByRole('heading', { name: name })).toBeVisible()
})
