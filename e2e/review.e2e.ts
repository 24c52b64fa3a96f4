import { Desk } from './kit/desk.ts'
import { expect, test } from './kit/test.ts'
import { pageTitle } from './kit/titles.ts'

const platforms = { 1: 'Aurora', 2: 'Borealis', 3: 'Cascade' }

test('finance sees new orders arrive, locks five, and pays each of them once', async ({
  open,
  sandbox,
  language,
  w,
}) => {
  const page = await open('finance', '/')
  await page.getByRole('main').getByRole('button', { name: pageTitle.live[language] }).click()
  const pending = (platformId: keyof typeof platforms) =>
    page.getByRole('row').filter({ hasText: platforms[platformId] }).getByRole('cell').nth(1)
  for (const id of [1, 2, 3] as const) await expect(pending(id)).toHaveText(/^[1-9]\d*$/)

  const before = Number(await pending(2).textContent())
  const roleId = await sandbox.player(2, 0)
  const orders = await sandbox.order(2, 5, { roleId })
  await expect
    .poll(async () => Number(await pending(2).textContent()), { timeout: 2000, intervals: [100] })
    .toBeGreaterThanOrEqual(before + 5)

  await page.getByRole('button', { name: `${w.live.handle} ${platforms[2]}` }).click()
  const desk = new Desk(page, w, language)
  await desk.search({ roleId, all: true })
  for (const order of orders) await desk.shows(order, 0)
  await desk.tick(orders)
  await desk.batch(w.review.batch.lock)
  await desk.confirm(w.review.deeds.lock)
  for (const order of orders) await expect(desk.row(order)).toContainText(w.review.mine)

  const seen = await desk.noteStatuses()
  await desk.tick(orders)
  await desk.batch(w.review.batch.review)
  await expect(desk.dialog(w.review.submitTitle)).toContainText(w.review.aboutMany(5))
  await desk.confirm(w.review.submitTitle, w.review.submit)
  for (const order of orders) await desk.shows(order, 100)
  const statuses = await seen()
  for (const order of orders) {
    expect(statuses[order]).toEqual([6, 4, 100])
    expect(await sandbox.payout(2, order)).toMatchObject({ paidTimes: 1 })
  }

  const [order = ''] = orders
  await desk.act(order, w.review.deeds.log)
  const log = desk.dialog(w.review.logTitle(order))
  await log.getByRole('button', { name: w.review.log.detail }).first().click()
  await expect(desk.dialog(w.review.logParameter)).toContainText(order)
})

test('refuse, refuse with a multiplier, confiscate and hold end where they should', async ({
  openDesk,
  sandbox,
  w,
}) => {
  const roleId = await sandbox.player(1, 1)
  const orders = await sandbox.order(1, 4, { roleId })
  const [refused = '', owing = '', confiscated = '', held = ''] = orders
  const { deeds } = w.review
  const desk = await openDesk('finance', 1)
  await desk.search({ roleId, all: true })
  for (const order of [refused, owing, confiscated]) await desk.lock(order)

  await desk.act(refused, deeds.refuse)
  const reason = desk.dialog(deeds.refuse).getByRole('textbox')
  await desk.dialog(deeds.refuse).getByRole('button', { name: w.kit.ok, exact: true }).click()
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('Name does not match')
  await desk.confirm(deeds.refuse)
  await desk.shows(refused, 2)
  await expect(desk.row(refused)).toContainText('Name does not match')

  await desk.act(owing, deeds.refuseDuty)
  const multiple = desk.dialog(deeds.refuseDuty).getByRole('textbox')
  await multiple.fill('0.5')
  await desk.dialog(deeds.refuseDuty).getByRole('button', { name: w.kit.ok, exact: true }).click()
  await expect(desk.dialog(deeds.refuseDuty)).toContainText(w.review.nRequireMulWrong)
  await multiple.fill('3.5')
  await desk.confirm(deeds.refuseDuty)
  await desk.shows(owing, 2)
  await expect(desk.row(owing)).toContainText('3.5')

  await desk.act(confiscated, deeds.confiscate)
  await expect(desk.dialog(deeds.confiscate)).toContainText(w.review.confiscateNote)
  await expect(desk.dialog(deeds.confiscate)).toContainText(confiscated)
  await desk.dialog(deeds.confiscate).getByRole('textbox').fill('Fraud ring')
  await desk.confirm(deeds.confiscate)
  await desk.shows(confiscated, 3)

  await desk.act(held, deeds.hold)
  await desk.shows(held, 7)
  await desk.tab(2).click()
  await desk.search({ orderNo: held })
  await desk.act(held, w.review.cancelHold)
  await desk.confirm(w.review.cancelHold)
  await desk.tab(1).click()
  await desk.shows(held, 0)
  await desk.lock(held)
  await desk.act(held, deeds.unlock)
  await desk.confirm(deeds.unlock)
  await desk.shows(held, 0)

  const money = async () => {
    const all = await Promise.all(orders.map((order) => sandbox.payout(1, order)))
    return all.map((payout) => payout?.status)
  }
  await expect.poll(money).toEqual(['refunded', 'refunded', 'confiscated', 'open'])
})

test('a player gets a remark, a mail, a code amount, and automatic payout for a while', async ({
  openDesk,
  sandbox,
  w,
}) => {
  const roleId = await sandbox.player(1, 2)
  const [order = ''] = await sandbox.order(1, 1, { roleId })
  const { deeds } = w.review
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order })

  await desk.act(order, deeds.remark)
  await expect(desk.dialog(deeds.remark)).toContainText(roleId)
  await desk.dialog(deeds.remark).getByRole('textbox').fill('Asked twice this week')
  await desk.confirm(deeds.remark)
  await expect(desk.row(order)).toContainText('Asked twice this week')

  await desk.act(order, deeds.mail)
  const mail = desk.dialog(deeds.mail)
  await mail.getByRole('button', { name: w.review.templateCpf }).click()
  await expect(mail.getByRole('textbox')).toHaveValue(/^Prezado jogador, o CPF/)
  await mail.getByRole('button', { name: w.review.clear }).click()
  await expect(mail.getByRole('textbox')).toHaveValue('')
  await mail.getByRole('button', { name: w.review.templateCpf }).click()
  await desk.confirm(deeds.mail)
  await expect(desk.page.getByText(w.review.mailDone)).toBeVisible()

  await desk.act(order, deeds.duty)
  await desk.dialog(deeds.duty).getByRole('textbox').fill('1234.5')
  await desk.confirm(deeds.duty)
  await expect(desk.page.getByText(w.review.counted(1))).toBeVisible()

  await desk.act(order, deeds.autoAdd)
  await desk.confirm(w.review.autoAddAsk(roleId), deeds.autoAdd)
  await expect(desk.row(order)).toContainText(w.review.auto)
  await desk.page.getByRole('button', { name: w.review.players }).click()
  const players = desk.dialog(w.review.playersTitle)
  await players.getByRole('textbox', { name: w.review.player.RoleID }).fill(roleId)
  await players.getByRole('button', { name: w.kit.search }).click()
  const player = players.getByRole('row').filter({ hasText: roleId })
  await player.getByRole('button', { name: deeds.autoDel }).click()
  await desk.confirm(w.review.autoDelAsk(1), deeds.autoDel)
  await expect(player).toHaveCount(0)
  await desk.page.keyboard.press('Escape')
  await expect(desk.row(order)).not.toContainText(w.review.auto)
})

test('the export of what was searched is told when ready, and downloads', async ({
  openDesk,
  sandbox,
  w,
}) => {
  const roleId = await sandbox.player(1, 3)
  const [order = ''] = await sandbox.order(1, 3, { roleId })
  const desk = await openDesk('finance', 1)
  await desk.search({ roleId })
  await desk.shows(order, 0)
  await desk.batch(w.review.export)
  const arriving = desk.page.waitForEvent('download')
  await desk.page.getByRole('link', { name: w.kit.download }).first().click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  const stream = await file.createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  // A spreadsheet is a zip archive.
  expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK')
})
