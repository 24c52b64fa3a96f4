import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { languageOf } from '../../../contract/kit/language.ts'
import { operationsWritten } from '../operation-log.ts'
import type { Services } from '../services.ts'
import { infoOf } from './calls.ts'
import { failure } from './envelope.ts'
import { requestIds } from './request-ids.ts'
import { securityHeaders } from './security-headers.ts'

/** How long calls under way may take once the server closes: the longest of them work for less. */
const drainMs = 20_000

/** The HTTP server with everything that is the same for each call; features are bound to it by the app. */
export async function createServer(services: Services): Promise<FastifyInstance> {
  const { config, log } = services
  const app = Fastify({
    loggerInstance: log,
    // Otherwise anybody could name an address of his own choosing, and attempt limits go by it.
    trustProxy: config.trustProxy,
    genReqId: requestIds(config.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: 60_000,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 500 },
    // Calls under way are answered before the server is closed; what they use is closed after it.
    forceCloseConnections: 'idle',
    // What arrives on an open connection in that moment is answered like any other; nobody is turned away.
    return503OnClosing: false,
  })
  app.addHook('preClose', (done) => {
    // Nobody waits for ever, as for a download over a slow line.
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
    done()
  })
  app.addHook('onClose', () => operationsWritten(services.db))
  const always = securityHeaders({ overTls: config.mode === 'production' })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id)
    // Whoever keeps connections open takes the next call elsewhere.
    if (services.vitals.draining) reply.header('connection', 'close')
    done()
  })
  if (config.rateLimitPerMinute > 0) {
    await app.register(rateLimit, {
      max: config.rateLimitPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => request.ip,
    })
  }
  await app.register(formbody, { bodyLimit: 2 * 1024 * 1024 })
  await app.register(multipart, { limits: { fileSize: 10 * 1024 * 1024, files: 5, fields: 100 } })

  app.setErrorHandler((error, request, reply) => {
    const lang = (request.query as Record<string, string> | undefined)?.['lang']
    const info = infoOf(request, lang)
    const envelope = failure(error, info.lang, info.requestId)
    if (envelope.code === 500000)
      log.error({ err: error, url: request.url, requestId: info.requestId }, 'request failed')
    return reply.code(200).header('cache-control', 'no-store').send(envelope)
  })
  app.setNotFoundHandler((request, reply) => {
    const lang = languageOf((request.query as Record<string, string> | undefined)?.['lang'])
    return reply
      .code(404)
      .send(failure(Object.assign(new Error('no such address'), { statusCode: 404 }), lang, request.id))
  })
  return app
}
