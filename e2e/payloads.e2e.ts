import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { allEndpoints, features } from '../contract/index.ts'
import type { ResultOf } from '../contract/kit/endpoint.ts'
import { livePath, reviewPath } from './kit/desk.ts'
import { filled, long, nothingRan, opened, settle, short, sweep } from './kit/payloads.ts'
import { enter, type Person, personOf, type Product, type SignedIn, startProduct } from './product.ts'

/*
 * Puts markup and script into every field of every page, and into every text a program or the API may send, on a
 * product of its own; then looks at all pages. Nothing may run, and nothing may become an element, not even where the
 * browser's policy would stop it from running.
 */
let home: string
let product: Product
let admin: SignedIn

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

/** As many pages of one browser side by side as keep it busy: each spends most of its time waiting. */
async function inPages(context: BrowserContext, paths: string[], visit: typeof sweep): Promise<void> {
  const left = [...paths]
  const walk = async () => {
    const page = await context.newPage()
    for (let path = left.shift(); path !== undefined; path = left.shift()) await visit(page, path)
    await page.close()
  }
  await Promise.all([walk(), walk(), walk()])
}

async function lookAgain(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settle(page)
  await nothingRan(page, `${path} afterwards`)
  const row = page.locator('.ant-table-row').first()
  if (await row.isVisible().catch(() => false)) {
    await row.dblclick({ timeout: 2_000 }).catch(() => {})
    await page.waitForTimeout(400)
    await nothingRan(page, `${path} first row`)
  }
}

test('whatever is typed, sent or reported, nothing of it runs in anybody’s browser @once', async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  const staff = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
  await opened(staff, admin)
  const voice = personOf(product.url, admin.token)
  const paths = await pathsOf(voice)
  expect(paths.length).toBeGreaterThan(8)
  await inPages(staff, [...paths, features.signIn.pwdEdit.path], sweep)
  expect(filled.size, [...filled].join('\n')).toBeGreaterThan(80)

  await botSays(voice)
  expect(await sweepCalls(voice)).toBeGreaterThan(3)
  await inPages(staff, ['/', ...paths, livePath, reviewPath(1)], lookAgain)
  await staff.close()

  // The channel sees what staff and bot wrote about it.
  const channel = await enter(product.url, 'channel01')
  const theirs = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
  await opened(theirs, channel)
  await inPages(theirs, ['/', ...(await pathsOf(personOf(product.url, channel.token)))], sweep)
  test.info().annotations.push({ type: 'fields', description: String(filled.size) })
  await theirs.close()
})
