import { features } from '../contract/index.ts'
import { aPlatform } from './kit/platform.ts'
import { expect, test } from './kit/test.ts'

const { platforms, link, payways } = features

test('a fourth platform is connected from nothing, told at each step what is missing', async ({
  open,
  sandbox,
  baseURL,
  language,
  w,
}) => {
  test.slow()
  const name = `Quarta ${language}`
  const page = await open('operator', platforms.platformList.path)
  const row = page.getByRole('row').filter({ hasText: name })
  const connecting = page.getByRole('dialog', { name: w.link.connectTitle(name) })
  const found = (finding: keyof typeof w.link.findings) =>
    connecting.getByText(w.link.findings[finding], { exact: true })

  await page.getByRole('button', { name: new RegExp(`${w.live.addPlatform}$`) }).click()
  const adding = page.getByRole('dialog', { name: w.live.addPlatform })
  await adding.getByRole('textbox', { name: w.live.platformName }).fill(name)
  await adding.getByRole('combobox', { name: w.live.category }).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await adding.getByRole('button', { name: w.kit.ok, exact: true }).click()
  // Whoever adds a platform wants to link it next: the dialog opens by itself, with its number.
  await expect(connecting).toBeVisible()
  await expect(found('noSecret').first()).toBeVisible()
  const id = Number(
    (await connecting.locator('.pb-connect-fact').first().locator('.pb-connect-value').innerText()).trim(),
  )
  expect(id).toBeGreaterThan(3)

  await connecting.getByRole('button', { name: new RegExp(`${w.link.secretFirst}$`) }).click()
  const secret = (await connecting.locator('.pb-secret').innerText()).trim()
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  await expect(found('noAddress')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(connecting).toBeHidden()

  await row.getByRole('button', { name: w.live.edit, exact: true }).click()
  const editing = page.getByRole('dialog', { name: w.live.editPlatform })
  await editing.getByRole('textbox', { name: w.live.addresses.api_url }).fill(`${sandbox.url}/p/${id}`)
  await editing.getByRole('button', { name: w.kit.ok, exact: true }).click()
  await expect(editing).toBeHidden()

  // The people who run the game have entered nothing yet; then the wrong secret; then the right one.
  await row.getByRole('button', { name: w.live.connect, exact: true }).click()
  await expect(found('unknownPlatform')).toBeVisible()
  const there = { platform_id: id, name, story: 'empty', pitbossUrl: baseURL }
  const tryOut = connecting.getByRole('button', { name: new RegExp(`${w.link.test}$`) })
  await sandbox.control('platforms', { ...there, secret: 'f'.repeat(64) })
  await tryOut.click()
  await expect(found('signature').first()).toBeVisible()
  await sandbox.control('platforms', { platform_id: id, secret })
  await sandbox.order(id, 2)
  await tryOut.click()
  await expect(found('well')).toHaveCount(2, { timeout: 30_000 })
  await page.keyboard.press('Escape')

  // Its orders wait for review, and its channels can be switched.
  await page.goto(platforms.liveList.path)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('2')
  await page.goto(payways.paywaySummary.path)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('PIX Rápido')
})

test('a platform goes down and comes back: link health says so, each time by itself', async ({
  open,
  sandbox,
  voice,
  baseURL,
  language,
  w,
}) => {
  test.slow()
  const name = `Nona ${language}`
  const admin = voice('admin')
  const id = await aPlatform(admin, sandbox, name, baseURL ?? '')
  const ask = () => admin.get('platform/paywayRsync', { event: 'asyncTask' })
  const page = await open('operator', `${link.health.path}?platform_id=${id}`)
  const row = page.getByRole('row').filter({ hasText: name })
  const toPlatform = row.getByRole('cell').nth(1)
  await expect(row).toBeVisible()
  await ask()
  await expect(toPlatform).toContainText(w.link.findings.well, { timeout: 30_000 })
  await sandbox.faults(id, { down: true })
  try {
    await expect(async () => {
      await ask()
      await expect(toPlatform).toContainText(w.link.findings.dropped, { timeout: 12_000 })
    }).toPass({ timeout: 60_000 })
    // The sentence under the word says what that means.
    await row.getByRole('button', { name: w.link.connect, exact: true }).click()
    const connecting = page.getByRole('dialog', { name: w.link.connectTitle(name) })
    await expect(connecting.getByText(w.link.findings.dropped, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  } finally {
    await sandbox.faults(id, { down: false })
  }
  await expect(async () => {
    await ask()
    await expect(toPlatform).toContainText(w.link.findings.well, { timeout: 12_000 })
  }).toPass({ timeout: 60_000 })
})
