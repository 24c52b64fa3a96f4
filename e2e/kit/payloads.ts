import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { SignedIn } from '../product.ts'
import { kept } from './people.ts'

export const long =
  `'"></textarea></title><img data-xss src=x onerror="ran.push(1)"><svg data-xss onload="ran.push(2)"></svg>` +
  '<script data-xss>ran.push(3)</script><a data-xss href="javascript:ran.push(4)">x</a>{{7*7}}${ran.push(5)}'
export const short = '<i data-xss>'

const payloadFor = (most: number) => (most < long.length ? short.slice(0, most) : long)

/** Fields that were filled, as `page: name`. */
export const filled = new Set<string>()

/** Notes whatever runs, and whatever the browser had to keep from running. */
export async function opened(pages: BrowserContext, who: SignedIn): Promise<void> {
  await pages.addInitScript(
    (storage) => {
      const ran: unknown[] = []
      Object.assign(window, { ran })
      for (const name of ['alert', 'confirm', 'prompt'] as const)
        window[name] = (text?: unknown) => ran.push(`${name} ${String(text)}`) as never
      document.addEventListener('securitypolicyviolation', (violation) => {
        if (violation.effectiveDirective.startsWith('script'))
          ran.push(
            `kept from running: ${violation.blockedURI} ${violation.sourceFile}:${violation.lineNumber} ${violation.sample}`,
          )
      })
      for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value)
    },
    { admin_locale: 'en-us', ...kept(who) },
  )
}

export async function nothingRan(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (window as unknown as { ran: unknown[] }).ran,
    elements: [...document.querySelectorAll('[data-xss], a[href^="javascript:" i]')].map(
      (one) => one.outerHTML,
    ),
  }))
  expect.soft(found, where).toEqual({ ran: [], elements: [] })
}

/** Waits until the page stands there with its rows, but not for ever: some have none. */
export async function settle(page: Page): Promise<void> {
  const content = page.locator('.pb-search, .pb-list, .pb-form, form, .ant-table, .ant-tree, .ant-tabs')
  await content
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 6_000 })
    .catch(() => {})
  const rows = page.locator('.ant-table-row, .ant-empty, .pb-state, .pb-empty')
  await rows
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 2_500 })
    .catch(() => {})
}

const fieldsIn = (where: Locator) =>
  where.locator(
    'input:not([type=checkbox]):not([type=radio]):not([type=file]):not([readonly]):not([disabled]), textarea:not([readonly]):not([disabled]):not([aria-hidden]), [contenteditable=true]',
  )

async function fillAll(where: Locator, place: string): Promise<number> {
  const fields = await fieldsIn(where).all()
  let count = 0
  for (const field of fields) {
    if (!(await field.isVisible().catch(() => false))) continue
    const { name, most, picks } = await field.evaluate((element) => ({
      name:
        element.getAttribute('aria-label') ??
        element.id ??
        element.getAttribute('placeholder') ??
        element.tagName,
      most: Number(element.getAttribute('maxlength') ?? 10_000),
      picks: element.getAttribute('role') === 'combobox' || Boolean(element.closest('.ant-picker')),
    }))
    const done = await field.fill(payloadFor(most), { timeout: 1_500 }).then(
      () => true,
      () => false,
    )
    if (!done) continue
    count += 1
    filled.add(`${place}: ${name}`)
    // Whatever opened below it would lie over the next one.
    if (picks) await field.press('Tab', { timeout: 1_000 }).catch(() => {})
  }
  return count
}

/** What lies on top: a dialog or a drawer. */
const layerOf = (page: Page) =>
  page.locator('.ant-modal-wrap:visible, .ant-drawer-open .ant-drawer-section').last()

async function tryLayer(page: Page, path: string, name: string, open: () => Promise<void>): Promise<void> {
  const place = `${path} > ${name}`
  await open().catch(() => {})
  const layer = layerOf(page)
  // A button that opens nothing does what it does meanwhile.
  await layer.waitFor({ timeout: 500 }).catch(() => {})
  if (await layer.isVisible().catch(() => false)) {
    if ((await fillAll(layer, place)) > 0) {
      await nothingRan(page, place)
      await layer
        .locator('.ant-btn-primary')
        .last()
        .click({ timeout: 1_500 })
        .catch(() => {})
      await page.waitForTimeout(400)
    }
    await nothingRan(page, place)
  }
  await back(page, path)
}

/** Closes what was opened; where that does not do, the page is opened anew. */
async function back(page: Page, path: string): Promise<void> {
  const over = page.locator(
    '.ant-modal-wrap:visible, .ant-drawer-open, .ant-popover:visible, .ant-dropdown:visible',
  )
  for (let times = 0; times < 3 && (await over.count()) > 0; times++) {
    // A form that was filled asks whether to give it up.
    const giveUp = page.locator('.ant-modal-confirm-btns:visible button').last()
    if (await giveUp.isVisible()) await giveUp.click({ timeout: 1_000 }).catch(() => {})
    else await page.keyboard.press('Escape')
    await page.waitForTimeout(100)
  }
  const here = new URL(page.url())
  if (here.pathname === path && here.search === '' && (await over.count()) === 0) return
  await page.goto(path)
  await settle(page)
}

export async function sweep(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settle(page)
  const bar = page.locator('.pb-search:visible').first()
  if (await bar.isVisible().catch(() => false)) {
    await fillAll(bar, path)
    await bar
      .locator('.ant-btn-primary')
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {})
    await settle(page)
    await nothingRan(page, `${path} searched`)
    await page.goto(path)
    await settle(page)
  } else if ((await fillAll(page.locator('main'), path)) > 0) await nothingRan(page, path)

  const buttons = page.locator('.pb-toolbar-main button:visible')
  for (let index = 0; index < (await buttons.count()); index++)
    await tryLayer(page, path, `button ${index}`, () => buttons.nth(index).click({ timeout: 2_000 }))
  const actions = page.locator('.ant-table-row').first().locator('button:visible, a[role=button]:visible')
  for (let index = 0; index < Math.min(await actions.count(), 8); index++)
    await tryLayer(page, path, `row ${index}`, () => actions.nth(index).click({ timeout: 2_000 }))
}
