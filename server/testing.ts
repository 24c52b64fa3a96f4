import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Envelope } from '../contract/kit/codes.ts'
import type { CallOf, Endpoint, ResultOf } from '../contract/kit/endpoint.ts'
import { type Kind, kind } from '../contract/kit/kinds.ts'
import type { Language } from '../contract/kit/language.ts'
import { seedRoles } from '../contract/rules.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createAccount } from './features/accounts/index.ts'
import { syncRolesAndRules } from './features/roles/index.ts'
import { hashPassword, openSession } from './features/sign-in/index.ts'
import { clockOf } from './kit/clock.ts'
import { connect } from './kit/db/connect.ts'
import { testDatabase } from './kit/db/test-database.ts'
import { openLiveFeed } from './kit/live.ts'
import { vaultOf } from './kit/secrets.ts'
import type { Services } from './kit/services.ts'
import { vitalsOf } from './kit/vitals.ts'

export const testPassword = 'pitboss-2026'

interface AccountWish {
  kind?: Kind
  roleId?: number
  parentId?: number
  username?: string
  proxyId?: string
}

interface CallOptions {
  token?: string | null
  lang?: Language
  address?: string
  method?: 'GET' | 'POST'
}

export interface TestApp {
  app: FastifyInstance
  services: Services
  /** Advances the clock the product sees. */
  moveClock(ms: number): void
  /** A new account with the test password, its authenticator not yet bound. */
  account(wish?: AccountWish): Promise<{ id: number; username: string; token: string }>
  /** Calls like a signed-in account of a seeded role; the account is made at the first use. */
  as(role: keyof typeof seedRoles): Promise<Caller>
  /** Sends text exactly as given. */
  send(path: string, sent: Record<string, string>, options?: CallOptions): Promise<Envelope>
  /** Calls an endpoint as the holder of a token. */
  call<E extends Endpoint>(
    endpoint: E,
    params: CallOf<E>,
    options?: CallOptions,
  ): Promise<Envelope<ResultOf<E>>>
  close(): Promise<void>
}

export type Caller = (<E extends Endpoint>(
  endpoint: E,
  params: CallOf<E>,
  options?: CallOptions,
) => Promise<Envelope<ResultOf<E>>>) & {
  id: number
  username: string
  token: string
}

/** The whole product on a database of its own, spoken to as a browser does. */
export async function testApp({
  poolSize = 20,
  env = {},
}: {
  poolSize?: number
  env?: Record<string, string>
} = {}): Promise<TestApp> {
  const database = await testDatabase()
  const config: Config = readConfig({ PITBOSS_MODE: 'production', RATE_LIMIT: '0', ...env })
  const { db, close } = connect(database.connection, { max: poolSize })
  const live = await openLiveFeed(database.connection, () => {})
  let offsetMs = 0
  const services: Services = {
    config,
    db,
    reportDb: db,
    clock: clockOf(config.regional.zone, () => new Date(Date.now() + offsetMs)),
    vault: vaultOf(randomBytes(32)),
    live,
    log: pino({ level: 'silent' }),
    vitals: vitalsOf(),
    checkResults: true,
  }
  await syncRolesAndRules(db)
  const app = await buildApp(services)
  const passwordHash = await hashPassword(testPassword)
  const callers = new Map<string, Promise<Caller>>()
  let accounts = 0

  const account: TestApp['account'] = async (wish = {}) => {
    accounts += 1
    const username = wish.username ?? `person${accounts}`
    const id = await db.transaction().execute((tx) =>
      createAccount(tx, {
        kind: wish.kind ?? kind.staff,
        username,
        passwordHash,
        roleId: wish.roleId ?? seedRoles.viewer.id,
        parentId: wish.parentId ?? null,
        proxyId: wish.proxyId ?? '',
      }),
    )
    const info = { lang: 'zh-cn', address: '127.0.0.1', userAgent: 'test', requestId: 'test' } as const
    const session = await openSession(db, id, true, info, services.clock.now())
    return { id, username, token: session.token }
  }

  const send: TestApp['send'] = async (
    path,
    sent,
    { token, lang, address = '127.0.0.1', method = 'POST' } = {},
  ) => {
    const form = new URLSearchParams({
      ...sent,
      lang: lang ?? sent['lang'] ?? 'zh-cn',
      appId: sent['appId'] ?? '3',
    })
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const response = await app.inject({
      method,
      url: method === 'GET' ? `${path}?${form}` : path,
      remoteAddress: address,
      headers:
        method === 'GET' ? headers : { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { payload: form.toString() }),
    })
    return response.json()
  }

  const call: TestApp['call'] = (endpoint, params, options) =>
    send(endpoint.path, encode(params), { method: endpoint.method, ...options }) as never

  const as: TestApp['as'] = (role) => {
    const known = callers.get(role)
    if (known) return known
    const made = account({
      kind: seedRoles[role].type,
      roleId: seedRoles[role].id,
      username: `test-${role}`,
    }).then((person) => {
      const caller = ((endpoint, params, options) =>
        call(endpoint, params, { token: person.token, ...options })) as Caller
      return Object.assign(caller, person)
    })
    callers.set(role, made)
    return made
  }

  return {
    app,
    services,
    moveClock: (ms) => {
      offsetMs += ms
    },
    account,
    as,
    send,
    call,
    async close() {
      await app.close()
      services.vitals.close()
      await live.close()
      await close()
      await database.drop()
    },
  }
}

/** As the browser's client encodes: lists comma-joined, objects as JSON, nothing for undefined. */
function encode(params: Readonly<Record<string, unknown>>): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value))
      sent[name] = value.some((item) => typeof item === 'object') ? JSON.stringify(value) : value.join(',')
    else sent[name] = typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return sent
}
