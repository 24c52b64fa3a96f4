import { type Browser, chromium, type Page } from '@playwright/test'
import { chromium as browserOfOurs } from '../scripts/lib/chromium.mjs'
import { feedOrders } from './feed.ts'
import { median, percentile } from './measure.ts'
import { openStage, type Stage, startDatabaseServer } from './stage.ts'
import { switchPages } from './switching.ts'

/*
 * What people feel: how long data that has arrived takes to be on screen, and how long a key takes to show in a filter
 * while 300 rows are shown. Both are taken inside the page, to the frame after the change.
 */
const rounds = 5
const keys = '1234567890123456789012345'
const livePath = '/adminapi/platform/liveList'
const listCall = 'withdrawlOrderPendingList'

/** Runs in the page before anything of it: who is signed in, and a clock that stops at the frame after a change. */
function prepare({ token }: { token: string }): void {
  localStorage.setItem('pitboss_token', token)
  localStorage.setItem('admin_locale', 'en-us')
  const afterFrame = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port2.addEventListener('message', () => then(performance.now()))
      port2.start()
      port1.postMessage(0)
    })
  const waitFor = (selector: string, least: number) =>
    new Promise<number>((seen) => {
      const look = () => {
        if (document.querySelectorAll(selector).length < least) return
        watcher.disconnect()
        afterFrame(seen)
      }
      const watcher = new MutationObserver(look)
      watcher.observe(document, { childList: true, subtree: true, attributes: true })
      look()
    })
  const latencies: number[] = []
  addEventListener('keydown', ({ timeStamp }) => afterFrame((at) => latencies.push(at - timeStamp)), {
    capture: true,
  })
  Object.assign(window, { benchWaitFor: waitFor, benchLatencies: latencies })
}

interface Bench {
  benchWaitFor(selector: string, least: number): Promise<number>
  benchLatencies: number[]
}

/** When the last answer of a call had arrived. */
const arrivedAt = (page: Page, call: string) =>
  page.evaluate(
    (name) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.includes(name))
        .at(-1) as PerformanceResourceTiming,
    call,
  )

/** Milliseconds from pressing a key in a field to the frame that can show it, of 25 keys typed quickly. */
async function typing(page: Page, field: string): Promise<{ p50: number; worst: number }> {
  await page.locator(field).first().click()
  await page.evaluate(() => (window as unknown as Bench).benchLatencies.splice(0))
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(60)
  }
  const all = await page.evaluate(() => (window as unknown as Bench).benchLatencies)
  const sorted = all.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), worst: sorted.at(-1) ?? Number.NaN }
}

async function newPage(browser: Browser, stage: Stage): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-US' })
  await context.addInitScript(prepare, { token: stage.token })
  return context.newPage()
}

async function liveList(browser: Browser, stage: Stage) {
  const shown: number[] = []
  const first: number[] = []
  const typed: { p50: number; worst: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const page = await newPage(browser, stage)
    await page.goto(`${stage.product.url}${livePath}?limit=300`)
    const at = await page.evaluate(() => (window as unknown as Bench).benchWaitFor('.pb-plat-actions', 300))
    const { responseEnd } = await arrivedAt(page, `${livePath}?`)
    shown.push(at - responseEnd)
    first.push(at)
    typed.push(await typing(page, '.pb-search input[type="text"]'))
    await page.context().close()
  }
  return { shown, first, typed }
}

/** Walks down an open list of page sizes, of which only those in sight are drawn. */
async function chooseSize(page: Page, size: string): Promise<void> {
  const active = page.locator('.ant-select-item-option-active')
  for (let steps = 0; steps < 20; steps += 1) {
    if ((await active.textContent())?.startsWith(size)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`no page size ${size}`)
}

async function review(browser: Browser, stage: Stage) {
  const shown: number[] = []
  const typed: { p50: number; worst: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const page = await newPage(browser, stage)
    // The page offers at most 100 rows: the largest size is asked for as 300.
    await page.route(`**/${listCall}`, (route) =>
      route.continue({ postData: (route.request().postData() ?? '').replace('limit=100', 'limit=300') }),
    )
    await page.goto(`${stage.product.url}${livePath}?review=1`)
    await page.locator('.pb-review-tab .ant-table-row').nth(15).waitFor()
    await page.locator('.pb-review-tab .pb-list-foot .ant-select').first().click()
    await chooseSize(page, '100')
    const seen = page.evaluate(() =>
      (window as unknown as Bench).benchWaitFor('.pb-review-tab .ant-table-tbody-virtual .ant-table-row', 10),
    )
    await page.keyboard.press('Enter')
    const at = await seen
    const { responseEnd } = await arrivedAt(page, listCall)
    shown.push(at - responseEnd)
    typed.push(await typing(page, '.pb-review-tab .pb-search input[type="text"]'))
    await page.context().close()
  }
  return { shown, typed }
}

/** Measures the pages in a headless browser and prints a table. The pages must have been built. */
export async function measureScreens(): Promise<void> {
  const server = await startDatabaseServer()
  const ends: (() => Promise<void>)[] = [server.stop]
  try {
    const stage = await openStage(server, { orders: 40_000, platforms: 310, days: 20 })
    ends.push(stage.close)
    await feedOrders(stage.client, { orders: 400, platforms: 1, counted: true })
    const browser = await chromium.launch(await browserOfOurs())
    ends.push(() => browser.close())
    const live = await liveList(browser, stage)
    const desk = await review(browser, stage)
    const page = await newPage(browser, stage)
    const { times, heap } = await switchPages(page, stage.product.url, 200)
    await page.context().close()
    const ms = (value: number) => value.toFixed(0)
    const row = (name: string, values: readonly number[]) =>
      `| ${name} | ${ms(median(values))} | ${ms(Math.max(...values))} |\n`
    const keysOf = (typed: readonly { p50: number; worst: number }[]) => [
      ...typed.map(({ p50 }) => p50),
      Math.max(...typed.map(({ worst }) => worst)),
    ]
    process.stdout.write(
      `| screen, ${rounds} rounds | median ms | worst ms |\n| --- | ---: | ---: |\n` +
        row('live list: from navigation to 300 rows', live.first) +
        row('live list: from data to 300 rows', live.shown) +
        row('live list: a key in a filter over 300 rows', keysOf(live.typed)) +
        row('review: from data of 300 orders to rows', desk.shown) +
        row('review: a key in a filter over 300 orders', keysOf(desk.typed)) +
        row('from one visited page to another, 200 times', times),
    )
    process.stdout.write(
      `\nmemory of the page after one round and after 200 switches: ${heap.map((mb) => `${mb.toFixed(1)} MB`).join(', ')}\n`,
    )
  } finally {
    for (const end of ends.toReversed()) await end().catch(() => {})
  }
}
