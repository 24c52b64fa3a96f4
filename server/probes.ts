import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './kit/db/connect.ts'
import { missingMigrations } from './kit/db/migrate.ts'
import { exposition } from './kit/exposition.ts'
import type { Services } from './kit/services.ts'
import { metricsOf } from './metrics.ts'

/** A database that does not answer within this is not there. */
const patienceMs = 2_000
const free = { config: { rateLimit: false } }

type State = 'ok' | 'draining' | 'database' | 'migrations' | 'loops'

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve: it is not going away, its database answers and has every
 * migration this version knows, and its loops turn; otherwise 503 and the name of what is wrong. `/metrics`: figures, for
 * this machine or whoever has the token.
 */
export function registerProbes(app: FastifyInstance, services: Services): void {
  const { db, vitals, config, log } = services
  const metrics = metricsOf(services)
  app.get('/healthz', free, () => ({ status: 'ok' }))
  app.get('/readyz', free, async (_, reply) => {
    const state = vitals.draining ? 'draining' : await stateOf(db, vitals.silent())
    reply.header('cache-control', 'no-store')
    if (state === 'ok') return { status: 'ok' }
    if (state === 'loops') log.error({ loops: vitals.silent() }, 'loops have fallen silent')
    return reply.code(503).send({ status: state })
  })
  app.get('/metrics', free, async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) return reply.code(403).type('text/plain').send('not here\n')
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(exposition(await metrics()))
  })
}

async function stateOf(db: Db, silent: readonly string[]): Promise<State> {
  const patience = Promise.withResolvers<State>()
  const timer = setTimeout(() => patience.resolve('database'), patienceMs)
  const asked = (async (): Promise<State> => {
    await sql`select version from policy`.execute(db)
    return (await missingMigrations(db)).length > 0 ? 'migrations' : 'ok'
  })().catch((): State => 'database')
  const state = await Promise.race([asked, patience.promise])
  clearTimeout(timer)
  return state === 'ok' && silent.length > 0 ? 'loops' : state
}

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** With a token set, only the token counts; without one, this machine, and nothing that came through a proxy. */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) {
    const forwarded = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['via']
    return forwarded === undefined && loopback.test(socket.remoteAddress ?? '')
  }
  const sent = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
