import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Language, languages } from '../../contract/kit/language.ts'
import { control, type Person } from '../product.ts'
import { Desk, reviewPath } from './desk.ts'
import { keptOf, type Name, speaker } from './people.ts'
import { type Words, wordsOf } from './words.ts'

export { expect, type Page } from '@playwright/test'

export interface Options {
  language: Language
}

interface Payout {
  orderNo: string
  status: string
  paidTimes: number
}

/** The game platforms' side: what a player, the third party or a broken cable would do. */
export interface Sandbox {
  /** New open orders, of one player where one is named; their numbers, oldest first. */
  order(platformId: number, count: number, more?: Record<string, unknown>): Promise<string[]>
  faults(platformId: number, faults: Record<string, unknown>): Promise<void>
  payout(platformId: number, orderNo: string): Promise<Payout | undefined>
  /** An ordinary player; each language has its own, so that one journey in two languages never meets itself. */
  player(platformId: number, index: number): Promise<string>
  /** Where it listens. */
  url: string
  /** Any other call of its control API. */
  control<T>(call: string, body?: Record<string, unknown>): Promise<T>
}

export interface Opened {
  /** Keys and values the browser holds beforehand, besides the session. */
  storage?: Record<string, string>
  language?: Language
  dark?: boolean
  viewport?: { width: number; height: number }
}

interface Fixtures {
  w: Words
  sandbox: Sandbox
  /** Somebody's HTTP voice, beside the browser. */
  voice: (name: Name) => Person
  /** A browser of its own, signed in as somebody, or as nobody; any error it logs fails the test. */
  open: (name: Name | undefined, path: string, options?: Opened) => Promise<Page>
  /** The same, with the review of a platform open. */
  openDesk: (name: Name, platformId: number, options?: Opened) => Promise<Desk>
}

export const test = base.extend<Options & Fixtures>({
  language: ['zh-cn', { option: true }],
  w: async ({ language }, use) => use(wordsOf(language)),
  sandbox: async ({ baseURL, language }, use) => use(await sandboxOf(baseURL ?? '', language)),
  voice: async ({ baseURL }, use) => use((name) => speaker(baseURL ?? '', name)),
  open: async ({ browser, language, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    const complaints: string[] = []
    await use(async (name, path, options = {}) => {
      const storage = {
        admin_locale: options.language ?? language,
        ...(name ? keptOf(name) : {}),
        ...options.storage,
      }
      const context = await contextWith(browser, baseURL ?? '', storage, options)
      contexts.push(context)
      listen(context, complaints)
      const page = await context.newPage()
      await page.goto(path)
      return page
    })
    for (const context of contexts) await context.close()
    expect(complaints).toEqual([])
  },
  openDesk: async ({ open, language }, use) =>
    use(async (name, platformId, options = {}) => {
      const spoken = options.language ?? language
      const page = await open(name, reviewPath(platformId), options)
      const desk = new Desk(page, wordsOf(spoken), spoken)
      await expect(desk.tab(1)).toBeVisible()
      return desk
    }),
})

async function contextWith(
  browser: Browser,
  origin: string,
  storage: Record<string, string>,
  { dark = false, viewport }: Opened,
): Promise<BrowserContext> {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  return browser.newContext({
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    colorScheme: dark ? 'dark' : 'light',
    // Animations only make the tests wait.
    reducedMotion: 'reduce',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(viewport ? { viewport } : {}),
  })
}

function listen(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
}

async function sandboxOf(url: string, language: Language): Promise<Sandbox> {
  const config = (await (await fetch(`${url}/adminapi/config`)).json()) as {
    data: { demo: { sandbox_url: string } }
  }
  const at = config.data.demo.sandbox_url
  return {
    url: at,
    control: (call, body) => control(at, call, body),
    async order(platform_id, count, more = {}) {
      const { orderNos } = await control<{ orderNos: string[] }>(at, 'withdrawals', {
        platform_id,
        count,
        ...more,
      })
      return orderNos
    },
    async faults(platform_id, faults) {
      await control(at, 'faults', { platform_id, ...faults })
    },
    async payout(platformId, orderNo) {
      return (await control<Payout[]>(at, `payouts?platform_id=${platformId}&orderNo=${orderNo}`))[0]
    },
    async player(platformId, index) {
      const players = await control<{ roleId: string }[]>(
        at,
        `players?platform_id=${platformId}&kind=ordinary`,
      )
      // The first of them have open orders of their own.
      const player = players.slice(40).filter((_, place) => place % 2 === languages.indexOf(language))[index]
      if (!player) throw new Error(`platform ${platformId} has no ordinary player ${index}`)
      return player.roleId
    },
  }
}
