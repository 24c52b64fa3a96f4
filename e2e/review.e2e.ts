import { features } from '../contract/index.ts'
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
})

test('a refused order gives the money back, and the player is told why', async ({ openDesk, sandbox, w }) => {
  const [order = ''] = await sandbox.order(1, 1)
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order, all: true })
  await desk.lock(order)
  await desk.act(order, w.review.deeds.refuse)
  const dialog = desk.dialog(w.review.deeds.refuse)
  await dialog.getByRole('button', { name: w.kit.ok, exact: true }).click()
  await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox').fill('Name does not match the account')
  await desk.confirm(w.review.deeds.refuse)
  await desk.shows(order, 2)
  await expect(desk.row(order)).toContainText('Name does not match the account')
  await expect.poll(async () => (await sandbox.payout(1, order))?.status).toBe('refunded')
})

test('a code multiplier refunds with a turnover duty', async ({ openDesk, sandbox, w }) => {
  const [order = ''] = await sandbox.order(1, 1)
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order, all: true })
  await desk.lock(order)
  await desk.act(order, w.review.deeds.refuseDuty)
  const dialog = desk.dialog(w.review.deeds.refuseDuty)
  await dialog.getByRole('textbox').fill('0.5')
  await dialog.getByRole('button', { name: w.kit.ok, exact: true }).click()
  await expect(dialog).toContainText(w.review.nRequireMulWrong)
  await dialog.getByRole('textbox').fill('3.5')
  await desk.confirm(w.review.deeds.refuseDuty)
  await desk.shows(order, 2)
  await expect(desk.row(order)).toContainText('3.5')
  await expect.poll(async () => (await sandbox.payout(1, order))?.status).toBe('refunded')
})

test('a confiscated order asks twice and keeps the money', async ({ openDesk, sandbox, w }) => {
  const [order = ''] = await sandbox.order(1, 1)
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order, all: true })
  await desk.lock(order)
  await desk.act(order, w.review.deeds.confiscate)
  const dialog = desk.dialog(w.review.deeds.confiscate)
  await expect(dialog).toContainText(w.review.confiscateNote)
  await expect(dialog).toContainText(order)
  await dialog.getByRole('textbox').fill('Fraud ring')
  await desk.confirm(w.review.deeds.confiscate)
  await desk.shows(order, 3)
  await expect.poll(async () => (await sandbox.payout(1, order))?.status).toBe('confiscated')
})

test('a held order waits under its own tab until somebody lets it go', async ({ openDesk, sandbox, w }) => {
  const [order = ''] = await sandbox.order(1, 1)
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order })
  await desk.act(order, w.review.deeds.hold)
  await desk.tab(2).click()
  await desk.search({ orderNo: order })
  await desk.shows(order, 7)
  await desk.act(order, w.review.cancelHold)
  await desk.confirm(w.review.cancelHold)
  await desk.tab(1).click()
  await desk.shows(order, 0)
  await desk.lock(order)
  await desk.act(order, w.review.deeds.unlock)
  await desk.confirm(w.review.deeds.unlock)
  await desk.shows(order, 0)
  await expect(desk.row(order)).not.toContainText(w.review.mine)
})

test('a player gets a remark, a mail in Portuguese and a code amount', async ({ openDesk, sandbox, w }) => {
  const roleId = await sandbox.player(1, 10)
  const [order = ''] = await sandbox.order(1, 1, { roleId })
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order })

  await desk.act(order, w.review.deeds.remark)
  const remark = desk.dialog(w.review.deeds.remark)
  await expect(remark).toContainText(roleId)
  await remark.getByRole('textbox').fill('Asked twice this week')
  await desk.confirm(w.review.deeds.remark)
  await expect(desk.row(order)).toContainText('Asked twice this week')

  await desk.act(order, w.review.deeds.mail)
  const mail = desk.dialog(w.review.deeds.mail)
  await mail.getByRole('button', { name: w.review.templateCpf }).click()
  await expect(mail.getByRole('textbox')).toHaveValue(/^Prezado jogador, o CPF/)
  await mail.getByRole('button', { name: w.review.clear }).click()
  await expect(mail.getByRole('textbox')).toHaveValue('')
  await mail.getByRole('button', { name: w.review.templateCpf }).click()
  await desk.confirm(w.review.deeds.mail)
  await expect(desk.page.getByText(w.review.mailDone)).toBeVisible()

  await desk.act(order, w.review.deeds.duty)
  await desk.dialog(w.review.deeds.duty).getByRole('textbox').fill('1234.5')
  await desk.confirm(w.review.deeds.duty)
  await expect(desk.page.getByText(w.review.counted(1))).toBeVisible()
})

test('a player joins and leaves automatic payout', async ({ openDesk, sandbox, w }) => {
  const roleId = await sandbox.player(1, 11)
  const [order = ''] = await sandbox.order(1, 1, { roleId })
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order })
  await desk.act(order, w.review.deeds.autoAdd)
  await desk.confirm(w.review.autoAddAsk(roleId), w.review.deeds.autoAdd)
  await expect(desk.row(order)).toContainText(w.review.auto)

  await desk.page.getByRole('button', { name: w.review.players }).click()
  const players = desk.dialog(w.review.playersTitle)
  await players.getByRole('textbox', { name: w.review.player.RoleID }).fill(roleId)
  await players.getByRole('button', { name: w.kit.search }).click()
  const player = players.getByRole('row').filter({ hasText: roleId })
  await player.getByRole('button', { name: w.review.deeds.autoDel }).click()
  await desk.confirm(w.review.autoDelAsk(1), w.review.deeds.autoDel)
  await expect(player).toHaveCount(0)
  await players.getByRole('button', { name: 'Close' }).click()
  await expect(desk.row(order)).not.toContainText(w.review.auto)
})

test('the export is a file of exactly what was searched', async ({
  openDesk,
  sandbox,
  voice,
  request,
  w,
}) => {
  const roleId = await sandbox.player(1, 12)
  await sandbox.order(1, 3, { roleId })
  const desk = await openDesk('finance', 1)
  await desk.search({ roleId })
  await expect(desk.page.locator('tr[data-row-key]').filter({ visible: true })).not.toHaveCount(0)
  await desk.batch(w.review.export)
  await expect(desk.page.getByText(w.review.exportStarted)).toBeVisible()
  const [taskId = ''] = await desk.page.evaluate(
    () => JSON.parse(localStorage.getItem('asyncTaskIds') ?? '[]') as string[],
  )
  const finance = voice('finance')
  const link = async () => {
    const path = features.tasks.progress.path.replace('/adminapi/', '')
    const { data } = await finance.call<Record<string, { download_link: string }>>(path, { taskIds: taskId })
    return data?.[taskId]?.download_link ?? ''
  }
  await expect.poll(link, { timeout: 20_000 }).not.toBe('')
  const file = await request.get(await link())
  expect(file.headers()['content-disposition']).toContain('attachment')
  expect((await file.body()).subarray(0, 2).toString()).toBe('PK')
})

test('the notification log tells what the payment side said', async ({ openDesk, sandbox, w }) => {
  const [order = ''] = await sandbox.order(1, 1)
  const desk = await openDesk('finance', 1)
  await desk.search({ orderNo: order, all: true })
  await desk.lock(order)
  await desk.act(order, w.review.deeds.review)
  await desk.confirm(w.review.submitTitle, w.review.submit)
  await desk.shows(order, 100)
  await desk.act(order, w.review.deeds.log)
  const log = desk.dialog(w.review.logTitle(order))
  await log.getByRole('button', { name: w.review.log.detail }).first().click()
  await expect(desk.dialog(w.review.logParameter)).toContainText(order)
})
