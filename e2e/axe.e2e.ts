import { AxeBuilder } from '@axe-core/playwright'
import { features } from '../contract/index.ts'
import { quickSettlePath } from '../contract/settlement.ts'
import { groupConfigPath } from '../contract/settlement-rates.ts'
import { Desk, livePath, reviewPath } from './kit/desk.ts'
import { expect, type Page, test } from './kit/test.ts'

/** What stands in the way of people who see, hear or move differently: all of it in the light, colours in the dark too. */
async function check(page: Page, where: string, within?: string): Promise<void> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html[data-dark]')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    let axe = new AxeBuilder({ page })
    if (within) axe = axe.include(within)
    // The theme changes colours and nothing else.
    if (colorScheme === 'dark') axe = axe.withRules(['color-contrast', 'link-in-text-block'])
    for (const { id, impact, nodes } of (await axe.analyze()).violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      for (const { target, failureSummary } of nodes) {
        // antd measures its columns by a row that nobody can reach.
        if (id === 'aria-hidden-focus' && String(target).includes('ant-table-measure-row')) continue
        found.push(`${where}, ${colorScheme}: ${id} ${String(target)} ${failureSummary ?? ''}`)
      }
    }
  }
  expect.soft(found).toEqual([])
}

test('pages and dialogs are accessible, in the light and in the dark', async ({
  open,
  sandbox,
  language,
  w,
}) => {
  test.setTimeout(300_000)
  const [order = ''] = await sandbox.order(1, 1)
  const out = await open(undefined, '/login')
  await expect(out.getByRole('button', { name: w.signIn.demoSignIn('admin') })).toBeVisible()
  await check(out, 'sign-in')

  const page = await open('finance', '/')
  await expect(page.getByRole('heading', { name: 'finance' })).toBeVisible()
  await check(page, 'home')
  const channel = await open('channel01', '/')
  await expect(channel.getByRole('region', { name: w.reports.today.title })).toContainText('BRL')
  await check(channel, 'home of a channel')
  await page.getByRole('button', { name: new RegExp(`^(user )?${w.shell.account} `) }).click()
  await page.getByRole('menuitem', { name: w.shell.sessions }).click()
  await expect(page.getByText(w.signIn.current)).toBeVisible()
  await check(page, 'my sessions', '.ant-modal')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: new RegExp(`^(user )?${w.shell.account} `) }).click()
  await page.getByRole('menuitem', { name: w.shell.alerts }).click()
  const alerts = page.getByRole('dialog', { name: w.alerts.title })
  await alerts.getByRole('switch', { name: w.alerts.quiet, exact: true }).click()
  await check(page, 'alert settings', '.ant-modal')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: w.shell.find }).click()
  const palette = page.getByRole('dialog', { name: w.palette.title })
  await palette.getByRole('combobox').fill('sales')
  await expect(palette.getByRole('option', { name: /^sales01/ })).toBeVisible()
  await check(page, 'palette', '.ant-modal')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: w.palette.help })).toBeVisible()
  await check(page, 'keys', '.ant-modal')
  await page.keyboard.press('Escape')

  for (const path of [
    livePath,
    features.statistics.dailyStatistics.path,
    features.statistics.monthlyStatistics.path,
    features.link.deadLetters.path,
    features.logs.serviceLogs.path,
    features.logs.channelBotLog.path,
    features.signIn.pwdEdit.path,
    '/nowhere',
  ]) {
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
    await check(page, title, '.ant-modal')
    await page.keyboard.press('Escape')
    await expect(desk.dialog(title)).toBeHidden()
  }
  await page.keyboard.press('?')
  await expect(desk.dialog(w.review.help)).toBeVisible()
  await check(page, w.review.help, '.ant-modal')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: w.review.players }).click()
  await expect(desk.dialog(w.review.playersTitle).getByRole('row')).not.toHaveCount(0)
  await check(page, w.review.playersTitle, '.ant-modal')
  await page.keyboard.press('Escape')
  await expect(desk.dialog(w.review.playersTitle)).toBeHidden()
  await desk.row(order).getByRole('cell').nth(7).dblclick()
  await expect(page.getByRole('complementary', { name: w.review.evidence })).toBeVisible()
  await check(page, w.review.evidence, '.pb-evidence')
})

test('channel monitoring and its dialogs are accessible, in the light and in the dark', async ({
  open,
  w,
}) => {
  test.setTimeout(180_000)
  const page = await open('operator', features.payways.paywaySummary.path)
  await expect(page.getByRole('row').filter({ hasText: 'Borealis' })).toContainText('PIX')
  await check(page, 'channel monitoring')
  await page.getByRole('button', { name: new RegExp(w.payways.moreOf('Borealis')) }).click()
  await expect(page.getByRole('list', { name: w.payways.moreOf('Borealis') })).toBeVisible()
  await check(page, 'other channels', '.ant-popover')
  await page.keyboard.press('Escape')
  const dialogs = [w.payways.oneClick, w.payways.priorities, w.payways.pushPriorities]
  for (const title of dialogs) {
    await page.getByRole('button', { name: new RegExp(`(^| )${title}$`) }).click()
    const dialog = page.getByRole('dialog', { name: title, exact: true })
    await expect(dialog).toBeVisible()
    if (title === w.payways.oneClick) {
      await dialog.getByRole('combobox', { name: w.payways.channel }).fill('SUFU')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await expect(dialog.getByRole('status')).toContainText('Borealis')
    }
    await check(page, title, '.ant-modal')
    await page.keyboard.press('Escape')
    if (title === w.payways.oneClick) await page.getByRole('button', { name: w.kit.discard }).click()
    await expect(dialog).toBeHidden()
  }
  const row = page.getByRole('row').filter({ hasText: 'Borealis' })
  await row.getByRole('button', { name: w.payways.platformChannels, exact: true }).click()
  await expect(page.getByRole('switch').first()).toBeVisible()
  await check(page, w.payways.platformChannels, '.ant-modal')
})

test('platforms, their link and their statistics are accessible, in the light and in the dark', async ({
  open,
  w,
}) => {
  test.setTimeout(240_000)
  const page = await open('admin', features.platforms.cateList.path)
  const listed = page.locator('[data-row-key]').filter({ visible: true })
  const dialog = page.getByRole('dialog').filter({ visible: true })
  const { cateList, platformList } = features.platforms
  const adding = [
    [cateList.path, w.live.addCategory],
    [platformList.path, w.live.addPlatform],
  ] as const
  for (const [path, add] of adding) {
    await page.goto(path)
    await expect(listed).not.toHaveCount(0)
    await check(page, path)
    await page.getByRole('button', { name: new RegExp(`${add}$`) }).click()
    // With everything that is missing said, too.
    await dialog.getByRole('button', { name: w.kit.ok, exact: true }).click()
    await expect(dialog.locator('.ant-form-item-explain-error')).not.toHaveCount(0)
    await check(page, add, '.ant-modal')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.goto(platformList.path)
  const aurora = listed.filter({ hasText: 'Aurora' }).first()
  await aurora.getByRole('button', { name: w.live.connect, exact: true }).click()
  await expect(dialog).toContainText('Aurora')
  await check(page, w.live.connect, '.ant-modal')
  await page.keyboard.press('Escape')
  await page.goto(features.link.health.path)
  await expect(listed).not.toHaveCount(0)
  await check(page, features.link.health.path)

  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const { dailyStatistics, monthlyStatistics } = features.statistics
  await page.goto(`${monthlyStatistics.path}?start=2026-01`)
  await expect(listed).not.toHaveCount(0)
  await page.getByRole('button', { name: new RegExp(`${w.statistics.chart}$`) }).click()
  await expect(page.getByRole('img', { name: w.statistics.compare })).toBeVisible()
  await check(page, 'months with their chart')
  await page.goto(`${dailyStatistics.path}?start=${day}&end=${day}&mergeByDayFlag=1`)
  await listed.first().getByRole('button', { name: w.statistics.detail, exact: true }).click()
  await expect(dialog.locator('[data-row-key]')).not.toHaveCount(0)
  await check(page, w.statistics.detail, '.ant-modal')
})

test('the pages of people and roles are accessible, in the light and in the dark', async ({ open, w }) => {
  test.setTimeout(300_000)
  const page = await open('admin', '/')
  const { accounts, roles } = features
  const listed = page.locator('[data-row-key]').filter({ visible: true })
  for (const path of [
    accounts.users.path,
    accounts.channels.path,
    accounts.subChannels.path,
    `${accounts.salesmans.path}?accountLevel=0`,
    accounts.agents.path,
    roles.roles.path,
    roles.auths.path,
    '/adminapi/system/channelAuths',
  ]) {
    await page.goto(path)
    await expect(listed).not.toHaveCount(0)
    await expect(page.locator('.ant-spin-spinning')).toHaveCount(0)
    await check(page, path)
  }

  await page.goto(roles.roles.path)
  await page.locator('tr[data-row-key="3"]').getByRole('button', { name: w.roles.authorize }).click()
  await expect(page.getByRole('treeitem')).not.toHaveCount(0)
  await check(page, 'permission settings', '.ant-modal')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Escape')
  for (const path of [accounts.users.path, accounts.subChannels.path, roles.roles.path, roles.auths.path]) {
    await page.goto(path)
    await expect(listed).not.toHaveCount(0)
    await page
      .getByRole('button', { name: new RegExp(`${w.accounts.add}$`) })
      .filter({ visible: true })
      .click()
    const form = page.getByRole('dialog').filter({ visible: true })
    await expect(form).toBeVisible()
    // With everything that is missing said, too.
    await form.getByRole('button', { name: w.kit.ok, exact: true }).click()
    await expect(form.locator('.ant-form-item-explain-error')).not.toHaveCount(0)
    await check(page, `${path} add`, '.ant-modal')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  }

  await page.goto(accounts.channels.path)
  await page.getByRole('button', { name: w.accounts.apiTemplate }).click()
  await expect(page.getByRole('spinbutton')).not.toHaveCount(0)
  await check(page, w.accounts.apiTemplate, '.ant-modal')
  await page.keyboard.press('Escape')
  await listed.first().getByRole('checkbox').check()
  await page.getByRole('button', { name: w.accounts.syncRemark }).filter({ visible: true }).click()
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveCount(2)
  await check(page, w.accounts.syncRemark, '.ant-modal')
  await page.keyboard.press('Escape')

  await page.goto(accounts.channels.path)
  const row = listed.first()
  const { edit, pledgeSet, otherPoints, pledgeRecords, settleRecords, apiPoints, xray } = w.accounts
  const { history } = w.history
  for (const label of [
    edit,
    pledgeSet,
    otherPoints,
    pledgeRecords,
    settleRecords,
    apiPoints,
    history,
    xray,
  ]) {
    const inRow = row.getByRole('button', { name: label, exact: true })
    await expect(row).toBeVisible()
    if (await inRow.isVisible()) await inRow.click()
    else {
      await row.getByRole('button', { name: w.kit.more }).click()
      await page.getByRole('menuitem', { name: label, exact: true }).click()
    }
    const opened = page.getByRole('dialog').filter({ visible: true })
    await expect(opened).toBeVisible()
    await expect(opened.locator('.ant-spin-spinning, [aria-busy=true]')).toHaveCount(0)
    await check(page, label, label === xray ? '.ant-drawer' : '.ant-modal')
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
  }
})

test('reports and settlement are accessible, in the light and in the dark', async ({ open, w }) => {
  test.setTimeout(300_000)
  const { reports, settlement } = features
  const page = await open('finance', '/')
  const listed = page.locator('[data-row-key]').filter({ visible: true })
  for (const path of [
    reports.channelDaily.path,
    reports.channelSettle.path,
    reports.channelLive.path,
    '/adminapi/subchannel/channelMonthly?start=2026-01&accountLevel=0',
    `${reports.salesmanSummary.path}?accountLevel=0`,
    settlement.orders.path,
    settlement.books.path,
    groupConfigPath,
  ]) {
    await page.goto(path)
    await expect(listed).not.toHaveCount(0)
    await expect(page.locator('.ant-spin-spinning')).toHaveCount(0)
    await check(page, path)
  }
  await page.goto(reports.channelSettle.path)
  await page.getByRole('button', { name: w.reports.more }).click()
  await expect(page.locator('.pb-picker')).toBeVisible()
  await check(page, w.reports.picker, '.ant-popover')
  await page.keyboard.press('Escape')
  await listed.first().locator('.pb-explain').first().click()
  await expect(page.getByText(w.reports.equal)).toBeVisible()
  await check(page, w.reports.explain, '.ant-drawer')

  const channel = await open('channel01', quickSettlePath)
  await expect(channel.getByText(w.settlement.noteTitle)).toBeVisible()
  await expect(channel.getByRole('table').first()).toBeVisible()
  await check(channel, quickSettlePath)
  await channel.getByRole('button', { name: w.settlement.orders }).click()
  await expect(channel.getByRole('dialog')).toBeVisible()
  await check(channel, w.settlement.orders, '.ant-modal')
})
