import { features } from '../../../contract/index.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { say } from '../../../contract/messages.ts'
import { isViolation } from '../../kit/db/violations.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { askOf, LinkFailure } from '../link/index.ts'
import { followTask, startTask, type TaskContext, type TaskResult } from '../tasks/index.ts'
import { absorbDepositChannels } from './absorb.ts'
import { resultLines } from './delivery.ts'
import { type Target, targetsOf } from './targets.ts'

const { paywayRsync } = features.payways
type Staff = Pick<Ctx<'rule'>, 'db' | 'caller' | 'info'>

export const syncKind = paywayRsync.id
/** Platforms asked at the same time. */
const atOnce = 8

/**
 * Starts to ask every platform for its channels. One sync runs at a time: whoever comes second gets the task of the
 * first and may follow it.
 */
export async function startSync({ db, caller, info }: Staff): Promise<ResultOf<typeof paywayRsync>> {
  // The running one may end between the two looks; then the next try starts one.
  for (let look = 0; look < 10; look++) {
    try {
      const taskId = await db.transaction().execute((tx) =>
        startTask(tx, {
          accountId: caller.accountId,
          kind: syncKind,
          title: paywayRsync.title[info.lang],
          language: info.lang,
          params: {},
          tipType: 'showMsgBox',
        }),
      )
      return { taskId, joined: 0 }
    } catch (error) {
      if (!isViolation(error, 'tasks_one_payway_sync')) throw error
    }
    const running = await db
      .selectFrom('tasks')
      .select('id')
      .where('kind', '=', syncKind)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (!running) continue
    const taskId = String(running.id)
    await followTask(db, taskId, caller.accountId)
    return { taskId, joined: 1 }
  }
  return refuse('kit.tooMany')
}

type Found = { channels: number; open: number } | { failure: LinkFailure }

/** Asks each linked platform and takes in what it answers; names those that gave no good answer. */
export async function syncChannels({ services, task, progress, signal }: TaskContext): Promise<TaskResult> {
  const { db, clock } = services
  const { language, title } = task
  const ask = askOf(services)
  const absorb = absorbDepositChannels(clock)
  const targets = await targetsOf(db, {})
  const linked = targets.filter((target) => target.linked)
  const found = new Map<number, Found>()

  const one = async ({ id }: Target): Promise<Found> => {
    try {
      const data = await ask(id, 'depositChannels', {})
      const rejected = await db
        .transaction()
        .execute((tx) => absorb(tx, id, [{ id: 'sync', at: clock.now(), data }]))
      for (const reason of rejected.values()) throw new LinkFailure('broken', reason)
    } catch (error) {
      if (error instanceof LinkFailure) return { failure: error }
      throw error
    }
    const [now] = await targetsOf(db, { platform_id: [id] })
    const channels = now?.channels ?? []
    return { channels: channels.length, open: channels.filter(({ is_on }) => is_on === 1).length }
  }
  const queue = [...linked]
  const worker = async () => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      found.set(next.id, await one(next))
      await progress(
        say('payways.progress', language, { title, done: found.size, all: linked.length }),
        found.size,
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  // Ends here when the process stops; the next run asks again.
  await progress(title, found.size)

  const failed: string[] = []
  const done: string[] = []
  for (const { id, name: platform } of linked) {
    const result = found.get(id)
    if (result && 'channels' in result) done.push(say('payways.syncDone', language, { platform, ...result }))
    else if (result) failed.push(failureLine(result.failure, language, platform))
  }
  const notLinked = targets
    .filter((target) => !target.linked)
    .map(({ name: platform }) => say('payways.taskNotLinked', language, { platform }))
  const head = say('payways.syncHead', language, { title, done: done.length, left: failed.length })
  return {
    tips: resultLines(head, [failed, done, notLinked], (n) => say('payways.taskMore', language, { n })),
    rows: done.length,
  }
}

function failureLine(
  { kind, code, message: reason }: LinkFailure,
  language: TaskContext['task']['language'],
  platform: string,
): string {
  if (code === 'unknown_query') return say('payways.syncNotKnown', language, { platform })
  const said = kind === 'broken' ? 'payways.syncGarbled' : 'payways.syncNoAnswer'
  return say(said, language, { platform, reason })
}
