import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { kind } from '../contract/kit/kinds.ts'
import { livePath } from '../contract/live.ts'
import { seedRoles } from '../contract/rules.ts'
import { createAccount } from '../server/features/accounts/index.ts'
import { openSession } from '../server/features/sign-in/index.ts'
import { connect } from '../server/kit/db/connect.ts'
import { fedPrefix } from './feed.ts'
import { openConnection } from './http-client.ts'
import { signedBatch, withdrawalEvents } from './intake.ts'
import type { Options } from './options.ts'
import { machine } from './report.ts'
import { openStage, type Stage, startDatabaseServer } from './stage.ts'

/*
 * A shift: fifty browsers that look at lists, ask for counts and hear the event stream, while platforms send a hundred
 * orders a second. Two processes share the work; half way one of them is killed, and its browsers go to the other.
 */
const browsers = 50
const ordersPerSecond = 100
const ordersPerBatch = 5

/** What a browser asks for, and every how many seconds. */
const habits = [
  { name: 'live list', every: 5, method: 'GET', path: '/adminapi/platform/liveList?limit=45' },
  { name: 'pending counts', every: 5, method: 'POST', path: '/adminapi/Finance/getCheckOrderCount' },
  { name: 'order list', every: 10, method: 'POST', path: '/adminapi/Finance/withdrawlOrderPendingList' },
  { name: 'tasks', every: 10, method: 'GET', path: '/adminapi/serves/tasks' },
  { name: 'menu', every: 60, method: 'GET', path: '/adminapi/system/menus' },
] as const

interface Seen {
  times: Map<string, number[]>
  errors: string[]
  signedOut: number
  /** Answers that came from the other process, because the first was gone. */
  movedOver: number
  heard: number
  streams: number
}

/** Addresses of the processes that are there; a balancer knows them by /readyz. */
type Balancer = string[]

function ask(agent: Agent, url: string, token: string, habit: (typeof habits)[number], platformId: number) {
  const body = habit.method === 'POST' ? `platformId=${platformId}&tabIndex=1&limit=20` : ''
  return new Promise<string>((answered, failed) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    }
    const sent = httpRequest(`${url}${habit.path}`, { agent, method: habit.method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => answered(Buffer.concat(parts).toString()))
      answer.on('error', failed)
    })
    sent.on('error', failed)
    sent.end(body)
  })
}

/** One habit of one browser until the end of the shift. What a process that died left unanswered is asked of another. */
async function keepAsking(
  balancer: Balancer,
  { token, place, habit, until, seen }: Browser & { habit: (typeof habits)[number] },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  await sleep(Math.random() * habit.every * 1000)
  while (Date.now() < until) {
    const began = performance.now()
    const [first = '', second = first] = place % 2 ? balancer : balancer.toReversed()
    const answer = await ask(agent, first, token, habit, 1 + (place % 200)).catch(() => {
      seen.movedOver += 1
      return ask(agent, second, token, habit, 1 + (place % 200)).catch((error: Error) => error.message)
    })
    if (answer.includes('"code":410000') || answer.includes('"code":410003')) seen.signedOut += 1
    if (!answer.includes('"success":true')) seen.errors.push(`${habit.name}: ${answer.slice(0, 120)}`)
    const took = performance.now() - began
    seen.times.set(habit.name, [...(seen.times.get(habit.name) ?? []), took].slice(-100_000))
    await sleep(habit.every * 1000 * (0.5 + Math.random()))
  }
  agent.destroy()
}

/** The event stream of one browser; it comes again when it breaks. */
async function keepListening(balancer: Balancer, { token, place, until, seen }: Browser): Promise<void> {
  while (Date.now() < until) {
    const url = balancer[place % balancer.length] ?? ''
    await new Promise<void>((ended) => {
      const headers = { authorization: `Bearer ${token}` }
      const sent = httpRequest(`${url}${livePath}`, { headers }, (stream: IncomingMessage) => {
        seen.streams += 1
        stream.on('data', (part: Buffer) => (seen.heard += part.toString().split('data:').length - 1))
        stream.on('close', ended)
        stream.on('error', () => ended())
      })
      const enough = setTimeout(() => sent.destroy(), until - Date.now())
      sent.on('error', () => ended())
      sent.on('close', () => clearTimeout(enough))
      sent.end()
    })
    await sleep(500 + Math.random() * 1500)
  }
}

interface Browser {
  token: string
  place: number
  until: number
  seen: Seen
}

/** Platforms that send their orders in small batches, and again when no answer came; answers how many were accepted. */
async function keepSending(stage: Stage, balancer: Balancer, until: number, seen: Seen): Promise<number> {
  const perSecond = ordersPerSecond / ordersPerBatch
  let accepted = 0
  const senders = Array.from({ length: perSecond }, async (_, sender) => {
    let at = Date.now() + (sender * 1000) / perSecond
    let line: { url: string; send(request: Buffer): Promise<Buffer>; close(): void } | undefined
    while (at < until) {
      await sleep(Math.max(0, at - Date.now()))
      const platformId = 1 + ((Math.floor(at / 1000) * perSecond + sender) % stage.platforms)
      const body = JSON.stringify({ events: withdrawalEvents(ordersPerBatch) })
      const began = performance.now()
      for (let tries = 0; ; tries += 1)
        try {
          const url = balancer[(sender + tries) % balancer.length] ?? ''
          if (line?.url !== url) {
            line?.close()
            line = { url, ...(await openConnection(url)) }
          }
          const answer = await line.send(signedBatch(stage.linkSecret, platformId, body))
          accepted += (JSON.parse(answer.toString()) as { accepted: string[] }).accepted.length
          break
        } catch (error) {
          line = undefined
          seen.movedOver += 1
          if (tries >= 5) {
            seen.errors.push(`events: ${(error as Error).message}`)
            break
          }
        }
      seen.times.set('events', [...(seen.times.get('events') ?? []), performance.now() - began])
      at += 1000
    }
    line?.close()
  })
  await Promise.all(senders)
  return accepted
}

async function signedIn(stage: Stage): Promise<string[]> {
  const { db, close } = connect({ connectionString: stage.databaseUrl }, { max: 2 })
  const tokens: string[] = []
  for (let n = 0; n < browsers; n += 1) {
    const username = `shift${n}`
    const id = await createAccount(db, {
      kind: kind.staff,
      username,
      passwordHash: '',
      roleId: seedRoles.superAdmin.id,
    })
    const info = { lang: 'en-us', address: '127.0.0.1', userAgent: 'bench', requestId: 'bench' } as const
    tokens.push((await openSession(db, id, true, info, new Date())).token)
  }
  await close()
  return tokens
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Runs the shift and prints the latencies of every kind of call, errors, and whether every accepted order is there. */
export async function measureLoad(options: Options): Promise<void> {
  const server = await startDatabaseServer()
  const stage = await openStage(server, { ...options, orders: Math.min(options.orders, 300_000) })
  try {
    const second = await stage.another()
    const balancer: Balancer = [stage.product.url, second.url]
    const tokens = await signedIn(stage)
    process.stdout.write(`${await machine(stage.client)}\n`)
    for (const half of ['two processes', 'one of them killed half way']) {
      const lasts = (options.minutes * 60_000) / 2
      const seen: Seen = { times: new Map(), errors: [], signedOut: 0, movedOver: 0, heard: 0, streams: 0 }
      const until = Date.now() + lasts
      const killed =
        half === 'two processes'
          ? undefined
          : sleep(lasts / 2).then(async () => {
              await second.kill()
              // As a balancer notices: a moment later, and until then calls fail over one by one.
              await sleep(1000)
              balancer.splice(balancer.indexOf(second.url), 1)
            })
      const [accepted] = await Promise.all([
        keepSending(stage, balancer, until, seen),
        ...tokens.flatMap((token, place) => {
          const browser = { token, place, until, seen }
          return [
            keepListening(balancer, browser),
            ...habits.map((habit) => keepAsking(balancer, { ...browser, habit })),
          ]
        }),
        killed,
      ])
      await tell(stage, half, lasts / 1000, accepted, seen)
    }
  } finally {
    await stage.close()
    await server.stop()
  }
}

let before = 0

async function tell(
  stage: Stage,
  half: string,
  seconds: number,
  accepted: number,
  seen: Seen,
): Promise<void> {
  const { rows } = await stage.client.query<{ n: number }>(
    `select count(*)::int as n from withdrawal_orders where order_no like '${fedPrefix}%'`,
  )
  const stored = (rows[0]?.n ?? 0) - before
  before = rows[0]?.n ?? 0
  const lines = [...seen.times].map(([name, times]) => {
    const sorted = times.toSorted((a, b) => a - b)
    const cells = [sorted.length, ...[0.5, 0.99, 1].map((share) => at(sorted, share).toFixed(1))]
    return `| ${name} | ${cells.join(' | ')} |`
  })
  process.stdout.write(
    `\n${half}, ${seconds} s, ${browsers} browsers\n\n| call | calls | p50 ms | p99 ms | worst ms |\n` +
      `| --- | ---: | ---: | ---: | ---: |\n${lines.join('\n')}\n\n` +
      `orders accepted ${accepted}, stored ${stored}; events heard ${seen.heard} on ${seen.streams} streams; ` +
      `asked of the other process ${seen.movedOver}; signed out ${seen.signedOut}; errors ${seen.errors.length}` +
      `${seen.errors.length > 0 ? `: ${[...new Set(seen.errors)].slice(0, 5).join('; ')}` : ''}\n`,
  )
}
