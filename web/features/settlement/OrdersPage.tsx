import './settlement.css'
import { type ComponentType, useState } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import { settlement } from '../../../contract/settlement.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { dayValues } from '../../kit/list/ranges.ts'
import { TotalsBar } from '../../kit/list/totals.tsx'
import { useLive } from '../../kit/live.ts'
import { Count, Money } from '../../kit/Money.tsx'
import { useMay } from '../../kit/may.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { type Texts, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { HandleDialog } from './HandleDialog.tsx'
import type { OfAccount } from './of-account.ts'
import { type Order, orderColumns, orderStatus, statusOptions } from './order-columns.tsx'
import { SettleLogDialog } from './SettleLogDialog.tsx'
import type { zh } from './text.zh.ts'
import { settlementWords } from './words.ts'

const list = settlement.orders
/** Waiting times grow while somebody looks. */
const everyMs = 60_000

/** Status, and how long a pending order has waited: red once it is longer than promised. */
function State({
  row,
  t,
  dics,
}: {
  row: Order
  t: Texts<typeof zh>
  dics: Readonly<Record<string, string>>
}) {
  if (row.status !== 0) return orderStatus(row.status, dics)
  return (
    <span className="pb-settle-state">
      {orderStatus(row.status, dics)}
      {row.late ? (
        <StatusTag tone="bad">{t.late(row.waited_minutes)}</StatusTag>
      ) : (
        <small className="pb-quiet">{t.waiting(row.waited_minutes)}</small>
      )}
      {row.proposed_rate !== null && (
        <StatusTag tone="warn">{t.proposed(String(row.proposed_rate), row.proposed_by)}</StatusTag>
      )}
      {row.address_note && <StatusTag tone="warn">{row.address_note}</StatusTag>}
    </span>
  )
}

/** Finance sees what channels ask for, and pays or refuses it. */
export function OrdersPage({ Pledge }: { Pledge: ComponentType<OfAccount> }) {
  const t = useText(settlementWords)
  const may = useMay()
  const [handled, setHandled] = useState<Order>()
  const [logged, setLogged] = useState<Order>()
  const [pledged, setPledged] = useState<string>()
  const { data } = useCall(list, { limit: 1 }, { silent: true, staleMs: everyMs })
  const dics = data?.configs.statusDics ?? {}
  useLive((event) => {
    if (event.type === 'settlement') void refresh(list)
  })
  return (
    <>
      <ListPage
        source={list}
        columns={[
          ...orderColumns<Order>(t, dics, (row) => <State row={row} t={t} dics={dics} />).map((column) =>
            column.key === 'status' ? { ...column, width: 190 } : column,
          ),
          { key: 'pledge_u', title: t.order.pledge_u, width: 96, total: false },
          { key: 'handled_by', title: t.order.handled, width: 110 },
        ]}
        rowKey={(row) => String(row.id)}
        filters={[
          { type: 'daterange', names: ['start', 'end'], label: t.range },
          { type: 'input', name: 'username', label: t.channelAccount },
          { type: 'select', name: 'status', label: t.order.status, options: statusOptions(dics) },
        ]}
        defaults={dayValues('last21', ['start', 'end'])}
        everyMs={everyMs}
        summary={(orders) => (
          <TotalsBar
            items={[
              { label: t.pendingAmount, value: <Money plain={orders?.summary.pendingAmount} /> },
              { label: t.pendingCount, value: <Count value={orders?.summary.pendingCount} /> },
            ]}
          />
        )}
        rowTone={(row) => (row.late ? 'bad' : '')}
        rowActions={(row) => [
          ...(may(settlement.handle)
            ? [
                {
                  key: 'handle',
                  label: t.handle,
                  run: () => (row.status === 0 ? setHandled(row) : toast.warning(t.notPending)),
                  disabled: row.status === 0 ? false : t.notPending,
                },
              ]
            : []),
          ...(may(settlement.settleLog)
            ? [{ key: 'log', label: t.settleLog, run: () => setLogged(row) }]
            : []),
          ...(may(accounts.pledgeUlog)
            ? [{ key: 'pledge', label: t.pledgeLog, run: () => setPledged(row.username) }]
            : []),
        ]}
        actionsWidth={240}
        totals
        empty={t.ordersNone}
      />
      <HandleDialog
        order={handled}
        rate={data?.configs.rate ?? ''}
        rateDay={data?.configs.rateDay ?? ''}
        close={() => setHandled(undefined)}
      />
      <SettleLogDialog username={logged?.username} orderId={logged?.id} close={() => setLogged(undefined)} />
      <Pledge username={pledged} close={() => setPledged(undefined)} />
    </>
  )
}
