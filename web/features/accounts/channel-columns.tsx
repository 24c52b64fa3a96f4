import type { Column } from '../../kit/list/types.ts'
import {
  idColumn,
  nameColumn,
  playerColumn,
  pointColumns,
  remarkColumn,
  roleColumn,
  timeColumns,
  type Words,
} from './columns.tsx'
import { Flip } from './Flip.tsx'
import type { Channel } from './people.ts'

/** Columns of the channels list; the status is a switch for those who may set it. */
export const channelColumns = (
  t: Words,
  setStatus: ((row: Channel, on: boolean) => Promise<unknown>) | undefined,
): Column<Channel>[] => [
  idColumn(t),
  nameColumn(t),
  remarkColumn(t),
  { key: 'business', title: t.business, width: 90 },
  { key: 'chat_title', title: t.chat, width: 116 },
  roleColumn(t),
  ...pointColumns(t),
  { key: 'pledge_u', title: t.pledge, width: 96 },
  { key: 'withdraw_addr', title: t.address, width: 190, copy: true },
  {
    key: 'status',
    title: t.status,
    width: 104,
    cell: (row) => (
      <Flip
        on={row.status === 1}
        words={[t.enabled, t.disabled]}
        label={t.switchLabel(row.username)}
        set={setStatus && ((on) => setStatus(row, on))}
      />
    ),
  },
  ...timeColumns(t),
  playerColumn(t),
]
