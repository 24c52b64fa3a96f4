import { accounts } from '../../../contract/accounts.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { figure } from '../../kit/figures.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column } from '../../kit/list/types.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { accountWords } from './words.ts'

type PledgeRecord = ResultOf<typeof accounts.pledgeUlog>['list'][number]
const pledged = 1

/** What came into a channel's pledge and what went out. */
export function PledgeRecordsDialog({
  username,
  close,
}: {
  username: string | undefined
  close: () => void
}) {
  const t = useText(accountWords)
  const columns: Column<PledgeRecord>[] = [
    { key: 'username', title: t.record.username, width: 140 },
    {
      key: 'pledge_u',
      title: t.record.pledge_u,
      width: 130,
      align: 'right',
      cell: ({ type, pledge_u }) => (
        <span className={`pb-figure ${type === pledged ? 'pb-gain' : 'pb-loss'}`}>
          {type === pledged ? '+' : '−'}
          {figure(pledge_u, 'count')}
        </span>
      ),
    },
    {
      key: 'type',
      title: t.record.type,
      width: 110,
      cell: ({ type }) => (
        <StatusTag tone={type === pledged ? 'good' : 'warn'}>
          {type === pledged ? t.pledgeIn : t.pledgeOut}
        </StatusTag>
      ),
    },
    { key: 'create_username', title: t.record.create_username, width: 140 },
    {
      key: 'create_time',
      title: t.record.create_time,
      width: 170,
      cell: ({ create_time }) => <When at={create_time} />,
    },
  ]
  return (
    <PageModal
      open={username !== undefined}
      title={t.pledgeRecordsOf(username ?? '')}
      width="min(820px, 96vw)"
      footer={null}
      onCancel={close}
    >
      {username && (
        <div className="pb-dialog-list">
          <ListPage
            source={accounts.pledgeUlog}
            columns={columns}
            rowKey={({ id }) => id}
            params={{ username }}
            inUrl={false}
            empty={t.pledgeRecordsNone}
          />
        </div>
      )}
    </PageModal>
  )
}
