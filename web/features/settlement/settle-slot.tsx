import { EditOutlined, TransactionOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { kind } from '../../../contract/kit/kinds.ts'
import { settlement } from '../../../contract/settlement.ts'
import type { Chosen, ToolbarAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { useAccount } from '../../kit/session.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { AddressDialog } from './AddressDialog.tsx'
import { type OneClick, OneClickDialog } from './OneClickDialog.tsx'
import { settlementWords } from './words.ts'

/** What is needed of a row of a settlement summary. */
interface SettleRow {
  channel_account: string
  platform_id: number
  UnSettleAmount: number
}

type Level = 'channel' | 'subChannel' | 'salesman'

interface SettleSlotProps {
  level: Level
  refreshList: () => void
  children: (actions: readonly ToolbarAction<SettleRow>[]) => ReactNode
}

/** What settlement adds to the settlement summary of a level: settling by one click, and one's own address. */
export function SettleSlot({ level, refreshList, children }: SettleSlotProps) {
  const t = useText(settlementWords)
  const may = useMay()
  const account = useAccount()
  const [settling, setSettling] = useState<OneClick>()
  const [addressing, setAddressing] = useState(false)
  const settle = level === 'channel' ? settlement.channelSettle : settlement.subChannelSettle
  const own = account?.kind === kind.channel ? 'channel' : 'subChannel'
  const address = own === 'channel' ? settlement.channelAddress : settlement.subChannelAddress
  const begin = ({ rows }: Chosen<SettleRow>) => {
    const names = new Set(rows.map((row) => row.channel_account))
    const [channelAccount] = names
    // The amount is one account's; rows of several would be settled against whom?
    if (names.size !== 1 || channelAccount === undefined) return toast.warning(t.oneClickOneAccount)
    setSettling({
      channelAccount,
      platformIds: rows.map((row) => row.platform_id),
      amount: rows.reduce((sum, row) => sum + Math.round(row.UnSettleAmount), 0),
    })
  }
  const atLevel = level !== 'salesman'
  const actions = [
    ...(atLevel && may(settle)
      ? [{ key: 'settle', label: t.oneClick, icon: <TransactionOutlined />, needsRows: true, run: begin }]
      : []),
    ...(account?.kind !== kind.staff && level === own && may(address)
      ? [{ key: 'address', label: t.addressTitle, icon: <EditOutlined />, run: () => setAddressing(true) }]
      : []),
  ]
  return (
    <>
      {children(actions)}
      {atLevel && (
        <>
          <OneClickDialog
            of={settling}
            level={level}
            done={refreshList}
            close={() => setSettling(undefined)}
          />
          <AddressDialog open={addressing} own={own} close={() => setAddressing(false)} />
        </>
      )}
    </>
  )
}
