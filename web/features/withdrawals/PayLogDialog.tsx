import { Button } from 'antd'
import { useState } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column } from '../../kit/list/types.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { prettyJson } from '../../kit/pretty-json.ts'
import { useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { reviewWords } from './words.ts'

type Notification = ResultOf<typeof withdrawals.payNotifyLog>['list'][number]

interface PayLogProps {
  platformId: number
  orderNo: string | undefined
  close: () => void
}

/** What the payment side told about an order, word for word. */
export function PayLogDialog({ platformId, orderNo, close }: PayLogProps) {
  const t = useText(reviewWords)
  const [detail, setDetail] = useState<Notification>()
  const columns: Column<Notification>[] = [
    { key: 'Id', title: t.log.Id, width: 90 },
    { key: 'OrderId', title: t.log.OrderId, width: 190, copy: true },
    { key: 'Method', title: t.log.Method, width: 150 },
    {
      key: 'Parameter',
      title: t.log.Parameter,
      width: 260,
      cell: (row) => (
        <span className="pb-log-parameter">
          <code>{row.Parameter}</code>
          <Button type="link" size="small" onClick={() => setDetail(row)}>
            {t.log.detail}
          </Button>
        </span>
      ),
    },
    { key: 'Error', title: t.log.Error, width: 180 },
    { key: 'AddTime', title: t.log.AddTime, width: 160, cell: (row) => <When at={row.AddTime} /> },
  ]
  return (
    <>
      <PageModal
        open={orderNo !== undefined}
        title={t.logTitle(orderNo ?? '')}
        width="min(1080px, 96vw)"
        footer={null}
        onCancel={close}
        afterOpenChange={(open) => !open && setDetail(undefined)}
      >
        {orderNo && (
          <div className="pb-dialog-list">
            <ListPage
              source={withdrawals.payNotifyLog}
              columns={columns}
              rowKey={({ Id }) => Id}
              params={{ OrderId: orderNo, platformId }}
              limit={10}
              inUrl={false}
            />
          </div>
        )}
      </PageModal>
      <PageModal
        open={detail !== undefined}
        title={t.logParameter}
        width="min(760px, 96vw)"
        footer={null}
        onCancel={() => setDetail(undefined)}
      >
        {/* Shown as text: whatever stands in it, nothing of it becomes markup. */}
        <pre className="pb-json">{prettyJson(detail?.Parameter ?? '')}</pre>
      </PageModal>
    </>
  )
}
