import './tasks.css'
import type * as z from 'zod'
import { type OwnTask, taskStatuses, tasks } from '../../../contract/tasks.ts'
import { followTask } from '../../kit/follow-task.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, RowAction } from '../../kit/list/types.ts'
import { useLive } from '../../kit/live.ts'
import { refresh, useAct } from '../../kit/query.ts'
import { StatusTag, type Tone } from '../../kit/StatusTag.tsx'
import { useAccount } from '../../kit/session.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { taskWords } from './words.ts'

type Row = z.output<typeof OwnTask>

const everyMs = 10_000
const tones: Record<Row['status'], Tone> = {
  queued: 'waiting',
  running: 'busy',
  completed: 'good',
  error: 'bad',
}

/** One's own tasks of the last days: how far they are, what they made, why they failed. */
export function TasksPage() {
  const t = useText(taskWords)
  const me = useAccount()?.id
  const again = useAct(tasks.retry, { refreshes: [tasks.own] })
  useLive((event) => {
    if (event.type === 'task' && event.accountId === me) void refresh(tasks.own)
  })
  const retry = async ({ id }: Row) => {
    await again.run({ id })
    followTask(id)
    toast.success(t.retried)
  }
  const columns: Column<Row>[] = [
    { key: 'id', title: t.id, width: 90, copy: true },
    { key: 'title', title: t.name, width: 220 },
    {
      key: 'status',
      title: t.status,
      width: 120,
      cell: ({ status }) => <StatusTag tone={tones[status]}>{t.statuses[status]}</StatusTag>,
    },
    {
      key: 'tips',
      title: t.tips,
      width: 360,
      cell: ({ tips, download_link: link, status }) => (
        <span className="pb-task-tips" data-failed={status === 'error' || undefined}>
          {tips}{' '}
          {link && (
            <a href={link} download>
              {t.download}
            </a>
          )}
        </span>
      ),
    },
    { key: 'rows', title: t.rows, width: 110 },
    { key: 'create_time', title: t.created, width: 170 },
    { key: 'finish_time', title: t.finished, width: 170 },
  ]
  const rowActions = (row: Row): RowAction[] =>
    row.status === 'error' ? [{ key: 'retry', label: t.retry, run: () => retry(row) }] : []
  return (
    <ListPage
      source={tasks.own}
      columns={columns}
      rowKey={({ id }) => id}
      everyMs={everyMs}
      filters={[
        {
          type: 'multiSelect',
          name: 'status',
          label: t.status,
          options: taskStatuses.map((value) => ({ value, label: t.statuses[value] })),
        },
      ]}
      summary={() => <p className="pb-quiet">{t.note}</p>}
      rowActions={rowActions}
      actionsWidth={110}
    />
  )
}
