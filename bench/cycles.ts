import { clearFeed, type FedOrder, type Feed, feedOrders } from './feed.ts'
import { bareCycle, bareLock, type Statement } from './floors.ts'
import { callOver, callText, type Lines } from './lines.ts'
import type { Case, Contestant } from './measure.ts'
import type { Program } from './programs.ts'
import type { Stage } from './stage.ts'

const finance = '/adminapi/Finance'
const steps = {
  lock: [{ path: 'applyOrder', more: {} }],
  cycle: [
    { path: 'applyOrder', more: {} },
    { path: 'applyPassOrderCheck', more: {} },
    { path: 'submitToThree', more: { channelId: 1 } },
  ],
} as const
const bare: Record<keyof typeof steps, readonly Statement[]> = { lock: [bareLock], cycle: bareCycle }
const titles = { lock: 'lock', cycle: 'lock, review, submit' } as const
/** More than any contestant does in a second. */
const mostPerSecond = { lock: { 1: 5000, 32: 10_000 }, cycle: { 1: 1700, 32: 4000 } } as const

/** A contestant that is fed orders before each slot. */
function fed(
  stage: Stage,
  { name, orders, platforms, counted }: { name: string; orders: number; platforms: number; counted: boolean },
  work: (worker: number, order: FedOrder) => Promise<unknown>,
): Contestant {
  let feed: Feed | undefined
  return {
    name,
    before: async () => {
      feed = await feedOrders(stage.client, { orders, platforms, counted })
    },
    work: async (worker) => {
      if (feed) await work(worker, feed.next())
    },
    after: () => clearFeed(stage.client, { counted }),
  }
}

export function productDecides(
  stage: Stage,
  lines: Lines,
  kind: keyof typeof steps,
  options: { name?: string; connections: 1 | 32; platforms: number; seconds: number },
): Contestant {
  const { name = 'product', connections, platforms, seconds } = options
  const orders = Math.ceil((mostPerSecond[kind][connections] * seconds) / 2)
  const decides = fed(
    stage,
    { name, orders, platforms, counted: true },
    async (worker, { platformId, orderNo }) => {
      for (const { path, more } of steps[kind]) {
        const request = callText(stage, 'POST', `${finance}/${path}`, { platformId, orderNo, ...more })
        await callOver(lines.http(stage.product.url, worker), request)
      }
    },
  )
  return { ...decides, pids: [stage.product.pid, ...stage.databasePids] }
}

/** Decisions through the product, the bare UPDATEs, and as many requests to a bare server. */
export function decisionCase(
  stage: Stage,
  lines: Lines,
  canned: Program,
  kind: keyof typeof steps,
  { connections, platforms, seconds }: { connections: 1 | 32; platforms: number; seconds: number },
): Case {
  const orders = Math.ceil(mostPerSecond[kind][connections] * seconds)
  const bareMoves = fed(
    stage,
    { name: 'SQL', orders, platforms, counted: false },
    async (worker, { platformId, orderNo }) => {
      for (const statement of bare[kind]) {
        const { rowCount } = await lines.sql(worker, statement, [platformId, orderNo, 'checker1'])
        if (rowCount !== 1) throw new Error('the bare UPDATE found no order')
      }
    },
  )
  const request = callText(stage, 'POST', finance, { platformId: 1, orderNo: 'x'.repeat(24) })
  return {
    name: `${titles[kind]}, ${platforms === 1 ? 'one platform' : `${platforms} platforms`}`,
    connections,
    contestants: [
      productDecides(stage, lines, kind, { connections, platforms, seconds }),
      { ...bareMoves, pids: stage.databasePids },
      {
        name: 'HTTP',
        work: async (worker) => {
          for (const _ of steps[kind]) await lines.http(canned.url, worker).send(request)
        },
      },
    ],
  }
}
