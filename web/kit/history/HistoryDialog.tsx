import './history.css'
import { accounts } from '../../../contract/accounts.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/types.ts'
import { PageModal } from '../PageModal.tsx'
import { useText } from '../text.ts'
import { When } from '../When.tsx'
import { ChangeList, type Reading } from './ChangeList.tsx'
import { historyWords } from './words.ts'

type Entry = ResultOf<typeof accounts.auditLog>['list'][number]

interface HistoryProps extends Reading {
  /** Whose history; nothing while the dialog is closed. */
  of: { entity: string; entityId: string; name: string } | undefined
  close: () => void
}

/** Who changed what about one thing, newest first, with what it was before. */
export function HistoryDialog({ of, close, fields, show }: HistoryProps) {
  const t = useText(historyWords)
  const columns: Column<Entry>[] = [
    { key: 'at', title: t.at, width: 165, cell: ({ at }) => <When at={at} /> },
    { key: 'username', title: t.username, width: 120 },
    { key: 'title', title: t.action, width: 150 },
    {
      key: '_changes',
      title: t.changes,
      width: 460,
      cell: ({ before, after }) => (
        <ChangeList before={before} after={after} fields={fields} {...(show ? { show } : {})} />
      ),
    },
    { key: 'reason', title: t.reason, width: 130 },
  ]
  return (
    <PageModal
      open={of !== undefined}
      title={t.historyOf(of?.name ?? '')}
      width="min(1100px, 96vw)"
      footer={null}
      onCancel={close}
    >
      {of && (
        <div className="pb-dialog-list">
          <ListPage
            source={accounts.auditLog}
            columns={columns}
            rowKey={({ id }) => id}
            params={{ entity: of.entity, entityId: of.entityId }}
            limit={10}
            inUrl={false}
            empty={t.empty}
          />
        </div>
      )}
    </PageModal>
  )
}
