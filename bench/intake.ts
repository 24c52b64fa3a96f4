import { createHmac, randomBytes } from 'node:crypto'
import { clearFeed, fedPrefix } from './feed.ts'
import { bareIntake } from './floors.ts'
import { requestText } from './http-client.ts'
import type { Lines } from './lines.ts'
import type { Case, Contestant } from './measure.ts'
import type { Program } from './programs.ts'
import type { Stage } from './stage.ts'

const path = '/link/v1/events'
let made = 0

/** New orders as a platform tells of them; every name is new. */
export function withdrawalEvents(count: number): { id: string; type: string; at: string; data: object }[] {
  const at = new Date().toISOString()
  return Array.from({ length: count }, () => {
    made += 1
    const orderNo = `${fedPrefix}${process.pid}-${made}`
    return { id: orderNo, type: 'withdrawal', at, data: orderData(orderNo, at) }
  })
}

const orderData = (orderNo: string, at: string) => ({
  orderNo,
  version: 1,
  money: 'open',
  roleId: String(1_000_001 + (made % 20)),
  packageName: 'Game',
  requestedAt: at,
  amount: 500_000,
  tax: 10_000,
  realPay: 490_000,
  payWay: 1 + (made % 4),
  channelId: 1,
  realName: 'Name of a player',
  cardNo: `62${String(made).padStart(14, '0')}`,
  province: 'Province',
  city: 'City',
  bankName: 'Bank 7',
  recordType: 1,
  evidence: {
    mailMoney: 1000,
    turnover: 900_000,
    balance: 30_000,
    totalDrawn: 700_000,
    totalRollOut: 650_000,
    totalPaid: 1200,
    advFee: 0,
    gmScore: 0,
    depositCount: 12,
    withdrawTimes: 4,
    loginIpCount: 1,
    regIpCount: 1,
    payingOrders: 0,
    isBlogger: false,
    depositLevel: 2,
    teamRemark: '',
    channelRemark: '',
    salesmanRemark: '',
    devices: ['device-1'],
    ips: ['203.0.113.7'],
  },
})

/** A signed batch, as docs/platform-link.md says. */
export function signedBatch(secret: Buffer, platformId: number, body: string): Buffer {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(18).toString('base64url')
  const signature = createHmac('sha256', secret)
    .update(`POST\n${path}\n${timestamp}\n${nonce}\n`)
    .update(body)
    .digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-link-version': '1',
    'x-link-platform': String(platformId),
    'x-link-timestamp': timestamp,
    'x-link-nonce': nonce,
    'x-link-signature': signature,
  }
  return requestText('POST', path, headers, body)
}

/** Batches of the platforms in turn, sent by so many of them at once. */
export const productTakesIn = (stage: Stage, lines: Lines, size: number, name = 'product'): Contestant => ({
  name,
  pids: [stage.product.pid, ...stage.databasePids],
  counts: size,
  work: async (worker) => {
    const body = JSON.stringify({ events: withdrawalEvents(size) })
    const request = signedBatch(stage.linkSecret, 1 + (worker % stage.platforms), body)
    const verdict = JSON.parse((await lines.http(stage.product.url, worker).send(request)).toString()) as {
      accepted: string[]
    }
    if (verdict.accepted.length !== size) throw new Error('not every event was accepted')
  },
  after: () => clearFeed(stage.client, { counted: true }),
})

export const intakeCase = (
  stage: Stage,
  lines: Lines,
  canned: Program,
  { connections, size }: { connections: number; size: number },
): Case => ({
  name: size === 1 ? 'events, one by one' : `events, batches of ${size}`,
  connections,
  contestants: [
    productTakesIn(stage, lines, size),
    {
      name: 'SQL',
      pids: stage.databasePids,
      counts: size,
      work: (worker) =>
        lines.sql(worker, bareIntake, [
          1 + (worker % stage.platforms),
          JSON.stringify(withdrawalEvents(size)),
        ]),
      after: () => clearFeed(stage.client, { counted: false }),
    },
    {
      name: 'HTTP',
      counts: size,
      work: (worker) => {
        const body = JSON.stringify({ events: withdrawalEvents(size) })
        return lines.http(canned.url, worker).send(signedBatch(stage.linkSecret, 1, body))
      },
    },
  ],
})
