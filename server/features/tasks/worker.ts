import { codes } from '../../../contract/kit/codes.ts'
import { say } from '../../../contract/messages.ts'
import { gate } from '../../kit/http/gate.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Services } from '../../kit/services.ts'
import { fileLifeMs, removeFile, removeOldFiles, taskLifeMs } from './files.ts'
import {
  beat,
  claimTask,
  completeTask,
  failTask,
  mostAttempts,
  purgeTasks,
  putBack,
  recoverStale,
} from './queue.ts'
import type { CallerOfAccount, RunningTask, TaskResult, TaskRunner } from './runner.ts'

interface Pace {
  /** Tasks this process runs side by side. */
  atOnce?: number
  /** How often a waiting task is looked for; an announcement usually comes first. */
  pollMs?: number
  beatMs?: number
  /** After so long without a beat a task counts as abandoned. */
  staleMs?: number
  purgeMs?: number
  /** Told at each look for waiting tasks. */
  onLook?: () => void
}

/** The run may not go on: the process stops, or another one took the task over. */
class Interrupted extends Error {}

/**
 * Runs tasks until stopped; any number of processes may. `stop` waits a little for the work at hand, which other
 * processes or the next start take up again.
 */
export function startTaskWorker(
  services: Services,
  runners: readonly TaskRunner[],
  callerOfAccount: CallerOfAccount,
  {
    atOnce = 2,
    pollMs = 5000,
    beatMs = 5000,
    staleMs = 30_000,
    purgeMs = 600_000,
    onLook = () => {},
  }: Pace = {},
): { stop(): Promise<void> } {
  const { db, log, live, clock } = services
  const byKind = new Map(runners.map((runner) => [runner.kind, runner]))
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let pumping = false
  let again = false

  const moment = () => {
    const now = clock.now()
    return { now, day: clock.dayOf(now) }
  }
  const complain = (error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'task queue')
  }

  async function pump(): Promise<void> {
    again = true
    if (pumping || byKind.size === 0) return
    pumping = true
    try {
      while (again && !stopping.signal.aborted && running.size < atOnce) {
        again = false
        const task = await claimTask(db, [...byKind.keys()])
        if (!task) continue
        again = true
        const work = runTask(task)
          .catch(complain)
          .finally(() => {
            running.delete(work)
            void pump()
          })
        running.add(work)
      }
    } catch (error) {
      complain(error)
    } finally {
      pumping = false
    }
  }

  async function runTask(task: RunningTask): Promise<void> {
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const keep = async (shown?: Parameters<typeof beat>[2]) => {
      if (!signal.aborted && !(await beat(db, task, shown))) lost.abort()
    }
    const beating = setInterval(() => void keep().catch(complain), beatMs)
    try {
      const result = await perform(task, signal, keep)
      await finish(task, result)
    } catch (error) {
      if (error instanceof Interrupted || signal.aborted) {
        if (!lost.signal.aborted) await putBack(db, task)
        return
      }
      if (!(error instanceof Refusal)) log.error({ err: error, taskId: task.id.toString() }, 'task failed')
      await failTask(db, task, { ...reasonOf(error, task), ...moment() })
    } finally {
      clearInterval(beating)
    }
  }

  async function perform(
    task: RunningTask,
    signal: AbortSignal,
    keep: (shown: Parameters<typeof beat>[2]) => Promise<void>,
  ): Promise<TaskResult> {
    const runner = byKind.get(task.kind)
    if (!runner) throw new Error(`no runner for tasks of kind ${task.kind}`)
    const caller = await callerOfAccount(task.accountId)
    if (runner.endpoint) gate(runner.endpoint, caller)
    let shownAt = 0
    const progress = async (tips: string, rows = 0) => {
      if (signal.aborted) throw new Interrupted()
      // People look about once a second; the database need not hear more.
      if (performance.now() - shownAt < 1000 && shownAt > 0) return
      shownAt = performance.now()
      await keep({ tips, rows })
      if (signal.aborted) throw new Interrupted()
    }
    return runner.run({ services, task, caller, progress, signal })
  }

  async function finish(task: RunningTask, { tips, rows = 0, file }: TaskResult): Promise<void> {
    const end = { tips, rows, file: file?.stored ?? '', fileName: file?.name ?? '', now: clock.now() }
    if (!(await completeTask(db, task, end)) && file) await removeFile(services.config.home, file.stored)
  }

  async function recover(): Promise<void> {
    onLook()
    for (const task of await recoverStale(db, staleMs)) {
      const reason = say('tasks.interrupted', task.language)
      log.error({ taskId: task.id.toString() }, `task given up after ${mostAttempts} attempts`)
      await failTask(db, task, { reason, code: codes.internal, ...moment() })
    }
    await pump()
  }

  async function purge(): Promise<void> {
    const now = clock.now().getTime()
    await purgeTasks(db, new Date(now - fileLifeMs), new Date(now - taskLifeMs))
    await removeOldFiles(services.config.home)
  }

  const unsubscribe = live.subscribe((event) => {
    if (event.type === 'task' && event.status === 'queued') void pump()
  })
  const timers = [
    setInterval(() => void recover().catch(complain), pollMs),
    setInterval(() => void purge().catch(complain), purgeMs),
  ]
  void recover().catch(complain)
  void purge().catch(complain)

  return {
    async stop() {
      stopping.abort()
      unsubscribe()
      for (const timer of timers) clearInterval(timer)
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, 5000)
      await Promise.race([Promise.allSettled(running), patience.promise])
      clearTimeout(timer)
    },
  }
}

/** What people are told of a failure: a refusal in their language, anything else only its reference. */
function reasonOf(error: unknown, { language, id }: RunningTask): { reason: string; code: number } {
  return error instanceof Refusal
    ? { reason: say(error.said, language, error.values), code: error.code }
    : { reason: say('kit.internal', language, { requestId: `task-${id}` }), code: codes.internal }
}
