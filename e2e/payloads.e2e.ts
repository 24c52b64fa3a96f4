import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { allEndpoints, features } from '../contract/index.ts'
import type { ResultOf } from '../contract/kit/endpoint.ts'
import { livePath, reviewPath } from './kit/desk.ts'
import { kept } from './kit/people.ts'
import { enter, type Person, personOf, type Product, type SignedIn, startProduct } from './product.ts'

/*
 * Puts markup and script into every field of every page, and into every text a program or the API may send, on a
 * product of its own; then looks at all pages. Nothing may run, and nothing may become an element, not even where the
 * browser's policy would stop it from running.
 */
const long =
  `'"></textarea></title><img data-xss src=x onerror="ran.push(1)"><svg data-xss onload="ran.push(2)"></svg>` +
  '<script data-xss>ran.push(3)</script><a data-xss href="javascript:ran.push(4)">x</a>{{7*7}}${ran.push(5)}'
const short = '<i data-xss>'
const payloadFor = (most: number) => (most < long.length ? short.slice(0, most) : long)

let home: string
let product: Product
let admin: SignedIn
/** Fields that were filled, as `page: name`. */
const filled = new Set<string>()

test.beforeAll(async () => {
  test.setTimeout(120_000)
  home = await mkdtemp(join(tmpdir(), 'pitboss-payloads-'))
  product = await startProduct(home)
  const demo = async () =>
    (await (await fetch(`${product.url}/adminapi/config`)).json()) as { data: { demo: unknown } }
  await expect.poll(async () => (await demo()).data.demo, { timeout: 60_000 }).not.toBeNull()
  admin = await enter(product.url, 'admin')
})
test.afterAll(async () => {
  await product.stop()
  await rm(home, { recursive: true, force: true })
})

/** Notes whatever runs, and whatever the browser had to keep from running. */
async function opened(page: Page, who: SignedIn): Promise<void> {
  await page.addInitScript(
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

async function nothingRan(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (window as unknown as { ran: unknown[] }).ran,
    elements: [...document.querySelectorAll('[data-xss], a[href^="javascript:" i]')].map(
      (one) => one.outerHTML,
    ),
  }))
  expect.soft(found, where).toEqual({ ran: [], elements: [] })
}

/** Waits until the page stands there with its rows, but not for ever: some have none. */
async function settle(page: Page): Promise<void> {
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
  await page.waitForTimeout(450)
  const layer = layerOf(page)
  if (await layer.isVisible().catch(() => false)) {
    if ((await fillAll(layer, place)) > 0) {
      await nothingRan(page, place)
      await layer
        .locator('.ant-btn-primary')
        .last()
        .click({ timeout: 1_500 })
        .catch(() => {})
      await page.waitForTimeout(500)
    }
    await nothingRan(page, place)
  }
  await page.goto(`${product.url}${path}`)
  await settle(page)
}

async function sweep(page: Page, path: string): Promise<void> {
  await page.goto(`${product.url}${path}`)
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
    await page.goto(`${product.url}${path}`)
    await settle(page)
  } else if ((await fillAll(page.locator('main'), path)) > 0) await nothingRan(page, path)

  const buttons = page.locator('.pb-toolbar-main button:visible')
  for (let index = 0; index < (await buttons.count()); index++)
    await tryLayer(page, path, `button ${index}`, () => buttons.nth(index).click({ timeout: 2_000 }))
  const actions = page.locator('.ant-table-row').first().locator('button:visible, a[role=button]:visible')
  for (let index = 0; index < Math.min(await actions.count(), 8); index++)
    await tryLayer(page, path, `row ${index}`, () => actions.nth(index).click({ timeout: 2_000 }))
}

async function pathsOf(who: Person): Promise<string[]> {
  const { data } = await who.get<ResultOf<typeof features.signIn.menus>>('system/menus')
  const names = (data?.menuTree ?? []).flatMap((group) => group.children.map((child) => child.name))
  return [...new Set(names)].filter((name) => name.startsWith('/'))
}

/** Takes the session or the account away, or what the pages need to be shown at all. */
const sparing = /logout|sessionEnd|pwd|del$|Del$|status$|unbind|RsyncAll|menus/i

/** Every writing call with the payload in each parameter that takes text, aimed at the first row of everything. */
async function sweepCalls(who: Person): Promise<number> {
  let stored = 0
  for (const { method, path, params, writes, access } of allEndpoints) {
    if (!writes || access !== 'rule' || sparing.test(path)) continue
    const sent: Record<string, string> = {}
    for (const [name, field] of Object.entries(params.shape)) {
      const guesses = [long, short, '1', '2026-11-21', `{"text":"${short}"}`, '1.5', 'https://example.com/']
      const fits = guesses.find((guess) => field.safeParse(guess).success)
      if (fits !== undefined) sent[name] = fits
    }
    const call = method === 'GET' ? who.get : who.call
    const { success } = await call(path.replace('/adminapi/', ''), sent).catch(() => ({ success: false }))
    if (success) stored += 1
  }
  return stored
}

/** The chat bot is a program too, and says what people wrote to it. */
async function botSays(who: Person): Promise<void> {
  const { data } = await who.call<ResultOf<typeof features.logs.botKeyMake>>('system/botKeyMake')
  const fields = [
    'username',
    'platname',
    'channel_name',
    'target_telegram_username',
    'action_telegram_username',
  ]
  const entry = {
    id: 'payload',
    update_time: new Date().toISOString(),
    action: 'help',
    channel_account: 'channel01',
    command: long,
    response: JSON.stringify({ text: long }),
    ...Object.fromEntries(fields.map((field) => [field, long.slice(0, 64)])),
    chat_id: short,
  }
  const chats = [
    { channel_account: 'channel01', chat_title: long.slice(0, 128), at: new Date().toISOString() },
  ]
  const body = JSON.stringify({ entries: [entry], chats })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', Buffer.from(data?.secret ?? '', 'hex'))
    .update(`POST\n${features.logs.botLog.path}\n${timestamp}\n${body}`)
    .digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-bot-key': data?.key_id ?? '',
    'x-bot-timestamp': timestamp,
    'x-bot-signature': signature,
  }
  const answer = await fetch(`${product.url}${features.logs.botLog.path}`, { method: 'POST', headers, body })
  expect(((await answer.json()) as { data: { accepted: string[] } }).data.accepted).toEqual(['payload'])
}

test('whatever is typed, sent or reported, nothing of it runs in anybody’s browser @once', async ({
  page,
  browser,
}) => {
  test.setTimeout(1_200_000)
  await opened(page, admin)
  const voice = personOf(product.url, admin.token)
  const paths = await pathsOf(voice)
  expect(paths.length).toBeGreaterThan(8)
  for (const path of [...paths, features.signIn.pwdEdit.path]) await sweep(page, path)
  expect(filled.size, [...filled].join('\n')).toBeGreaterThan(80)

  await botSays(voice)
  expect(await sweepCalls(voice)).toBeGreaterThan(3)
  for (const path of ['/', ...paths, livePath, reviewPath(1)]) {
    await page.goto(`${product.url}${path}`)
    await settle(page)
    await nothingRan(page, `${path} afterwards`)
    const row = page.locator('.ant-table-row').first()
    if (await row.isVisible().catch(() => false)) {
      await row.dblclick({ timeout: 2_000 }).catch(() => {})
      await page.waitForTimeout(400)
      await nothingRan(page, `${path} first row`)
    }
  }
  // The channel sees what staff and bot wrote about it.
  const channel = await enter(product.url, 'channel01')
  const theirs = await (await browser.newContext()).newPage()
  await opened(theirs, channel)
  for (const path of ['/', ...(await pathsOf(personOf(product.url, channel.token)))])
    await sweep(theirs, path)
  test.info().annotations.push({ type: 'fields', description: String(filled.size) })
  await theirs.context().close()
})
