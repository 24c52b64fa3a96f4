import { settlement } from '../../../contract/settlement.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { dayValues } from '../../kit/list/ranges.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { type ChannelOrder, orderColumns, statusOptions } from './order-columns.tsx'
import { settlementWords } from './words.ts'

interface OrdersProps {
  open: boolean
  /** For staff, who have to name the channel. */
  username: string | undefined
  close: () => void
}

/** What a channel asked for and what became of it. */
export function ChannelOrdersDialog({ open, username, close }: OrdersProps) {
  const t = useText(settlementWords)
  const params = username ? { username } : {}
  const { data } = useCall(settlement.channelOrders, { ...params, limit: 1 }, { enabled: open, silent: true })
  return (
    <PageModal open={open} title={t.ordersOf} width="min(1180px, 96vw)" footer={null} onCancel={close}>
      {open && (
        <div className="pb-dialog-list">
          <ListPage
            source={settlement.channelOrders}
            params={params}
            columns={orderColumns<ChannelOrder>(t, data?.configs.statusDics ?? {})}
            rowKey={(row) => String(row.id)}
            filters={[
              { type: 'daterange', names: ['start', 'end'], label: t.range },
              {
                type: 'select',
                name: 'status',
                label: t.order.status,
                options: statusOptions(data?.configs.statusDics),
              },
            ]}
            defaults={dayValues('last20', ['start', 'end'])}
            inUrl={false}
            empty={t.ordersNone}
          />
        </div>
      )}
    </PageModal>
  )
}
