import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const webRoot = join(import.meta.dirname, '../../../dist/web')

/** Addresses that are documents or downloads of their own, whatever the browser says it wants. */
const ownDocuments =
  /^\/(adminapi\/docs|adminapi\/serves\/(download|image)\/|assets\/|healthz|readyz|metrics|link\/)/i

/**
 * Pages and calls share addresses: a reload of /adminapi/system/users must show the page, not the list's JSON. A GET
 * without a token that asks for a document is a page.
 */
export function isPage(request: Pick<FastifyRequest, 'method' | 'headers' | 'url'>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (request.headers.authorization || ownDocuments.test(request.url)) return false
  return request.headers['sec-fetch-mode'] === 'navigate' || /text\/html/.test(request.headers.accept ?? '')
}

/** Serves the built console; without a build only the calls answer. */
export async function servePages(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(webRoot, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const fresh = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.header('cache-control', fresh)
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isPage(request)) return reply.header('vary', 'Accept, Authorization').sendFile('index.html')
  })
}
