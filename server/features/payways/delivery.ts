import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { say } from '../../../contract/messages.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { TaskContext, TaskResult } from '../tasks/index.ts'

/** Where a command about channels stands at one platform. */
export interface Outcome {
  state: 'done' | 'refused' | 'waiting' | 'dead'
  reason: string
}

const stateOf = {
  due: 'waiting',
  sending: 'waiting',
  unknown: 'waiting',
  accepted: 'done',
  done: 'done',
  refused: 'refused',
  dead: 'dead',
} as const

async function outcomesOf(
  db: Db,
  platformIds: readonly number[],
  key: string,
): Promise<Map<number, Outcome>> {
  if (platformIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('link_outbox')
    .select(['platform_id', 'state', 'reason'])
    .where('platform_id', 'in', platformIds)
    .where('key', '=', key)
    .execute()
  return new Map(rows.map(({ platform_id: id, state, reason }) => [id, { state: stateOf[state], reason }]))
}

/** Waits until every platform has answered the command of this key, or for so long; answers where it stands then. */
export async function waitForOutcomes(
  db: Db,
  platformIds: readonly number[],
  key: string,
  { patienceMs, onLook = async () => {} }: { patienceMs: number; onLook?: (ended: number) => Promise<void> },
): Promise<Map<number, Outcome>> {
  const until = Date.now() + patienceMs
  for (let pauseMs = 60; ; pauseMs = Math.min(500, pauseMs * 1.5)) {
    const outcomes = await outcomesOf(db, platformIds, key)
    const waiting = [...outcomes.values()].filter(({ state }) => state === 'waiting').length
    await onLook(outcomes.size - waiting)
    if (waiting === 0 || Date.now() >= until) return outcomes
    await sleep(pauseMs)
  }
}

const Named = z.object({ id: z.int(), name: z.string() })
/** What a task about channels remembers of the decision it reports on. */
const Params = z.object({
  platforms: z.array(Named),
  skipped: z.array(Named.extend({ why: z.enum(['noChannel', 'notLinked']) })),
})
export type DeliveryParams = z.infer<typeof Params>

/** The command's key at every platform, made of the task that reports on it. */
export const deliveryKey = (kind: string, taskId: string | bigint): string => `${kind}:${taskId}`

/** After so long a platform that has not answered is named as such; delivery goes on. */
const patienceMs = 12_000
/** Lines of one sort that the result has room for. */
const mostLines = 50

/** Puts the result of a task together: those that did not obey first, each by name. */
export function resultLines(
  head: string,
  groups: readonly (readonly string[])[],
  more: (n: number) => string,
): string {
  const shown = groups.flatMap((lines) =>
    lines.length > mostLines ? [...lines.slice(0, mostLines), more(lines.length - mostLines)] : lines,
  )
  return [head, ...shown].join('\n')
}

/** Follows a decision that is on its way already, and says platform by platform what became of it. */
export async function reportDelivery({ services, task, progress }: TaskContext): Promise<TaskResult> {
  const { language, title } = task
  const { platforms, skipped } = Params.parse(task.params)
  const outcomes = await waitForOutcomes(
    services.db,
    platforms.map(({ id }) => id),
    deliveryKey(task.kind, task.id),
    {
      patienceMs,
      onLook: (done) =>
        progress(say('payways.progress', language, { title, done, all: platforms.length }), done),
    },
  )
  const lines: Record<Outcome['state'], string[]> = { refused: [], dead: [], waiting: [], done: [] }
  for (const { id, name: platform } of platforms) {
    const { state, reason } = outcomes.get(id) ?? { state: 'dead', reason: '' }
    const said = {
      done: () => say('payways.taskDone', language, { platform }),
      waiting: () => say('payways.taskWaiting', language, { platform }),
      dead: () => say('payways.taskDead', language, { platform }),
      refused: () =>
        reason.startsWith('unknown_channel')
          ? say('payways.taskNoChannel', language, { platform })
          : say('payways.taskRefused', language, { platform, reason }),
    }
    lines[state].push(said[state]())
  }
  const passedOver = skipped.map(({ name: platform, why }) =>
    say(why === 'noChannel' ? 'payways.taskNoChannel' : 'payways.taskNotLinked', language, { platform }),
  )
  const left = lines.refused.length + lines.dead.length + lines.waiting.length
  const head = say('payways.taskHead', language, { title, done: lines.done.length, left })
  const groups = [lines.refused, lines.dead, lines.waiting, lines.done, passedOver]
  return {
    tips: resultLines(head, groups, (n) => say('payways.taskMore', language, { n })),
    rows: platforms.length,
  }
}
