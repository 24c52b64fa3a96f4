import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'

/** Calls a minute that one address may make where a program signs them. */
const perMinute = 600
const longest = 2 * 1024 * 1024
const nothing = Buffer.alloc(0)
/** Raw bodies of signed calls, for as long as their requests live. */
const bodies = new WeakMap<IncomingMessage, Buffer>()

/** Reads a signed call's body before anything else does, and hands on the very same bytes. */
async function keepRawBody(request: FastifyRequest, _: FastifyReply, payload: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of payload) {
    size += part.length
    if (size > longest) throw Object.assign(new Error('too large'), { statusCode: 413 })
    parts.push(part)
  }
  const body = Buffer.concat(parts)
  bodies.set(request.raw, body)
  return Readable.from(parts.length > 0 ? [body] : [], { objectMode: false })
}

/** What a route needs so that its handler can check a signature over the body. */
export const signedRoute = {
  preParsing: keepRawBody,
  config: { rateLimit: { max: perMinute, timeWindow: 60_000 } },
} satisfies RouteShorthandOptions

/** What a signed call's signature is over. */
export const rawOf = (request: FastifyRequest) => ({
  body: bodies.get(request.raw) ?? nothing,
  headers: request.headers,
})
