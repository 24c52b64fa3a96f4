import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { settlement } from '../../../contract/settlement.ts'
import { figure } from '../../kit/figures.ts'
import type { Column } from '../../kit/list/types.ts'
import { StatusTag, type Tone } from '../../kit/StatusTag.tsx'
import type { Texts } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import type { zh } from './text.zh.ts'
import { WorkedU } from './Worked.tsx'

export type Order = ResultOf<typeof settlement.orders>['list'][number]
export type ChannelOrder = ResultOf<typeof settlement.channelOrders>['list'][number]
type Dics = Readonly<Record<string, string>>

const tones: Readonly<Record<number, Tone>> = { 0: 'waiting', 1: 'good', 2: 'bad' }

/** A status in the words of whoever looks. */
export const orderStatus = (status: number, dics: Dics) => (
  <StatusTag tone={tones[status] ?? 'neutral'}>{dics[status] ?? status}</StatusTag>
)

/** Columns that both sides see. */
export function orderColumns<R extends ChannelOrder>(
  t: Texts<typeof zh>,
  dics: Dics,
  status: (row: R) => React.ReactNode = (row) => orderStatus(row.status, dics),
): Column<R>[] {
  const columns: Column<ChannelOrder>[] = [
    { key: 'id', title: t.order.id, width: 76, sort: true, total: false },
    {
      key: 'create_time',
      title: t.order.create_time,
      width: 168,
      sort: true,
      cell: (row) => <When at={row.create_time} />,
    },
    { key: 'username', title: t.order.username, width: 120, copy: true },
    { key: 'amount', title: t.order.amount, width: 120, sort: true },
    {
      key: 'ex_rate',
      title: t.order.ex_rate,
      width: 76,
      align: 'right',
      total: false,
      cell: (row) => figure(row.ex_rate, 'plain', 4),
    },
    {
      key: 'settle_u',
      title: t.order.settle_u,
      width: 110,
      align: 'right',
      cell: (row) => <WorkedU order={row} />,
    },
    { key: 'withdraw_addr', title: t.order.withdraw_addr, width: 176, copy: true },
    { key: 'status', title: t.order.status, width: 132, sort: true, cell: (row) => status(row as R) },
    { key: 'hd_remark', title: t.order.hd_remark, width: 200 },
  ]
  return columns
}

/** The statuses for a filter. */
export const statusOptions = (dics: Dics | undefined) =>
  Object.entries(dics ?? {}).map(([value, label]) => ({ value, label }))
