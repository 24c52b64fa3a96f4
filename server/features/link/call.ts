import type { Services } from '../../kit/services.ts'
import { type Health, healthOf } from './health.ts'
import { linkPlatform } from './platform.ts'
import { signedHeaders } from './signing.ts'
import { LinkFailure } from './types.ts'

/** What talking to platforms needs of the services. */
export type LinkServices = Pick<Services, 'db' | 'vault' | 'clock' | 'config' | 'log'>

/** Posts a signed message and answers the parsed body of a 200. Throws `LinkFailure` for everything else. */
export type CallPlatform = (
  platformId: number,
  path: '/link/v1/commands' | '/link/v1/queries',
  message: unknown,
) => Promise<unknown>

interface CallOptions {
  timeoutMs?: number
  /** Aborts what is under way when the process ends. */
  signal?: AbortSignal
  health?: Health
}

const largestAnswer = 8 * 1024 * 1024

export function callerOfPlatforms(
  services: LinkServices,
  { timeoutMs = 10_000, signal, health = healthOf(services) }: CallOptions = {},
): CallPlatform {
  return async (platformId, path, message) => {
    try {
      const deadline = AbortSignal.timeout(timeoutMs)
      const answer = await post(
        services,
        platformId,
        path,
        JSON.stringify(message),
        signal ? AbortSignal.any([signal, deadline]) : deadline,
      )
      await health.answered(platformId)
      return answer
    } catch (error) {
      if (error instanceof LinkFailure) await health.failed(platformId, error)
      throw error
    }
  }
}

async function post(
  services: LinkServices,
  platformId: number,
  path: string,
  body: string,
  signal: AbortSignal,
): Promise<unknown> {
  const platform = await linkPlatform(services, platformId)
  const [secret, older] = platform?.secrets ?? []
  if (!platform || !secret) throw new LinkFailure('no-address', 'the platform has no link secret')
  const url = addressOf(platform.apiUrl, path, services.config.allowHttp)
  const send = (by: Buffer) => postSigned(services.clock, { id: platform.id, secret: by }, url, body, signal)
  try {
    return await send(secret)
  } catch (error) {
    // Turned away at the door nothing was carried out: until the platform has the new secret, the old one speaks.
    if (older && error instanceof LinkFailure && error.code === 'bad_signature') return send(older)
    throw error
  }
}

/** Posts a body signed with this secret and answers what a 200 holds. Throws `LinkFailure` for everything else. */
export async function postSigned(
  clock: Pick<LinkServices['clock'], 'now'>,
  by: { id: number; secret: Buffer },
  url: URL,
  body: string,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...signedHeaders(by, { method: 'POST', path: url.pathname + url.search, body }, clock.now()),
  }
  let response: Response
  let text: string
  try {
    // A signature is made for one address: a redirect must not carry it elsewhere.
    response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    text = await readText(response)
  } catch (error) {
    throw asFailure(error)
  }
  if (response.status !== 200) {
    const message = `HTTP ${response.status} ${text.slice(0, 120)}`.trim()
    const told = Date.parse(response.headers.get('date') ?? '')
    throw new LinkFailure('http', message, response.status, {
      code: errorCode(text),
      platformTime: Number.isNaN(told) ? undefined : new Date(told),
    })
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new LinkFailure('broken', `not JSON: ${text.slice(0, 120)}`)
  }
}

/** The `error` of a refusal as the protocol has it; '' where there is none. */
function errorCode(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return typeof error === 'string' ? error : ''
  } catch {
    return ''
  }
}

/** Where a platform is called. Throws `LinkFailure` when it has no address that may be used. */
export function addressOf(apiUrl: string, path: string, allowHttp: boolean): URL {
  if (apiUrl === '') throw new LinkFailure('no-address', 'the platform has no address')
  let url: URL
  try {
    url = new URL(apiUrl.replace(/\/+$/, '') + path)
  } catch {
    throw new LinkFailure('no-address', `not an address: ${apiUrl}`)
  }
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw new LinkFailure('no-address', `${url.protocol.slice(0, -1)} is not allowed: ${apiUrl}`)
  return url
}

/** Reads at most so much: a platform gone mad must not fill our memory. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswer) throw new LinkFailure('broken', 'the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Codes of errors that come before anything was sent. */
const neverReached =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_|SELF_|UNABLE_)/

function asFailure(error: unknown): LinkFailure {
  if (error instanceof LinkFailure) return error
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return new LinkFailure('timeout', 'no answer in time')
  if (name === 'AbortError') return new LinkFailure('timeout', 'given up while waiting for the answer')
  // Ports that no browser would call either; nothing was sent.
  if (cause?.message === 'bad port')
    return new LinkFailure('no-address', 'the port of the address is not allowed')
  const code = cause?.code ?? ''
  const said = `${code} ${cause?.message ?? message}`.trim().slice(0, 200)
  return new LinkFailure(neverReached.test(code) ? 'unreachable' : 'timeout', said)
}
