import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type Page, chromium as playwright } from '@playwright/test'
import type { features } from '../contract/index.ts'
import type { ResultOf } from '../contract/kit/endpoint.ts'
import { type Language, languages } from '../contract/kit/language.ts'
import { chromium } from '../scripts/lib/chromium.mjs'
import { kept } from './kit/people.ts'
import { enter, personOf, type SignedIn } from './product.ts'

/*
 * Walks a running demo as each kind of account and takes a picture of every page its menu holds; see scripts/tour.mjs.
 */

type MenuItem = ResultOf<typeof features.signIn.menus>['menuTree'][number]

/** One of each kind: what one sees the others of its kind see too. */
const walkers = ['admin', 'finance', 'channel01', 'sub01', 'sales01']

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    as: { type: 'string', default: walkers.join(',') },
    lang: { type: 'string', default: languages.join(',') },
    width: { type: 'string', default: '1440' },
    dark: { type: 'boolean', default: false },
  },
})

/** Addresses of the pages in a menu, top to bottom. */
const pathsOf = (groups: readonly MenuItem[]): string[] =>
  groups
    .flatMap((group) => [group, ...group.children])
    .map(({ name }) => name)
    .filter((name) => name.startsWith('/'))

interface Walk {
  url: string
  username: string
  session: SignedIn
  paths: readonly string[]
  language: Language
  out: string
}

/** Visits every page of one account in one language; returns what the browser complained of. */
/** Whether nothing turns any more for a second: a page may still load its code, then its rows. */
async function settled(page: Page): Promise<boolean> {
  let quiet = 0
  for (let tries = 0; tries < 80 && quiet < 4; tries += 1) {
    await page.waitForTimeout(250)
    const turning = await page.locator('.ant-spin-spinning, .ant-skeleton, .pb-progress[data-on]').count()
    quiet = turning === 0 ? quiet + 1 : 0
  }
  return quiet === 4
}

async function walk(
  browser: Browser,
  { url, username, session, paths, language, out }: Walk,
): Promise<string[]> {
  const complaints: string[] = []
  const localStorage = Object.entries({ admin_locale: language, ...kept(session) }).map(([name, value]) => ({
    name,
    value,
  }))
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    viewport: { width: Number(values.width), height: 900 },
    colorScheme: values.dark ? 'dark' : 'light',
    locale: language === 'zh-cn' ? 'zh-CN' : 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  for (const [place, path] of paths.entries()) {
    const note = (text: string) => complaints.push(`${username} ${language} ${path}: ${text}`)
    const onConsole = (message: { type(): string; text(): string }) => {
      if (['error', 'warning'].includes(message.type())) note(message.text())
    }
    page.on('console', onConsole)
    await page.goto(`${url}${path}`)
    if (!(await settled(page))) note('still loading')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1)
    if (wide) note('wider than the window')
    const name = `${String(place).padStart(2, '0')}${path.replace('/adminapi', '').replaceAll('/', '-') || '-home'}`
    await page.screenshot({ path: join(out, `${username}${name}.png`) })
    page.off('console', onConsole)
  }
  await context.close()
  return complaints
}

if (!values.url || !values.out) throw new Error('Usage: npm run tour [-- --help]')
const url = values.url.replace(/\/$/, '')
const browser = await playwright.launch(await chromium())
const complaints: string[] = []
let taken = 0
try {
  for (const username of values.as.split(',')) {
    const session = await enter(url, username)
    const menus = await personOf(url, session.token).get<ResultOf<typeof features.signIn.menus>>(
      'system/menus',
    )
    const paths = [...new Set(['/', ...pathsOf(menus.data?.menuTree ?? [])])].filter((path) =>
      path.includes(values.only),
    )
    for (const language of languages.filter((known) => values.lang.includes(known))) {
      const out = join(values.out, [language, values.dark ? 'dark' : 'light', values.width].join('-'))
      await mkdir(out, { recursive: true })
      complaints.push(...(await walk(browser, { url, username, session, paths, language, out })))
      taken += paths.length
    }
  }
} finally {
  await browser.close()
}
const list = join(values.out, 'complaints.txt')
await (complaints.length > 0 ? writeFile(list, `${complaints.join('\n')}\n`) : rm(list, { force: true }))
process.stdout.write(
  `${taken} pictures in ${values.out}\n${complaints.map((line) => `! ${line}\n`).join('')}`,
)
process.exitCode = complaints.length > 0 ? 1 : 0
