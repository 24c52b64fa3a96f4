/* oxlint-disable typescript/no-unsafe-type-assertion -- answers are JSON; each test says what it expects of them */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod'
import { Config } from './config.ts'
import { startSandbox } from './host.ts'
import { readBody, sendJson } from './http.ts'
import { faultOf, linkHeaders } from './signing.ts'

export const secret = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

export interface Received {
  id: string
  type: string
  at: string
  data: Record<string, unknown>
}

/** A receiver of events that knows the protocol and nothing else: checks signatures, remembers ids, may be told to fail. */
export async function aReceiver() {
  const ids = new Set<string>()
  const nonces = new Set<string>()
  const first: Received[] = []
  const state = {
    failing: false,
    /** With another status than 200 a verdict does not count. */
    status: 200,
    reject: (event: Received): string => (event.id ? '' : 'no id'),
    requests: 0,
    repeats: 0,
    faults: [] as string[],
  }
  const server = createServer((request, response) => {
    void readBody(request, 4 * 1024 * 1024).then((body) => {
      state.requests++
      if (state.failing || !body) return void request.socket.destroy()
      const fault = faultOf({
        headers: request.headers,
        method: 'POST',
        path: request.url ?? '',
        body,
        platformId: Number(request.headers['x-link-platform']),
        secrets: [secret],
        nowMs: Date.now(),
        rememberNonce: (nonce) => nonces.size < nonces.add(nonce).size,
      })
      if (fault) {
        state.faults.push(fault)
        return sendJson(response, 401, { error: fault })
      }
      const verdict = { accepted: [] as string[], duplicate: [] as string[], rejected: [] as object[] }
      const { events } = JSON.parse(body.toString('utf8')) as { events: Received[] }
      for (const event of events) {
        const reason = state.reject(event)
        if (reason) verdict.rejected.push({ id: event.id, reason })
        else if (ids.has(event.id)) verdict.duplicate.push(event.id)
        else {
          ids.add(event.id)
          first.push(event)
          verdict.accepted.push(event.id)
        }
      }
      state.repeats += verdict.duplicate.length
      return sendJson(response, state.status, verdict)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    events: first,
    state,
    of: (type: string) => first.filter((event) => event.type === type),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A directory for one test, and its removal. */
export function aHome() {
  const home = mkdtempSync(join(tmpdir(), 'sandbox-'))
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) }
}

export function aConfig(given: z.input<typeof Config>): Config {
  return Config.parse({
    port: 0,
    pitbossUrl: 'http://127.0.0.1:9',
    historyOrders: 0,
    payoutDelayMs: [20, 60],
    statusEveryMs: 0,
    figuresEveryMs: 0,
    platforms: [{ platform_id: 7, name: 'Sol <b>Dourado</b>', secret, story: 'empty' }],
    ...given,
  })
}

/** A sandbox in this process, with a client for either side of it. Closed and removed by `close`. */
export async function aSandbox(given: z.input<typeof Config> = {}, now?: () => number) {
  const { home, remove } = aHome()
  const sandbox = await startSandbox(aConfig({ home, ...given }), now)
  return {
    ...sandbox,
    ...aClient(sandbox.url),
    home,
    close: async () => {
      await sandbox.close()
      remove()
    },
  }
}

/** What Pitboss and a tester can ask of the sandbox at `url`. */
export function aClient(url: string, platformId = 7) {
  const link = async (kind: 'commands' | 'queries', content: object) => {
    const path = `/p/${platformId}/link/v1/${kind}`
    const body = JSON.stringify(content)
    const headers = linkHeaders(secret, platformId, { method: 'POST', path, body }, Date.now())
    const answer = await fetch(url + path, { method: 'POST', headers, body })
    return { status: answer.status, text: await answer.text() }
  }
  const post = async (call: string, body: object) => {
    const answer = await fetch(`${url}/control/${call}`, {
      method: 'POST',
      body: JSON.stringify({ platform_id: platformId, ...body }),
    })
    if (answer.status !== 200) throw new Error(`control answered ${answer.status}`)
    return (await answer.json()) as Record<string, unknown>
  }
  return {
    command: (key: string, name: string, data: object) =>
      link('commands', { key, name, data, at: new Date().toISOString() }),
    query: async <T = Record<string, unknown>>(name: string, data: object = {}) => {
      const { text } = await link('queries', { name, data })
      return (JSON.parse(text) as { result: T }).result
    },
    link,
    post,
    /** Makes orders; answers their numbers. */
    orders: async (wish: object) => (await post('withdrawals', wish))['orderNos'] as string[],
    get: async <T>(call: string, query = `platform_id=${platformId}`) =>
      (await (await fetch(`${url}/control/${call}?${query}`)).json()) as T,
    payout: async (orderNo: string) => {
      const answer = await fetch(`${url}/control/payouts?platform_id=${platformId}&orderNo=${orderNo}`)
      const [row] = (await answer.json()) as { orderNo: string; paidTimes: number; status: string }[]
      return row
    },
  }
}

/** Looks again and again until it is so, at most `ms`. */
export async function until<T>(
  look: () => T | Promise<T>,
  ms = 8000,
): Promise<Exclude<T, false | null | undefined>> {
  const end = Date.now() + ms
  for (;;) {
    const seen = await look()
    if (seen) return seen as Exclude<T, false | null | undefined>
    if (Date.now() > end) throw new Error(`Not so after ${ms} ms: ${String(look)}`)
    await sleep(15)
  }
}
