import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { readConfig } from '../../config.ts'
import { clockOf } from '../../kit/clock.ts'
import { connect, type Db } from '../../kit/db/connect.ts'
import { vaultOf } from '../../kit/secrets.ts'
import { checkRequest, linkHeader, signatureOf } from './signing.ts'
import type { CommandOutcome, LinkUsers } from './types.ts'

/** What the link needs of the services, on a test's own database. */
export function linkServices(connection: pg.ClientConfig) {
  const { db, close } = connect(connection)
  return {
    services: {
      db,
      vault: vaultOf(randomBytes(32)),
      clock: clockOf('America/Sao_Paulo'),
      config: { ...readConfig({}), allowHttp: true },
      log: Fastify().log,
    },
    close,
  }
}

/** Users of the link that write down what they are told, in the transaction in which they are told. */
export async function listeningUsers(db: Db, absorbers: LinkUsers['absorbers'] = {}) {
  await sql`create table if not exists told (n bigint generated always as identity, outcome jsonb)`.execute(
    db,
  )
  await sql`delete from told`.execute(db)
  const users: LinkUsers = {
    absorbers,
    commandMoved: async (tx, outcome) =>
      void (await sql`insert into told (outcome) values (${JSON.stringify(outcome)})`.execute(tx)),
  }
  const told = async () =>
    (await sql<{ outcome: CommandOutcome }>`select outcome from told order by n`.execute(db)).rows.map(
      (row) => row.outcome,
    )
  return { users, told }
}

/** What the platform does with a request: carry it out and answer, or one of the ways to go wrong. */
export type Mood =
  | 'answer'
  /** Carries it out, then hangs up. */
  | 'drop'
  /** Carries it out, but answers too late. */
  | 'late'
  /** Fails before carrying anything out. */
  | 'fail'
  /** Carries it out, then answers HTTP 500. */
  | 'fail-after'
  | 'garbage'
  | 'refuse'
  | 'accept'
  | 'unavailable'
  | 'not-found'

interface Message {
  key: string
  name: string
  data: Record<string, unknown>
}

/** A platform of a test: knows the protocol, carries a key out once, and misbehaves as told. */
export class FakePlatform {
  /** How often each key was carried out. Must never pass 1. */
  readonly carriedOut = new Map<string, number>()
  /** Every request in order: 'send KEY' or 'NAME KEY'. */
  readonly heard: string[] = []
  readonly answers = new Map<string, { state: string; reason: string }>()
  queries: Record<string, (data: Record<string, unknown>) => unknown> = {}
  mood: (kind: 'command' | 'query', message: Message, nth: number) => Mood = () => 'answer'
  lateMs = 600
  mostAtOnce = 0
  unsigned = 0
  /** Turns away what is signed wrongly, as the protocol says; else it is only counted. */
  strict = false
  /** How far its clock is ahead. */
  clockAheadMs = 0
  /** The version it speaks. */
  version = '1'
  secret: Buffer = Buffer.alloc(0)
  #atOnce = 0
  #port = 0
  #server: Server | undefined

  get apiUrl(): string {
    return `http://127.0.0.1:${this.#port}/game`
  }

  async up(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.#atOnce += 1
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce)
      response.on('close', () => (this.#atOnce -= 1))
      void this.#serve(request, response)
    })
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async down(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const { method = '', url = '' } = request
    const now = new Date(Date.now() + this.clockAheadMs)
    response.setHeader('date', now.toUTCString())
    const headers =
      this.version === '1' ? request.headers : { ...request.headers, [linkHeader.version]: 'other' }
    const refusal = checkRequest([this.secret], headers, { method, path: url, body }, now)
    if (refusal) this.unsigned += 1
    if (refusal && this.strict) return void response.writeHead(401).end(JSON.stringify({ error: refusal }))
    const message = JSON.parse(body.toString()) as Message
    const isCommand = url === '/game/link/v1/commands'
    const key = isCommand ? message.key : String(message.data['key'] ?? '')
    this.heard.push(isCommand ? `send ${key}` : `${message.name} ${key}`)
    const nth = this.heard.filter((line) => line.endsWith(` ${key}`)).length
    const mood = this.mood(isCommand ? 'command' : 'query', message, nth)
    const reply = (status: number, text: string) => void response.writeHead(status).end(text)
    if (mood === 'fail') return reply(500, 'no')
    if (mood === 'unavailable') return reply(503, 'maintenance')
    if (mood === 'not-found') return reply(404, '{"error":"unknown_query"}')
    const answer = isCommand ? this.#carryOut(message, mood) : this.#tell(message)
    if (mood === 'drop') return void request.socket.destroy()
    if (mood === 'late') await sleep(this.lateMs)
    if (mood === 'garbage') return reply(200, '<html>hello</html>')
    return reply(mood === 'fail-after' ? 500 : 200, JSON.stringify(answer))
  }

  #carryOut({ key }: Message, mood: Mood) {
    const known = this.answers.get(key)
    if (known) return { key, ...known }
    const state = mood === 'refuse' ? 'refused' : mood === 'accept' ? 'accepted' : 'done'
    const answer = { state, reason: state === 'refused' ? 'not open' : '' }
    if (state !== 'refused') this.carriedOut.set(key, (this.carriedOut.get(key) ?? 0) + 1)
    this.answers.set(key, answer)
    return { key, ...answer }
  }

  #tell({ name, data }: Message) {
    if (name !== 'command') return { result: this.queries[name]?.(data) ?? {} }
    const known = this.answers.get(String(data['key']))
    return { result: known ? { seen: true, ...known } : { seen: false } }
  }
}

/** Headers of an events request as a platform signs it. */
export function signedEvents(
  { id, secret }: { id: number; secret: Buffer },
  body: string,
  {
    nonce = randomBytes(12).toString('hex'),
    timestamp = Math.floor(Date.now() / 1000),
    path = '/link/v1/events',
  } = {},
): Record<string, string> {
  const signed = { method: 'POST', path, timestamp: String(timestamp), nonce, body }
  return {
    'content-type': 'application/json',
    [linkHeader.version]: '1',
    [linkHeader.platform]: String(id),
    [linkHeader.timestamp]: signed.timestamp,
    [linkHeader.nonce]: nonce,
    [linkHeader.signature]: signatureOf(secret, signed).toString('hex'),
  }
}

/** Waits until it holds, and fails with what was seen last if it never does. */
export async function until(holds: () => Promise<boolean> | boolean, withinMs = 30_000): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`did not come true: ${holds.toString()}`)
    await sleep(20)
  }
}
