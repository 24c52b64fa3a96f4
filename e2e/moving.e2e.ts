import { accountMessages } from '../contract/accounts-messages.ts'
import { features } from '../contract/index.ts'
import { expect, test } from './kit/test.ts'

const { accounts } = features
const password = 'pitboss2026'

test('an account moves to another parent until it has figures; then its form says why it stays', async ({
  open,
  language,
  w,
}) => {
  test.setTimeout(120_000)
  const username = language === 'zh-cn' ? 'mover-zh' : 'mover-en'
  const page = await open('admin', `${accounts.salesmans.path}?accountLevel=0`)
  const kind = w.accounts.kinds[4] ?? ''
  const rowOf = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByText(name, { exact: true }) })
      .filter({ visible: true })
  const dialog = (title: string) => page.getByRole('dialog', { name: title, exact: true })
  const choose = async (title: string, parent: string) => {
    const box = dialog(title).getByRole('combobox', { name: w.accounts.parent })
    await box.click()
    await box.fill(parent)
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: new RegExp(`^${parent} ·`) })
      .filter({ visible: true })
      .click()
  }
  const confirm = (title: string) =>
    dialog(title).getByRole('button', { name: w.kit.ok, exact: true }).click()

  const adding = w.accounts.addTitle(kind)
  await page
    .getByRole('button', { name: new RegExp(`${w.accounts.add}$`) })
    .filter({ visible: true })
    .click()
  await dialog(adding).getByRole('combobox', { name: w.accounts.role }).click()
  await page.keyboard.press('Enter')
  await dialog(adding).getByRole('textbox', { name: w.accounts.username }).fill(username)
  await dialog(adding)
    .getByRole('textbox', { name: new RegExp(`^(\\* )?${w.accounts.password}$`) })
    .fill(password)
  await dialog(adding).getByRole('textbox', { name: w.accounts.confirmPassword }).fill(password)
  await dialog(adding)
    .getByRole('textbox', { name: w.accounts.playerId })
    .fill(language === 'zh-cn' ? '990001' : '990002')
  await choose(adding, 'channel01')
  await confirm(adding)
  await expect(dialog(adding)).toBeHidden()
  await expect(rowOf(username)).toContainText('channel01')

  const editing = w.accounts.editTitle(kind, username)
  await rowOf(username).getByRole('button', { name: w.accounts.edit, exact: true }).click()
  await choose(editing, 'channel02')
  await confirm(editing)
  await expect(dialog(editing)).toBeHidden()
  await expect(rowOf(username)).toContainText('channel02')
  await expect(rowOf(username)).not.toContainText('channel01')

  // The salesmen of the demo have figures.
  const staying = w.accounts.editTitle(kind, 'sales01')
  await page.goto(`${accounts.salesmans.path}?username=sales01&accountLevel=0`)
  await rowOf('sales01').getByRole('button', { name: w.accounts.edit, exact: true }).click()
  await choose(staying, 'channel02')
  await confirm(staying)
  await expect(dialog(staying)).toContainText(accountMessages['accounts.hasFigures'][language])
  await dialog(staying).getByRole('button', { name: w.kit.cancel, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: w.kit.discard, exact: true }).click()
  await page.reload()
  await expect(rowOf('sales01')).toContainText('channel01')
  await expect(rowOf('sales01')).not.toContainText('channel02')
})
