import { features } from '../contract/index.ts'
import { say } from '../contract/messages.ts'
import { aPlatform } from './kit/platform.ts'
import { expect, test } from './kit/test.ts'

const { payways } = features
interface Channel {
  code: string
  on: boolean
  sort: number
}

test('a channel is closed everywhere: the platform that is down is named, comes back and obeys', async ({
  open,
  sandbox,
  voice,
  baseURL,
  language,
  w,
}) => {
  test.slow()
  // Each language has its own channel and its own platform, so that the two never meet.
  const [code, channelName] =
    language === 'zh-cn' ? ['BOLETO', 'Boleto Bancário'] : ['TED_DIRETO', 'TED Direto']
  const name = `Quinta ${language}`
  const id = await aPlatform(voice('admin'), sandbox, name, baseURL ?? '')
  const there = async (of: string) =>
    (await sandbox.control<Channel[]>(`depositChannels?platform_id=${id}`)).find((each) => each.code === of)

  const page = await open('operator', payways.paywaySummary.path)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('PIX Rápido')
  await sandbox.faults(id, { down: true })
  try {
    await page.getByRole('button', { name: new RegExp(`${w.payways.oneClick}$`) }).click()
    const dialog = page.getByRole('dialog', { name: w.payways.oneClick })
    await dialog.getByRole('combobox', { name: w.payways.channel }).fill(code)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const preview = dialog.getByRole('status').filter({ hasText: name })
    await expect(preview).toContainText(channelName)
    await dialog.getByRole('radio', { name: w.payways.close }).check()
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()

    const results = page.getByRole('region', { name: w.payways.results })
    await expect(results).toContainText(say('payways.taskDone', language, { platform: 'Aurora' }), {
      timeout: 40_000,
    })
    await expect(results).toContainText(say('payways.taskWaiting', language, { platform: name }))
    await expect(row).toContainText(w.payways.waitingOff(channelName))
    expect(await there(code)).toMatchObject({ on: true })
  } finally {
    await sandbox.faults(id, { down: false })
  }
  await expect(row).not.toContainText(w.payways.waitingOff(channelName), { timeout: 60_000 })
  expect(await there(code)).toMatchObject({ on: false })
  await page.getByRole('button', { name: w.payways.dismiss }).click()

  // Opened again on that platform alone, with the answer at once.
  await row.getByRole('button', { name: w.payways.platformChannels, exact: true }).click()
  const channels = page.getByRole('dialog', { name: w.payways.channelsOf(name) })
  const flip = channels.getByRole('switch', { name: w.payways.switchOf(channelName) })
  await expect(flip).not.toBeChecked()
  await flip.click()
  await expect(page.getByText(w.payways.switched(channelName, true))).toBeVisible()
  await expect(flip).toBeChecked()
  expect(await there(code)).toMatchObject({ on: true })
  await page.keyboard.press('Escape')
  await expect(channels).toBeHidden()
  await voice('admin').call('platform/paywayStatus', {
    ChannelCode: code,
    ChannelStatus: 1,
    event: 'asyncTask',
  })
})

test('a channel that fails stands out by a sign, and only exceptions are left when asked for', async ({
  open,
  sandbox,
  voice,
  baseURL,
  language,
  w,
}) => {
  const name = `Sexta ${language}`
  const id = await aPlatform(voice('admin'), sandbox, name, baseURL ?? '')
  const page = await open('viewer', payways.paywaySummary.path)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('PIX QR')
  await sandbox.control('deposits', { platform_id: id, code: 'PIX_QR', count: 5, succeeded: 0 })
  const sign = row.getByRole('img', { name: new RegExp(w.payways.conspicuous) })
  await expect(row).toContainText('0 / 5')
  await expect(sign).toHaveCount(0)
  await sandbox.control('deposits', { platform_id: id, code: 'PIX_QR', count: 1, succeeded: 1 })
  // On the channel and on the platform's name.
  await expect(sign).toHaveCount(2)
  await page.getByRole('checkbox', { name: w.payways.onlyExcept }).check()
  await page.getByRole('button', { name: w.kit.search }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Aurora' })).toHaveCount(0)
  await expect(row).toBeVisible()
  await sandbox.control('deposits', { platform_id: id, code: 'PIX_QR', count: 10, succeeded: 10 })
  await expect(row).toHaveCount(0)
  // Who may not switch is told so.
  await expect(page.getByRole('button', { name: new RegExp(`${w.payways.oneClick}$`) })).toBeDisabled()
})

test('priorities are set for the group and pushed to a platform', async ({
  open,
  sandbox,
  voice,
  baseURL,
  language,
  w,
}) => {
  const name = `Oitava ${language}`
  const id = await aPlatform(voice('admin'), sandbox, name, baseURL ?? '')
  const [code, channelName] = language === 'zh-cn' ? ['SUFU', '速付 SuFu'] : ['LUSO_CARD', 'Luso Card']
  const page = await open('operator', payways.paywaySummary.path)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(channelName)
  await page.getByRole('button', { name: new RegExp(`(^| )${w.payways.priorities}$`) }).click()
  const order = page.getByRole('dialog', { name: w.payways.priorities, exact: true })
  await order.getByRole('spinbutton', { name: w.payways.sortOf(channelName) }).fill('0')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(w.payways.saved, { exact: true })).toBeVisible()
  await expect(order).toBeHidden()

  await page.getByRole('button', { name: new RegExp(`${w.payways.pushPriorities}$`) }).click()
  const push = page.getByRole('dialog', { name: w.payways.pushPriorities })
  await push.getByRole('combobox', { name: w.payways.platform, exact: true }).fill(name)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: w.payways.results })).toContainText(
    say('payways.taskDone', language, { platform: name }),
    { timeout: 30_000 },
  )
  const there = await sandbox.control<Channel[]>(`depositChannels?platform_id=${id}`)
  expect(there.find((each) => each.code === code)).toMatchObject({ sort: 0 })
  await expect(page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(2)).toContainText(
    channelName,
  )
})
