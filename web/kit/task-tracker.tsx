import { useEffect } from 'react'
import type * as z from 'zod'
import { type TaskProgress, tasks } from '../../contract/tasks.ts'
import { ApiError, call } from './api.ts'
import { kitWords } from './kit-text.ts'
import { useLive } from './live.ts'
import { inZone, serverNow } from './region.ts'
import { useStable } from './stable.ts'
import { read, write } from './storage.ts'
import { useStored } from './stored.ts'
import { language } from './text.ts'
import { toast } from './toast.ts'

type Progress = z.output<typeof TaskProgress>

const pollMs = 10_000
const lockName = 'pitboss-tasks'
const mostMessages = 100

/** Follows this account's tasks until they end, in one tab of the browser at a time, and says how they ended. */
export function useTaskTracker(): void {
  const ids = useStored('asyncTaskIds')
  const waiting = (ids?.length ?? 0) > 0
  const look = useStable(async () => {
    // Another tab that is asking already will tell this one through the storage.
    const locks = navigator.locks as LockManager | undefined
    if (locks) await locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? follow() : undefined))
    else await follow()
  })
  useEffect(() => {
    if (!waiting) return
    void look()
    const timer = setInterval(() => void look(), pollMs)
    return () => clearInterval(timer)
  }, [waiting, look])
  useLive((event) => {
    if (event.type === 'task' && ids?.includes(event.taskId)) void look()
  })
}

async function follow(): Promise<void> {
  const wanted = (read('asyncTaskIds') ?? []).slice(0, 100)
  if (wanted.length === 0) return
  try {
    const progress = await call(tasks.progress, { taskIds: wanted }, { silent: true })
    const ended = wanted.filter((id) => ['completed', 'error'].includes(progress[id]?.status ?? ''))
    if (ended.length === 0) return
    write(
      'asyncTaskIds',
      (read('asyncTaskIds') ?? []).filter((id) => !ended.includes(id)),
    )
    for (const id of ended) await tell(id, progress[id] as Progress)
  } catch (error) {
    // The next round asks again.
    if (!(error instanceof ApiError)) throw error
  }
}

async function tell(id: string, { status, tipType, tips, download_link: link }: Progress): Promise<void> {
  const words = await kitWords.load(language())
  const failed = status === 'error'
  if (failed || tipType !== 'toast') {
    const message = { id, time: inZone(serverNow()), tips, ...(link && !failed ? { link } : {}) }
    write('MessageTaskList', [message, ...(read('MessageTaskList') ?? [])].slice(0, mostMessages))
  }
  if (failed) return toast.error(tips)
  if (!link) return toast.success(tips)
  toast.download(
    <>
      {tips}{' '}
      <a href={link} download>
        {words.download}
      </a>
    </>,
  )
}
