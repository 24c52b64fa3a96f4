import { AxeBuilder } from '@axe-core/playwright'
import { features } from '../contract/index.ts'
import { Desk, livePath, reviewPath } from './kit/desk.ts'
import { expect, type Page, test } from './kit/test.ts'

/** What stands in the way of people who see, hear or move differently; only what really does. */
async function check(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        // antd measures its columns by a row that nobody can reach.
        .filter(
          ({ target }) => !(id === 'aria-hidden-focus' && String(target).includes('ant-table-measure-row')),
        )
        .map(({ target, failureSummary }) => `${where}: ${id} ${String(target)} ${failureSummary ?? ''}`),
    )
  expect.soft(found).toEqual([])
}

for (const dark of [false, true]) {
  test(`pages and dialogs are accessible in the ${dark ? 'dark' : 'light'}`, async ({
    open,
    sandbox,
    language,
    w,
  }) => {
    test.slow()
    const [order = ''] = await sandbox.order(1, 1)
    const out = await open(undefined, '/login', { dark })
    await expect(out.getByRole('button', { name: w.signIn.demoSignIn('admin') })).toBeVisible()
    await check(out, 'sign-in')

    const page = await open('finance', '/', { dark })
    await expect(page.getByRole('heading', { name: 'finance' })).toBeVisible()
    await check(page, 'home')
    await page.getByRole('button', { name: new RegExp(`^(user )?${w.shell.account} `) }).click()
    await page.getByRole('menuitem', { name: w.shell.sessions }).click()
    await expect(page.getByText(w.signIn.current)).toBeVisible()
    await check(page, 'my sessions')
    await page.keyboard.press('Escape')

    for (const path of [livePath, features.link.deadLetters.path, features.signIn.pwdEdit.path, '/nowhere']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: w.shell.logout })).toBeVisible()
      await expect(page.locator('.ant-spin-spinning')).toHaveCount(0)
      await check(page, path)
    }

    await page.goto(reviewPath(1))
    const desk = new Desk(page, w, language)
    await desk.search({ orderNo: order })
    await desk.shows(order, 0)
    await check(page, 'review')
    await desk.lock(order)
    const { deeds, submitTitle } = w.review
    const dialogs = [
      [deeds.review, submitTitle],
      [deeds.refuse, deeds.refuse],
      [deeds.refuseDuty, deeds.refuseDuty],
      [deeds.confiscate, deeds.confiscate],
      [deeds.unlock, deeds.unlock],
      [deeds.remark, deeds.remark],
      [deeds.mail, deeds.mail],
      [deeds.duty, deeds.duty],
      [deeds.log, w.review.logTitle(order)],
    ] as const
    for (const [deed, title] of dialogs) {
      await desk.act(order, deed)
      await expect(desk.dialog(title)).toBeVisible()
      await check(page, title)
      await page.keyboard.press('Escape')
      await expect(desk.dialog(title)).toBeHidden()
    }
    await page.keyboard.press('?')
    await check(page, w.review.help)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: w.review.players }).click()
    await expect(desk.dialog(w.review.playersTitle).getByRole('row')).not.toHaveCount(0)
    await check(page, w.review.playersTitle)
    await page.keyboard.press('Escape')
    await expect(desk.dialog(w.review.playersTitle)).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary', { name: w.review.evidence })).toBeVisible()
    await check(page, w.review.evidence)
  })
}
