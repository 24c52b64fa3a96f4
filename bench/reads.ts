import { setTimeout as delay } from 'node:timers/promises'
import { clockOf } from '../server/kit/clock.ts'
import { listByStatusAndDays, listOfPlayer, livePlatforms, pendingCounts, type Statement } from './floors.ts'
import { callOver, callText, type Lines } from './lines.ts'
import type { Case, Contestant } from './measure.ts'
import { type Program, startProgram } from './programs.ts'
import type { Stage } from './stage.ts'

/** A question, as the console asks it and as the best SQL answers it. */
export interface Question {
  name: string
  request: Buffer
  statement: Statement
  values: unknown[]
  /** What else goes on while product and SQL answer. */
  meanwhile?: Pick<Contestant, 'before' | 'after'>
}

const clock = clockOf('America/Sao_Paulo')
const dayBefore = (days: number) => clock.dayOf(new Date(Date.now() - days * 86_400_000))
const listPath = '/adminapi/Finance/withdrawlOrderPendingList'

/** Completed orders of the largest platform's last days, newest first. Page 1 is the first. */
export function listQuestion(stage: Stage, name: string, days: number, page: number): Question {
  const [first, last] = [dayBefore(days - 1), dayBefore(0)]
  const params = { platformId: 1, tabIndex: 1, allStatus: 1, status: 100, startTime: first, endTime: last }
  const sorted = { orderby: 'AddTime', orderType: 'desc', page, limit: 20 }
  return {
    name,
    request: callText(stage, 'POST', listPath, { ...params, ...sorted }),
    statement: listByStatusAndDays,
    values: [1, (page - 1) * 20, 100, first, last, clock.startOf(first), clock.endOf(last)],
  }
}

/** All orders of one player who has ten or so, which is the same work however long the history. */
export async function playerQuestion(stage: Stage): Promise<Question> {
  const { rows } = await stage.client.query<{ role_id: string }>(
    `select role_id from withdrawal_orders where platform_id = 1
     group by role_id having count(*) between 9 and 11 order by role_id limit 1`,
  )
  const roleId = rows[0]?.role_id ?? '1000001'
  const params = { platformId: 1, allStatus: 1, roleId, orderby: 'AddTime', orderType: 'desc', limit: 20 }
  return {
    name: 'order list, one player',
    request: callText(stage, 'POST', listPath, params),
    statement: listOfPlayer,
    values: [1, 0, roleId],
  }
}

export const countsQuestion = (stage: Stage): Question => ({
  name: 'pending counts',
  request: callText(stage, 'POST', '/adminapi/Finance/getCheckOrderCount', { platformId: 1 }),
  statement: pendingCounts,
  values: [1],
})

/** The same while orders of the platform come and go: what was remembered of it is soon out of date. */
export const movingCountsQuestion = (stage: Stage): Question => {
  const everyMs = 10
  let isMoving = false
  let moving: Promise<void> = Promise.resolve()
  const move = async () => {
    while (isMoving) {
      await stage.client.query(
        'update withdrawal_totals set changes = changes + 1 where platform_id = 1 and status = 0 and slot = 0',
      )
      await delay(everyMs)
    }
  }
  return {
    ...countsQuestion(stage),
    name: 'pending counts, while orders move',
    meanwhile: {
      async before() {
        isMoving = true
        moving = move()
      },
      async after() {
        isMoving = false
        await moving
      },
    },
  }
}

export const liveQuestion = (stage: Stage, rows: number): Question => ({
  name: `live list, ${rows} of ${stage.platforms} platforms`,
  request: callText(stage, 'GET', '/adminapi/platform/liveList', { limit: rows }),
  statement: livePlatforms,
  values: [rows],
})

/** What the console asks all day. */
export async function readQuestions(
  stage: Stage,
  sizes: { orders: number; days: number },
): Promise<Question[]> {
  const days = Math.min(31, sizes.days)
  const { rows } = await stage.client.query<{ n: number }>(
    `select sum(n)::int as n from withdrawal_counts where platform_id = 1 and status = 100 and day >= $1`,
    [dayBefore(days - 1)],
  )
  const deep = Math.max(2, Math.min(2000, Math.floor((rows[0]?.n ?? 0) / 20)))
  return [
    listQuestion(stage, `order list, ${days} days, page 1`, days, 1),
    listQuestion(stage, `order list, ${days} days, page ${deep}`, days, deep),
    await playerQuestion(stage),
    countsQuestion(stage),
    movingCountsQuestion(stage),
    liveQuestion(stage, 45),
    liveQuestion(stage, 200),
  ]
}

export const asProduct = (stage: Stage, lines: Lines, request: Buffer): Contestant => ({
  name: 'product',
  pids: [stage.product.pid, ...stage.databasePids],
  work: (worker) => callOver(lines.http(stage.product.url, worker), request),
})

/** The product, the best SQL, and a bare server with a page of the same size. */
export async function readCase(
  stage: Stage,
  lines: Lines,
  canned: Program,
  connections: number,
  { name, request, statement, values, meanwhile }: Question,
): Promise<Case> {
  return {
    name,
    connections,
    contestants: [
      { ...asProduct(stage, lines, request), ...meanwhile },
      {
        ...meanwhile,
        name: 'SQL',
        pids: stage.databasePids,
        work: (worker) => lines.sql(worker, statement, values),
      },
      { name: 'HTTP', work: (worker) => lines.http(canned.url, worker).send(request) },
    ],
  }
}

/** A bare server whose page is as large as the product's answer. */
export async function cannedFor(stage: Stage, lines: Lines, { request }: Question): Promise<Program> {
  const answer = await callOver(lines.http(stage.product.url, 0), request)
  return startProgram('bench/canned-server.ts', { CANNED_BYTES: String(answer.length) })
}
