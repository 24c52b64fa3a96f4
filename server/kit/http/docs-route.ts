import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { allEndpoints } from '../../../contract/index.ts'
import { openApiDocument } from './openapi.ts'

const base = '/adminapi/docs'
const assets = {
  '': ['page.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
} as const

/** The calls' documentation, for everybody: it holds no data. The page loads nothing from elsewhere. */
export function registerDocs(app: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument(allEndpoints))
  app.get(`${base}/openapi.json`, (_, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document),
  )
  for (const [path, [file, type]] of Object.entries(assets)) {
    const content = readFileSync(join(import.meta.dirname, 'docs', file))
    app.get(base + path, (_, reply) => reply.type(type).header('cache-control', 'no-cache').send(content))
  }
}
