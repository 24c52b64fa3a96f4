import { Secret, TOTP } from 'otpauth'
import { features } from '../contract/index.ts'
import { kitMessages } from '../contract/kit/messages.ts'
import { kept } from './kit/people.ts'
import { expect, type Page, test } from './kit/test.ts'
import type { Words } from './kit/words.ts'
import { enter, personOf } from './product.ts'

const password = 'pitboss2026'

const fields = (page: Page, { signIn }: Words) => ({
  username: page.getByRole('textbox', { name: signIn.username }),
  password: page.getByRole('textbox', { name: signIn.password }),
  code: page.getByRole('textbox', { name: signIn.code }),
  submit: page.getByRole('button', { name: signIn.signIn, exact: true }),
  picture: page.getByRole('img', { name: signIn.qr }),
})

test('the first sign-in binds an authenticator, the second does not ask again', async ({
  open,
  language,
  w,
}) => {
  const name = language === 'zh-cn' ? 'trainee' : 'trainee2'
  const page = await open(undefined, '/login')
  const form = fields(page, w)
  await form.username.fill(name)
  await form.password.fill(password)
  await form.code.focus()
  await expect(form.picture).toBeVisible()
  const key = page.getByRole('region', { name: w.signIn.firstTime }).locator('code')
  const secret = (await key.textContent())?.replaceAll(/[^A-Z2-7]/g, '') ?? ''

  await form.code.fill('000000')
  await form.submit.click()
  for (const field of [form.username, form.password, form.code]) await expect(field).toHaveValue('')
  await expect(form.username).toBeFocused()

  await form.username.fill(name)
  await form.password.fill(password)
  await form.code.focus()
  await expect(key).toContainText(secret)
  await form.code.fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await form.submit.click()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  const again = fields(await open(undefined, '/login'), w)
  await again.username.fill(name)
  await again.password.fill(password)
  await again.code.focus()
  await expect(again.code.page().getByText(w.signIn.bound)).toBeVisible()
  await expect(again.picture).toHaveCount(0)
})

test('one click signs a demo account in for a week; leaving asks first', async ({ open, language, w }) => {
  const name = language === 'zh-cn' ? 'sub01' : 'sub02'
  const page = await open(undefined, '/login')
  await page.getByRole('checkbox', { name: w.signIn.remember }).check()
  await page.getByRole('button', { name: w.signIn.demoSignIn(name) }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const expires = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('pitboss_session') ?? '{}') as { expires_at: string }).expires_at,
  )
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000)

  await page.getByRole('button', { name: w.shell.logout }).click()
  const question = page.getByRole('dialog', { name: w.shell.logoutTitle })
  await expect(question).toContainText(w.shell.logoutText)
  await question.getByRole('button', { name: w.shell.cancel }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: w.shell.logout }).click()
  await question.getByRole('button', { name: w.shell.ok, exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['admin_locale'])
})

test('a session ended elsewhere is told and leads to the sign-in page', async ({
  open,
  language,
  baseURL,
  w,
}) => {
  const url = baseURL ?? ''
  const name = language === 'zh-cn' ? 'channel01' : 'channel02'
  const [mine, other] = [await enter(url, name), await enter(url, name)]
  const page = await open(undefined, '/', { storage: kept(mine) })
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: w.shell.live })).toHaveCount(1)
  const path = features.signIn.sessionEnd.path.replace('/adminapi/', '')
  await personOf(url, other.token).call(path, { id: mine.session.id })
  // A list that was asked for at that moment says so too.
  await expect(page.getByText(kitMessages['kit.sessionEnded'][language]).first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/, { timeout: 4000 })
  await expect(fields(page, w).username).toBeVisible()
})
