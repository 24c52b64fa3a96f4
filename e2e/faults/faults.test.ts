import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  control,
  type Person,
  type Product,
  type Program,
  signIn,
  startProduct,
  startSandboxProgram,
} from '../product.ts'

/*
 * The whole product against game platforms that drop replies, send events twice and out of order, answer late, fail, go
 * down, and whose outcomes come only when asked for, while two reviewers fight for the same orders and the server is
 * killed five times.
 */
const perPlatform = [700, 700, 600]
const kills = 5
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Decision = 'submit' | 'refuse' | 'confiscate'
/** Decided by the number alone, so that whoever handles an order, and however often, wants the same. */
function decisionOn(orderNo: string): Decision {
  const sum = Array.from(orderNo).reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1000, 7)
  return sum < 750 ? 'submit' : sum < 920 ? 'refuse' : 'confiscate'
}

let scratch: string
let sandbox: Program
let product: Product
let reviewers: Person[]
const made = new Map<string, number>()
let stopped = false

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'pitboss-faults-'))
  sandbox = await startSandboxProgram(join(scratch, 'sandbox'), {
    historyOrders: 0,
    payoutDelayMs: [20, 400],
    statusEveryMs: 0,
  })
  product = await startProduct(join(scratch, 'home'), { SANDBOX_URL: sandbox.url, RATE_LIMIT: '0' })
  reviewers = [await signIn(product.url, 'finance'), await signIn(product.url, 'finance2')]
}, 120_000)

afterAll(async () => {
  stopped = true
  await product?.stop()
  await sandbox?.stop()
  await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}, 60_000)

interface Row {
  OrderNo: string
  status: number
  checkUser: string
}

const faults = (platform_id: number, set: Record<string, unknown>) =>
  control(sandbox.url, 'faults', { platform_id, ...set })

async function orders(
  person: Person,
  platformId: number,
  params: Record<string, string | number>,
): Promise<{ list: Row[]; count: number }> {
  const answer = await person.call<{ list: Row[]; count: number }>('Finance/withdrawlOrderPendingList', {
    platformId,
    limit: 100,
    ...params,
  })
  if (!answer.data) throw new Error(answer.message)
  return answer.data
}

/** Handles what is waiting, as a person does who sees a list and acts on it; a lost race or a dead server is nothing new. */
async function review(person: Person, me: string): Promise<void> {
  while (!stopped) {
    try {
      for (let platformId = 1; platformId <= 3; platformId++) {
        const { list } = await orders(person, platformId, { tabIndex: 1, status: '0,1,6' })
        const waiting = list.filter((row) => row.status === 0).slice(0, 25)
        if (waiting.length > 0) {
          await person.call('Finance/applyOrder', {
            platformId,
            orderNo: waiting.map((row) => row.OrderNo).join(','),
          })
        }
        await Promise.all(
          list
            .filter((row) => row.checkUser === me || row.status === 0)
            .slice(0, 25)
            .map((row) => decide(person, platformId, row.OrderNo)),
        )
      }
    } catch {
      await sleep(200)
    }
    await sleep(20)
  }
}

async function decide(person: Person, platformId: number, orderNo: string): Promise<void> {
  const on = { platformId, orderNo }
  const decision = decisionOn(orderNo)
  if (decision === 'submit') {
    await person.call('Finance/applyPassOrderCheck', on)
    // Pressed twice, as an impatient finger does.
    await Promise.all([1, 1].map((channelId) => person.call('Finance/submitToThree', { ...on, channelId })))
  } else if (decision === 'refuse') {
    await person.call('Finance/applyPassOrderRefuse', { ...on, description: 'wrong account holder' })
  } else await person.call('Finance/applyPassOrderConfiscated', { ...on, description: 'fraud ring' })
}

async function unsettled(person: Person): Promise<number> {
  let open = 0
  for (let platformId = 1; platformId <= 3; platformId++) {
    for (const tabIndex of [1, 2]) open += (await orders(person, platformId, { tabIndex, limit: 1 })).count
    open += (await orders(person, platformId, { ...everything(), status: '0,1,4,6,7', limit: 1 })).count
  }
  return open
}

const everything = () => {
  const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)
  return { tabIndex: 1, allStatus: 1, startTime: day(-3 * 86_400_000), endTime: day(2 * 86_400_000) }
}

async function finalStates(person: Person, platformId: number): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let page = 1; ; page++) {
    const { list, count } = await orders(person, platformId, { ...everything(), page, limit: 300 })
    for (const row of list) found.set(row.OrderNo, row.status)
    if (page * 300 >= count) return found
  }
}

test('2,000 orders through every fault end in the right state, each paid at most once', {
  timeout: 420_000,
}, async () => {
  await faults(1, { dropReplies: 0.25, duplicateEvents: 0.3, reorderEvents: 0.3, delayMs: 20 })
  await faults(2, { payoutFailure: 0.2, neverAnswer: 0.1, duplicateEvents: 0.2 })
  await faults(3, { dropReplies: 0.1, neverAnswer: 0.1, reorderEvents: 0.3 })
  const working = [review(reviewers[0] as Person, 'finance'), review(reviewers[1] as Person, 'finance2')]

  for (let round = 0; round < kills; round++) {
    for (const [index, total] of perPlatform.entries()) {
      const platform_id = index + 1
      const { orderNos } = await control<{ orderNos: string[] }>(sandbox.url, 'withdrawals', {
        platform_id,
        count: total / kills,
      })
      for (const orderNo of orderNos) made.set(orderNo, platform_id)
    }
    await sleep(4_000)
    await faults(3, { down: round % 2 === 0 })
    await product.kill()
    await product.again()
  }
  for (const platform_id of [1, 2, 3]) {
    await faults(platform_id, {
      dropReplies: 0,
      duplicateEvents: 0,
      reorderEvents: 0,
      delayMs: 0,
      payoutFailure: 0,
      neverAnswer: 0,
      down: false,
    })
  }

  const admin = await signIn(product.url, 'admin')
  const patience = Date.now() + 180_000
  while ((await unsettled(admin)) > 0 && Date.now() < patience) await sleep(1_000)
  stopped = true
  await Promise.all(working)

  expect(made.size).toBe(2_000)
  const wrong: string[] = []
  for (let platformId = 1; platformId <= 3; platformId++) {
    const states = await finalStates(admin, platformId)
    const payouts = await control<{ orderNo: string; paidTimes: number; status: string }[]>(
      sandbox.url,
      `payouts?platform_id=${platformId}`,
    )
    const paid = new Map(payouts.map((payout) => [payout.orderNo, payout]))
    for (const [orderNo, platform] of made) {
      if (platform !== platformId) continue
      const status = states.get(orderNo)
      const times = paid.get(orderNo)?.paidTimes ?? 0
      const money = paid.get(orderNo)?.status ?? ''
      const decision = decisionOn(orderNo)
      const right =
        (decision === 'submit' && ((status === 100 && times === 1) || (status === 5 && times === 0))) ||
        (decision === 'refuse' && status === 2 && times === 0 && money === 'refunded') ||
        (decision === 'confiscate' && status === 3 && times === 0 && money === 'confiscated')
      if (!right)
        wrong.push(`${orderNo}: ${decision} -> status ${status}, paid ${times} times, money ${money}`)
    }
  }
  expect(wrong).toEqual([])
  const dead = await admin.get<{ list: unknown[] }>('platform/linkDeadLetters')
  expect(dead.data?.list ?? []).toEqual([])
})
