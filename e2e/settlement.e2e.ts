import { Secret, TOTP } from 'otpauth'
import { features } from '../contract/index.ts'
import { codes } from '../contract/kit/codes.ts'
import { quickSettlePath } from '../contract/settlement.ts'
import { kept } from './kit/people.ts'
import { expect, type Page, test } from './kit/test.ts'
import type { Words } from './kit/words.ts'
import { enter, type Person, personOf } from './product.ts'

const short = (path: string) => path.replace('/adminapi/', '')
const amount = 20

interface Standing {
  totalUnsettledAmount: number
  validUnsettledAmount: number
  pendingUnsettledAmount: number
  percent: number
}
const standingOf = async (person: Person): Promise<Standing> => {
  const { data } = await person.get<Standing>(short(features.settlement.unsettledSummaryList.path))
  if (!data) throw new Error('no standing')
  return data
}

/** Binds the settlement key as the dialog shows it; answers the codes that follow, each good once. */
async function bindKey(page: Page, w: Words): Promise<() => string> {
  const { settlement } = w
  await page.getByRole('button', { name: settlement.changeAddress }).click()
  const dialog = page.getByRole('dialog', { name: settlement.addressTitle })
  await expect(dialog.getByRole('img', { name: settlement.qr })).toBeVisible()
  const secret = ((await dialog.locator('.pb-settle-bind code').textContent()) ?? '').trim()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let step = -1
  const next = () => totp.generate({ timestamp: Date.now() + step++ * 30_000 })
  await dialog.getByLabel(settlement.code).fill(next())
  await dialog.getByRole('button', { name: settlement.save }).click()
  await expect(page.getByText(settlement.addressSaved)).toBeVisible()
  await expect(dialog).toBeHidden()
  return next
}

async function askFor(page: Page, w: Words, code: () => string): Promise<void> {
  const { settlement } = w
  await page.getByRole('button', { name: settlement.ask }).click()
  const dialog = page.getByRole('dialog', { name: settlement.askTitle })
  await dialog.getByLabel(settlement.amount).fill(String(amount))
  await dialog.getByRole('button', { name: settlement.preview }).click()
  // What will be booked is told before the code: lines, the rest, the rate and the address.
  await expect(dialog.getByRole('rowheader').first()).toBeVisible()
  for (const part of [settlement.reserveAfter, settlement.rateNow, settlement.uNow])
    await expect(dialog).toContainText(part)
  await expect(dialog.locator('tfoot')).toContainText('20,00')
  await dialog.getByLabel(settlement.code).fill(code())
  await dialog.getByRole('button', { name: settlement.confirm, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a channel asks for its money and finance pays it; a refusal gives back what was reserved', async ({
  open,
  baseURL,
  language,
  w,
}) => {
  test.setTimeout(150_000)
  const url = baseURL ?? ''
  const name = language === 'zh-cn' ? 'channel01' : 'channel02'
  const session = await enter(url, name)
  const mine = personOf(url, session.token)
  const { settlement } = w
  const channel = await open(undefined, quickSettlePath, { storage: kept(session) })
  const code = await bindKey(channel, w)

  const before = await standingOf(mine)
  await askFor(channel, w, code)
  await expect(channel.getByText(settlement.blockedPending)).toBeVisible()
  await expect(channel.getByRole('button', { name: settlement.ask })).toBeDisabled()
  expect((await standingOf(mine)).pendingUnsettledAmount).toBe(amount)

  const orders = `${features.settlement.orders.path}?username=${name}&status=0`
  const finance = await open('finance', orders)
  const pending = (page: Page) => page.locator('tr[data-row-key]').filter({ visible: true })
  await pending(finance).getByRole('button', { name: settlement.handle, exact: true }).click()
  const dialog = (page: Page) => page.getByRole('dialog').filter({ hasText: settlement.decision })
  await dialog(finance).getByRole('radio', { name: settlement.refused }).check()
  await dialog(finance).getByLabel(settlement.order.hd_remark).fill('Please ask again')
  await dialog(finance).getByRole('button', { name: w.kit.ok, exact: true }).click()
  await expect(pending(finance)).toHaveCount(0)
  const given = await standingOf(mine)
  expect(given.pendingUnsettledAmount).toBe(0)
  // Meanwhile others may have changed what it earned: the share of that, in whole currency, is all that may differ.
  const earned = given.totalUnsettledAmount - before.totalUnsettledAmount
  const allowed = given.validUnsettledAmount - before.validUnsettledAmount
  expect(Math.abs(allowed - (earned * given.percent) / 100)).toBeLessThanOrEqual(1)
  // The channel's own page says so without being asked.
  await expect(channel.getByRole('button', { name: settlement.ask })).toBeEnabled()

  await askFor(channel, w, code)
  await expect(pending(finance)).toHaveCount(1)
  await pending(finance).getByRole('button', { name: settlement.handle, exact: true }).click()
  await dialog(finance).getByRole('radio', { name: settlement.transferred }).check()
  // A rate far from the recent ones goes to a second person; the one who proposed it cannot confirm it.
  await dialog(finance).getByLabel(settlement.rate).fill('9.1')
  await dialog(finance).getByLabel(settlement.order.hd_remark).fill('0xabc')
  await expect(dialog(finance)).toContainText('2.20 U')
  await dialog(finance).getByRole('button', { name: w.kit.ok, exact: true }).click()
  await finance.getByRole('button', { name: settlement.askSecond }).click()
  await expect(dialog(finance)).toBeHidden()
  await expect(pending(finance)).toContainText('finance')

  const second = await open('finance2', orders)
  await pending(second).getByRole('button', { name: settlement.handle, exact: true }).click()
  await expect(dialog(second)).toContainText(settlement.proposed('9.1', 'finance'))
  await dialog(second).getByRole('radio', { name: settlement.transferred }).check()
  await expect(dialog(second).getByLabel(settlement.rate)).toHaveValue('9.1')
  await dialog(second).getByLabel(settlement.order.hd_remark).fill('0xabc')
  await dialog(second).getByRole('button', { name: w.kit.ok, exact: true }).click()
  await expect(pending(second)).toHaveCount(0)

  await expect(channel.getByText(settlement.blockedToday)).toBeVisible()
  const after = await standingOf(mine)
  expect(after.pendingUnsettledAmount).toBe(0)
  await channel.getByRole('button', { name: settlement.orders }).click()
  const paid = channel
    .getByRole('dialog', { name: settlement.ordersOf })
    .getByRole('row')
    .filter({ hasText: '0xabc' })
  await expect(paid).toContainText('20,00')
  await expect(paid).toContainText('2,20')
  await expect(paid).toContainText('9,1000')
})

test('staff look up what a channel may ask for, and can ask for nothing themselves', async ({
  open,
  voice,
  w,
}) => {
  const { settlement } = w
  const page = await open('finance', quickSettlePath)
  await page.getByRole('button', { name: settlement.search, exact: true }).click()
  await expect(page.getByText(settlement.searchFirst)).toBeVisible()
  await page.getByLabel(settlement.channelAccount).fill('channel03')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^channel03/ })).toBeVisible()
  await expect(page).toHaveURL(/channel_account=channel03/)
  const { data } = await voice('finance').get<Standing>(
    short(features.settlement.unsettledSummaryList.path),
    { channel_account: 'channel03' },
  )
  const valid = new Intl.NumberFormat('pt-BR').format(data?.validUnsettledAmount ?? -1)
  await expect(page.locator('.pb-settle-valid')).toContainText(valid)
  for (const deed of [settlement.ask, settlement.changeAddress, settlement.setAddress])
    await expect(page.getByRole('button', { name: deed })).toHaveCount(0)
  const { addSettleOrder } = features.settlement
  const asked = await voice('finance').call(short(addSettleOrder.path), { settleAmount: 1, code: '123456' })
  expect(asked).toMatchObject({ success: false, code: codes.forbidden })
})
