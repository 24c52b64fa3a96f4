import { PlusOutlined } from '@ant-design/icons'
import { Switch } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type * as z from 'zod'
import { audiences, type Notice, notices as n, usualWords } from '../../../contract/notices.ts'
import { attempt } from '../../kit/api.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, Filter, RowAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { useAct, useCall } from '../../kit/query.ts'
import { StatusTag, type Tone } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { ask } from '../../kit/toast.ts'
import { NoticeReader } from './NoticeReader.tsx'
import { noticeWords } from './words.ts'

type Row = z.output<typeof Notice>

const NoticeDialog = lazy(async () => ({ default: (await import('./NoticeDialog.tsx')).NoticeDialog }))
const tones: Record<Row['shown'], Tone> = {
  hidden: 'neutral',
  waiting: 'waiting',
  shown: 'good',
  over: 'neutral',
}
const refreshes = [n.list, n.forUser, n.forChannel]

/** Notices as staff keep them: what is said, to whom, from when to when. */
export function NoticesTab() {
  const t = useText(noticeWords)
  const kit = useText(kitWords)
  const may = useMay()
  const [edited, setEdited] = useState<Row | 'new'>()
  const [read, setRead] = useState<Row>()
  const switched = useAct(n.status, { done: t.saved, refreshes })
  const remove = useAct(n.del, { done: t.deleted, refreshes })
  const { data } = useCall(n.list, {}, { silent: true })
  const removeAsked = async ({ id, title }: Row) => {
    if (await ask({ title: t.removeAsk(title), ok: t.remove, cancel: kit.cancel, danger: true }))
      await remove.run({ id })
  }
  const rowActions = (row: Row): RowAction[] => [
    { key: 'preview', label: t.preview, run: () => setRead(row) },
    ...(may(n.edit) ? [{ key: 'edit', label: t.edit, run: () => setEdited(row) }] : []),
    ...(may(n.del) ? [{ key: 'del', label: t.remove, danger: true, run: () => removeAsked(row) }] : []),
  ]
  const columns: Column<Row>[] = [
    { key: 'id', title: t.id, width: 80 },
    { key: 'title', title: t.titleField, width: 260 },
    { key: 'audience', title: t.audience, width: 110, cell: (row) => t.audiences[row.audience] },
    {
      key: 'status',
      title: t.status,
      width: 120,
      cell: (row) =>
        may(n.status) ? (
          <Switch
            checked={row.status === 1}
            disabled={switched.running}
            checkedChildren={t.visible}
            unCheckedChildren={t.hidden}
            aria-label={`${t.status}: ${row.title}`}
            onChange={() =>
              void attempt(() => switched.run({ id: row.id, newStatus: row.status === 1 ? 0 : 1 }))
            }
          />
        ) : row.status === 1 ? (
          t.visible
        ) : (
          t.hidden
        ),
    },
    {
      key: '_shown',
      title: t.now,
      width: 140,
      cell: (row) => <StatusTag tone={tones[row.shown]}>{t.shown[row.shown]}</StatusTag>,
    },
    { key: 'push_time', title: t.push, width: 170 },
    { key: 'start_time', title: t.start, width: 170 },
    { key: 'end_time', title: t.end, width: 170 },
    { key: 'create_time', title: t.created, width: 170 },
  ]
  const filters: Filter<typeof n.list>[] = [
    { type: 'input', name: 'title', label: t.titleField },
    { type: 'input', name: 'content', label: t.content },
    {
      type: 'select',
      name: 'status',
      label: t.status,
      options: [
        { value: 1, label: t.visible },
        { value: 0, label: t.hidden },
      ],
    },
  ]
  const add = { key: 'add', label: t.add, primary: true, icon: <PlusOutlined />, run: () => setEdited('new') }
  return (
    <>
      <ListPage
        source={n.list}
        silent
        prefix="n."
        columns={columns}
        rowKey={({ id }) => String(id)}
        filters={filters}
        actions={may(n.add) ? [add] : []}
        rowActions={rowActions}
        actionsWidth={190}
      />
      <Suspense>
        {(may(n.add) || may(n.edit)) && (
          <NoticeDialog
            edited={edited}
            maxWords={data?.configs.wordLimit ?? usualWords}
            audiences={audiences.map((value) => ({ value, label: t.audiences[value] }))}
            close={() => setEdited(undefined)}
            refreshes={refreshes}
          />
        )}
      </Suspense>
      <NoticeReader notice={read} close={() => setRead(undefined)} />
    </>
  )
}
