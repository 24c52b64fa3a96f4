import './logs.css'
import { useState } from 'react'
import { codes } from '../../../contract/kit/codes.ts'
import { logs } from '../../../contract/logs.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { QuickRanges } from '../../kit/list/QuickRanges.tsx'
import { dayValues } from '../../kit/list/ranges.ts'
import type { Column, RowOf } from '../../kit/list/types.ts'
import { PageDrawer } from '../../kit/PageDrawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { LoggedText } from './LoggedText.tsx'
import { logWords } from './words.ts'

type Row = RowOf<typeof logs.serviceLogs>

/** What everybody did: each call that changed something, exported or signed in. */
export function SystemLogPage() {
  const t = useText(logWords)
  const [shown, setShown] = useState<Row>()
  const columns: Column<Row>[] = [
    { key: 'id', title: t.id, width: 100 },
    { key: 'username', title: t.operator, width: 130, copy: true },
    { key: 'recordtime', title: t.time, width: 165, cell: (row) => <When at={row.recordtime} /> },
    { key: 'title', title: t.method, width: 170 },
    {
      key: 'request',
      title: t.request,
      width: 380,
      cell: ({ request }) => <span className="pb-log-text">{request}</span>,
    },
    {
      key: 'response',
      title: t.response,
      width: 320,
      cell: ({ response }) => <span className="pb-log-text">{response}</span>,
    },
    { key: 'code', title: t.outcome, width: 100, cell: (row) => <Outcome code={row.code} /> },
    { key: 'path', title: t.path, width: 280, copy: true, hidden: true },
    { key: 'address', title: t.address, width: 140, copy: true, hidden: true },
  ]
  return (
    <>
      <ListPage
        source={logs.serviceLogs}
        columns={columns}
        rowKey={({ id }) => String(id)}
        defaults={dayValues('last7', ['start', 'end'])}
        filters={(data) => [
          { type: 'input', name: 'id', label: t.id },
          { type: 'input', name: 'username', label: t.operator },
          {
            type: 'select',
            name: 'optRouter',
            label: t.method,
            options: Object.entries(data?.configs.routerList ?? {}).map(([value, label]) => ({
              value,
              label,
            })),
          },
          { type: 'input', name: 'optRequest', label: t.request },
          { type: 'daterange', names: ['start', 'end'], label: t.days },
        ]}
        extra={() => <QuickRanges names={['start', 'end']} usual="last7" />}
        openRow={setShown}
        rowActions={(row) => [{ key: 'detail', label: t.detail, run: () => setShown(row) }]}
      />
      <Details row={shown} close={() => setShown(undefined)} />
    </>
  )
}

function Outcome({ code }: { code: number }) {
  const t = useText(logWords)
  const good = code === codes.ok
  return <StatusTag tone={good ? 'good' : 'bad'}>{good ? t.succeeded : `${t.failed} ${code}`}</StatusTag>
}

function Details({ row, close }: { row: Row | undefined; close: () => void }) {
  const t = useText(logWords)
  return (
    <PageDrawer
      open={row !== undefined}
      title={row ? `${row.title} · ${row.id}` : t.detail}
      size="min(760px, 96vw)"
      onClose={close}
    >
      {row && (
        <>
          <dl className="pb-log-facts">
            <dt>{t.operator}</dt>
            <dd>{row.username}</dd>
            <dt>{t.time}</dt>
            <dd>
              <When at={row.recordtime} />
            </dd>
            <dt>{t.path}</dt>
            <dd>{row.path}</dd>
            <dt>{t.address}</dt>
            <dd>{row.address}</dd>
            <dt>{t.outcome}</dt>
            <dd>
              <Outcome code={row.code} />
            </dd>
          </dl>
          <LoggedText title={t.request} text={row.request} />
          <LoggedText title={t.response} text={row.response} />
          <p className="pb-log-note">{t.masked}</p>
        </>
      )}
    </PageDrawer>
  )
}
