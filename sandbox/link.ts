import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { carryOut } from './commands.ts'
import { readBody, sendJson } from './http.ts'
import { answerQuery } from './queries.ts'
import { drawFor } from './random.ts'
import { faultOf, nonceMemoryMs } from './signing.ts'
import { count, rememberNonce } from './store.ts'
import { faultsOf, platformOf, secretsOf, type World } from './world.ts'

const bodyLimit = 4 * 1024 * 1024

/** Answers Pitboss: commands and queries, signed. Faults in force come between, as a bad network would. */
export function linkHandler(world: World) {
  const chaos = drawFor(world.seed, 'link')

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    platformId: number,
    kind: 'commands' | 'queries',
  ): Promise<void> => {
    const { store } = world
    if (faultsOf(world, platformId).down) return void request.socket.destroy()
    if (request.method !== 'POST') return sendJson(response, 405, { error: 'method_not_allowed' })
    const body = await readBody(request, bodyLimit)
    if (!body) return sendJson(response, 413, { error: 'too_large' })

    const platform = platformOf(world, platformId)
    const fault = faultOf({
      headers: request.headers,
      method: 'POST',
      path: request.url ?? '',
      body,
      platformId,
      secrets: platform ? secretsOf(world, platform) : [],
      nowMs: world.now(),
      rememberNonce: (nonce) => rememberNonce(store, platformId, 'link', nonce, world.now() + nonceMemoryMs),
    })
    if (fault) {
      if (platform) count(store, platformId, 'requestsRefused')
      return sendJson(response, 401, { error: fault })
    }

    if (kind === 'queries') {
      count(store, platformId, 'queriesAnswered')
      const reply = answerQuery(world, platformId, parsed(body))
      if (await lost(world, platformId)) return void request.socket.destroy()
      return sendJson(response, reply.status, reply.body)
    }
    const answer = carryOut(world, platformId, body.toString('utf8'))
    if (answer === null)
      return sendJson(response, 400, { error: 'bad_request', reason: 'key and name are needed' })
    const { dropReplies } = faultsOf(world, platformId)
    const isLost = await lost(world, platformId)
    if (isLost || chaos.unit() < dropReplies) {
      count(store, platformId, 'repliesDropped')
      return void request.socket.destroy()
    }
    return sendJson(response, 200, answer)
  }
}

/** Waits as long as the faults say; true if the platform has gone down meanwhile. */
async function lost(world: World, platformId: number): Promise<boolean> {
  const { delayMs } = faultsOf(world, platformId)
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false })
  return faultsOf(world, platformId).down
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
