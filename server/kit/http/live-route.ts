import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { features } from '../../../contract/index.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { type LiveEvent, livePath } from '../../../contract/live.ts'
import { type Caller, holds } from '../caller.ts'
import type { Services } from '../services.ts'
import { callerOf, infoOf } from './calls.ts'
import { failure } from './envelope.ts'
import type { Authenticate } from './handler.ts'

const beatMs = 25_000

/** What a caller may hear: orders for who may see the live list, otherwise only what concerns the account itself. */
function mayHear(event: LiveEvent, caller: Caller): boolean {
  if (event.type === 'task') return event.accountId === caller.accountId
  if (event.type === 'access') {
    return (
      event.accountId === caller.accountId ||
      event.roleId === caller.roleId ||
      (event.accountId === null && event.roleId === null)
    )
  }
  if (event.type === 'rate' || event.type === 'notice') return true
  if (event.type === 'settle-address') return event.accountId === caller.accountId
  if (event.type === 'settlement') {
    return (
      event.accountId === caller.accountId ||
      (caller.kind === kind.staff && holds(caller, features.settlement.orders.rule))
    )
  }
  return caller.kind === kind.staff && holds(caller, features.platforms.liveList.rule)
}

/** Ends a stream of a process that goes away: all of them come again, though not all at once. */
const goodbye = () => `retry: ${500 + Math.floor(Math.random() * 1500)}\n: going away, connect again\n\n`

/** The stream of live events. Every beat asks again who is listening, so an ended session stops hearing. */
export function bindLive(app: FastifyInstance, services: Services, authenticate: Authenticate): void {
  const open = new Set<ServerResponse>()
  // They would never end by themselves, and a server that closes waits for its answers.
  app.addHook('preClose', (done) => {
    for (const stream of open) stream.end(goodbye())
    done()
  })
  app.get(livePath, async (request, reply) => {
    const info = infoOf(request, (request.query as Record<string, string>)['lang'])
    let caller: Caller
    try {
      caller = await callerOf(authenticate, request, info)
    } catch (error) {
      return reply.header('cache-control', 'no-store').send(failure(error, info.lang, info.requestId))
    }
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    stream.write('retry: 2000\n: hello\n\n')
    services.vitals.streams += 1
    const tell = (event: LiveEvent) => stream.write(`data: ${JSON.stringify(event)}\n\n`)
    const stop = services.live.subscribe((event) => {
      if (mayHear(event, caller)) tell(event)
    })
    const askAgain = async () => {
      try {
        caller = await callerOf(authenticate, request, info)
        stream.write(': beat\n\n')
      } catch {
        // Whoever asks next is told why; the page asks as soon as it hears this.
        tell({ type: 'access', accountId: caller.accountId, roleId: null })
        stream.end()
      }
    }
    const beat = setInterval(() => void askAgain(), beatMs)
    open.add(stream)
    stream.on('close', () => {
      services.vitals.streams -= 1
      open.delete(stream)
      clearInterval(beat)
      stop()
    })
    // What happened between the first look and the subscription was announced to nobody.
    await askAgain()
  })
}
