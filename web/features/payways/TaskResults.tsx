import { Alert } from 'antd'
import { useEffect } from 'react'
import { payways } from '../../../contract/payways.ts'
import { tasks } from '../../../contract/tasks.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { Scroll } from './Scroll.tsx'
import { paywayWords } from './words.ts'

interface ResultsProps {
  taskIds: readonly string[]
  dismiss: (taskId: string) => void
}

/** What became of the tasks that were started here, platform by platform, until it is put away. */
export function TaskResults({ taskIds, dismiss }: ResultsProps) {
  const t = useText(paywayWords)
  if (taskIds.length === 0) return null
  return (
    <section className="pb-way-results" aria-label={t.results}>
      {taskIds.map((taskId) => (
        <TaskResult key={taskId} taskId={taskId} dismiss={() => dismiss(taskId)} />
      ))}
    </section>
  )
}

const lookMs = 1000

function TaskResult({ taskId, dismiss }: { taskId: string; dismiss: () => void }) {
  const t = useText(paywayWords)
  const { data } = useTask(taskId)
  const { status = 'queued', tips = t.running } = data?.[taskId] ?? {}
  const ended = status === 'completed' || status === 'error'
  useEffect(() => {
    if (ended) void refresh(payways.paywaySummary)
  }, [ended])
  const [head = '', ...lines] = tips.split('\n')
  return (
    <Alert
      type={status === 'error' ? 'error' : 'info'}
      showIcon
      title={head}
      description={
        lines.length > 0 && (
          <Scroll label={head}>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Scroll>
        )
      }
      role="status"
      {...(ended ? { closable: { 'aria-label': t.dismiss, onClose: dismiss } } : {})}
    />
  )
}

/** Where a task stands; asked again and again until it has ended. */
function useTask(taskId: string) {
  const first = useCall(tasks.progress, { taskIds: [taskId] }, { silent: true, keep: true })
  const status = first.data?.[taskId]?.status
  const going = status !== 'completed' && status !== 'error'
  return useCall(
    tasks.progress,
    { taskIds: [taskId] },
    { silent: true, keep: true, ...(going ? { everyMs: lookMs } : {}) },
  )
}
