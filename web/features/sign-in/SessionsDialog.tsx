import { Button } from 'antd'
import { features } from '../../../contract/index.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { attempt } from '../../kit/api.ts'
import { DataTable } from '../../kit/list/DataTable.tsx'
import type { Column } from '../../kit/list/types.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useAct, useCall } from '../../kit/query.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { ask } from '../../kit/toast.ts'
import { When } from '../../kit/When.tsx'
import { signInWords } from './words.ts'

type Session = ResultOf<typeof features.signIn.sessions>['list'][number]

/** Where this account is signed in; any other place can be ended. */
export function SessionsDialog({ close }: { close: () => void }) {
  const t = useText(signInWords)
  const sessions = useCall(features.signIn.sessions, {}, { staleMs: 0 })
  const end = useAct(features.signIn.sessionEnd, { done: t.ended, refreshes: [features.signIn.sessions] })
  const finish = async ({ id }: Session) => {
    const sure = await ask({
      title: t.endTitle,
      content: t.endText,
      ok: t.end,
      cancel: t.cancel,
      danger: true,
    })
    if (sure) await attempt(() => end.run({ id }))
  }
  const columns: Column<Session>[] = [
    {
      key: 'user_agent',
      title: t.device,
      width: 230,
      cell: (row) => <span title={row.user_agent}>{deviceOf(row.user_agent)}</span>,
    },
    { key: 'address', title: t.address, width: 130 },
    { key: 'created_at', title: t.created, width: 160, cell: (row) => <When at={row.created_at} /> },
    { key: 'last_seen_at', title: t.lastSeen, width: 160, cell: (row) => <When at={row.last_seen_at} /> },
    {
      key: '_end',
      title: '',
      width: 120,
      cell: (row) =>
        row.current ? (
          <StatusTag tone="good">{t.current}</StatusTag>
        ) : (
          <Button size="small" danger disabled={end.running} onClick={() => void finish(row)}>
            {t.end}
          </Button>
        ),
    },
  ]
  return (
    <PageModal open title={t.sessions} width={860} footer={null} onCancel={close}>
      <DataTable
        id="signIn.sessions"
        columns={columns}
        rows={sessions.data?.list}
        rowKey={({ id }) => id}
        loading={sessions.isLoading}
        error={sessions.error}
        retry={() => void sessions.refetch()}
        bodyHeight={320}
      />
    </PageModal>
  )
}

/** Browser and system out of a user agent's line, as far as people know them by name. */
export function deviceOf(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /OPR\//.test(agent)
      ? 'Opera'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /Chrome\//.test(agent)
          ? 'Chrome'
          : /Safari\//.test(agent)
            ? 'Safari'
            : ''
  const system = /iPhone|iPad/.test(agent)
    ? 'iOS'
    : /Android/.test(agent)
      ? 'Android'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS X/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : ''
  return [browser, system].filter(Boolean).join(' · ') || agent
}
