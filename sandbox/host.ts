import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Bot, startBot } from './bot.ts'
import { BotSetting } from './bot-entries.ts'
import type { Config } from './config.ts'
import { controlHandler } from './control.ts'
import { settleDeposits, streamDeposits } from './deposit-flow.ts'
import { tellDepositsDue } from './deposits.ts'
import { setAgents, tellFigures } from './figures-told.ts'
import { stream } from './game.ts'
import { sendJson, sendPage } from './http.ts'
import { linkHandler } from './link.ts'
import { groupLogin } from './login.ts'
import { homePage, notFoundPage, pageScript, pageStyle, refusedPage, signedInPage } from './pages.ts'
import { takeUp } from './platforms.ts'
import { type Sender, startSender } from './sender.ts'
import { tellStatus } from './status.ts'
import { openStore, type Store } from './store.ts'
import { answerDue } from './thirdparty.ts'
import { Faults, platformOf, platformsOf, type World } from './world.ts'

export interface Sandbox {
  /** Base address, `http://127.0.0.1:PORT`. */
  url: string
  world: World
  close(): Promise<void>
}

const tickMs = 50

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the platforms of the configuration and those added before, and answers once they can be reached. */
export async function startSandbox(config: Config, now: () => number = Date.now): Promise<Sandbox> {
  const store = openStore(config.home)
  const senders = new Map<number, Sender>()
  const world: World = {
    store,
    seed: config.seed,
    now,
    era: eraOf(store, now()),
    payoutDelayMs: config.payoutDelayMs,
    statusEveryMs: config.statusEveryMs,
    figuresEveryMs: config.figuresEveryMs,
    historyDays: config.historyDays,
    zone: config.zone,
    faults: new Map(),
    ring: (platformId, atOnce) => {
      const sender = senders.get(platformId)
      // While a platform is being made it has no sender: it gets one when it is rung for at the end.
      if (sender) sender.ring(atOnce)
      else if (atOnce) senders.set(platformId, startSender(world, platformId))
    },
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error)
      request.socket.destroy()
    })
  })
  const bot = startBot(world)
  const handle = router(world, config, bot)
  // Longer than callers keep idle connections, so that none closes just as it is used again.
  server.keepAliveTimeout = 75_000

  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(config.port, config.host, resolve)
    })
  } catch (error) {
    store.close()
    throw error
  }
  for (const { platform_id: id, faults } of platformsOf(world))
    world.faults.set(id, Faults.parse(JSON.parse(faults)))
  for (const { perMinute, depositsPerMinute, ...platform } of config.platforms) {
    // The rates are only where it begins: one set later by the control API outlives a restart.
    const isNew = !platformOf(world, platform.platform_id)
    const rates = isNew ? { perMinute, depositsPerMinute } : {}
    takeUp(world, { ...platform, pitbossUrl: config.pitbossUrl, ...rates }, config)
  }
  if (config.agents.length > 0) setAgents(world, config.agents)
  for (const { platform_id: id } of platformsOf(world)) world.ring(id, true)

  const told = store.one<{ value: string }>("select value from meta where key = 'bot'")?.value
  if (told) bot.set(BotSetting.parse(JSON.parse(told)))

  const ticking = setInterval(() => {
    // A full round means that more is due; the next tick takes it, so that requests get their turn between.
    answerDue(world)
    stream(world)
    settleDeposits(world)
    streamDeposits(world)
    tellStatus(world)
    tellFigures(world)
    tellDepositsDue(world)
  }, tickMs)
  const forgetting = setInterval(() => store.run('delete from nonces where until < ?', now()), 60_000)

  return {
    url: `http://${config.host}:${portOf(server)}`,
    world,
    close: async () => {
      clearInterval(ticking)
      clearInterval(forgetting)
      bot.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await Promise.all([...senders.values()].map((sender) => sender.stop()))
      store.close()
    },
  }
}

/** Made once per store from the time, and kept. */
function eraOf(store: Store, nowMs: number): string {
  store.run("insert or ignore into meta values ('era', ?)", Math.floor(nowMs / 1000).toString(36))
  return store.one<{ value: string }>("select value from meta where key = 'era'")?.value ?? ''
}

function router(world: World, config: Config, bot: Bot) {
  const link = linkHandler(world)
  const control = controlHandler(world, config, bot)

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '/', 'http://sandbox')
    if (!url) return sendPage(response, 400, notFoundPage())
    const { pathname } = url

    const linked = /^\/p\/(\d{1,9})\/link\/v1\/(commands|queries)$/.exec(pathname)
    if (linked)
      return link(request, response, Number(linked[1]), linked[2] === 'commands' ? 'commands' : 'queries')
    if (pathname.startsWith('/control/')) {
      try {
        return sendJson(response, 200, await control(request, url))
      } catch (error) {
        return sendJson(response, 200, { error: error instanceof Error ? error.message : 'unknown error' })
      }
    }
    const landing = /^\/p\/(\d{1,9})\/GroupLogin$/.exec(pathname)
    const platform = landing && platformOf(world, Number(landing[1]))
    if (platform && request.method === 'GET') {
      const outcome = groupLogin(world, platform, url.searchParams.get('data') ?? '')
      return outcome.ok
        ? sendPage(response, 200, signedInPage(platform, outcome.login, url.searchParams.get('redirectUrl')))
        : sendPage(response, 403, refusedPage(platform, outcome.fault))
    }
    if (pathname === '/') return sendPage(response, 200, homePage(world))
    if (pathname === '/page.css') return sendFile(response, 'text/css', pageStyle)
    if (pathname === '/page.js') return sendFile(response, 'text/javascript', pageScript)
    return sendPage(response, 404, notFoundPage())
  }
}

function sendFile(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
  response.end(text)
}
