import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Updateable } from 'kysely'
import type { Database } from '../../kit/db/schema.ts'
import type { Services } from '../../kit/services.ts'
import { BadBatch, readBatch } from './batch.ts'
import { ReplayedNonce, spendNonce, takeIn } from './intake.ts'
import { linkPlatform } from './platform.ts'
import { checkRequest, type LinkRefusal, linkHeader, namedPlatform } from './signing.ts'
import type { LinkUsers } from './types.ts'

const largestBatch = 4 * 1024 * 1024
/** Batches a minute from one address: far above what a busy group sends, far below what would hurt. */
const batchesPerMinute = 60_000
/** How often a platform's last event is noted. */
const noteEveryMs = 1_000

type IntakeServices = Pick<Services, 'db' | 'vault' | 'clock' | 'log'>

/**
 * `POST /link/v1/events`: events of the platforms. Outside the envelope: the raw bytes are what is signed, and the
 * answers are the protocol's.
 */
export async function registerLinkIntake(
  app: FastifyInstance,
  services: IntakeServices,
  users: LinkUsers,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBatch }, (_, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error, _, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 500
      if (status >= 500) services.log.error({ err: error }, 'events not taken in')
      const code = status === 413 ? 'too_large' : status === 429 ? 'too_many' : 'bad_request'
      return reply.code(status).send({ error: status >= 500 ? 'unavailable' : code })
    })
    const notes = notersOf(services)
    scope.post(
      '/link/v1/events',
      {
        bodyLimit: largestBatch,
        config: { rateLimit: { max: batchesPerMinute, timeWindow: 60_000 } },
      },
      (request, reply) => receiveEvents(services, users, notes, request, reply),
    )
  })
}

async function receiveEvents(
  services: IntakeServices,
  users: LinkUsers,
  { noteEvents, noteRefusal }: Noters,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers } = request
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const named = namedPlatform(headers)
  const platform = named === null ? null : await linkPlatform(services, named)
  const refusal = checkRequest(
    platform?.secrets ?? [],
    headers,
    { method: request.method, path: request.raw.url ?? '', body },
    services.clock.now(),
  )
  if (!platform || refusal) {
    if (platform) await noteRefusal(platform.id, refusal ?? 'unknown_platform')
    return reply.code(401).send({ error: refusal ?? 'unknown_platform' })
  }
  const nonce = String(headers[linkHeader.nonce])
  try {
    const batch = await readOrUse(services, platform.id, nonce, body)
    const verdict = await takeIn(services, users, platform.id, nonce, batch)
    await noteEvents(platform.id)
    return reply.send(verdict)
  } catch (error) {
    if (error instanceof ReplayedNonce) {
      await noteRefusal(platform.id, 'replayed_nonce')
      return reply.code(401).send({ error: 'replayed_nonce' })
    }
    if (error instanceof BadBatch) return reply.code(400).send({ error: 'bad_batch', reason: error.message })
    services.log.error({ err: error, platformId: platform.id }, 'events not taken in')
    return reply.code(503).send({ error: 'unavailable' })
  }
}

/** A replay is refused as such before anything is said of the body. */
async function readOrUse(services: IntakeServices, platformId: number, nonce: string, body: Buffer) {
  try {
    return readBatch(body)
  } catch (error) {
    await spendNonce(services.db, platformId, nonce)
    throw error
  }
}

interface Noters {
  noteEvents(platformId: number): Promise<void>
  noteRefusal(platformId: number, refusal: LinkRefusal): Promise<void>
}

/**
 * Writes when a platform was last heard of, and why it was last turned away: statements of their own, so that batches
 * do not wait for each other, and each at most once a second, whoever knocks.
 */
function notersOf({ db, log }: IntakeServices): Noters {
  const noterOf = (what: string) => {
    const noted = new Map<number, number>()
    return async (platformId: number, change: (now: Date) => Updateable<Database['platform_status']>) => {
      const now = Date.now()
      if (now - (noted.get(platformId) ?? 0) < noteEveryMs) return
      noted.set(platformId, now)
      try {
        await db
          .updateTable('platform_status')
          .set(change(new Date(now)))
          .where('platform_id', '=', platformId)
          .execute()
      } catch (error) {
        log.warn({ err: error, platformId }, `${what} not noted`)
      }
    }
  }
  const events = noterOf('last event')
  const refusals = noterOf('last refusal')
  return {
    noteEvents: (id) => events(id, (now) => ({ last_event_at: now })),
    noteRefusal: (id, refusal) => refusals(id, (now) => ({ last_refused_at: now, last_refusal: refusal })),
  }
}
