import { Select } from 'antd'
import { memo, useState } from 'react'
import type { WithdrawalOrder } from '../../../contract/withdrawals.ts'
import { RowActions } from '../../kit/list/RowActions.tsx'
import { useText } from '../../kit/text.ts'
import { canDo, type Deed, offers } from './deeds.ts'
import { useDesk } from './desk.ts'
import { reviewWords } from './words.ts'

const dangerous: readonly Deed[] = ['confiscate', 'refuse']

/** What can be done to the order, with the channel it would be paid through. */
export const DecisionCell = memo(function DecisionCell({ row }: { row: WithdrawalOrder }) {
  const desk = useDesk()
  const t = useText(reviewWords)
  const { tab, reviewer, act } = desk
  const actions = offers(row, tab, reviewer).map((deed) => ({
    key: deed,
    label: deed === 'unlock' && row.status === 7 ? t.cancelHold : t.deeds[deed],
    danger: dangerous.includes(deed),
    run: () => act(deed, row),
  }))
  return (
    <div className="pb-decision">
      <ChannelChoice row={row} />
      <RowActions actions={actions} inline={2} />
    </div>
  )
})

/** The payout channel of one row; kept by order number, preset to the order's own channel if that is on. */
function ChannelChoice({ row }: { row: WithdrawalOrder }) {
  const { channels, choices, tab, reviewer, labels } = useDesk()
  const t = useText(reviewWords)
  const [, redraw] = useState(0)
  if (!canDo('review', row, tab, reviewer)) {
    const name = row.ChannelName || (row.ChannelId === null ? '' : labels.channeInfo[row.ChannelId])
    return name ? <span className="pb-quiet pb-clip">{name}</span> : null
  }
  return (
    <Select
      size="small"
      className="pb-channel"
      aria-label={`${t.channel} ${row.OrderNo}`}
      placeholder={t.chooseChannel}
      options={channels.map(({ ChannelId, ChannelName }) => ({ value: ChannelId, label: ChannelName }))}
      value={choices.of(row, channels) ?? null}
      onChange={(channelId: number) => {
        choices.choose(row.OrderNo, channelId)
        redraw((times) => times + 1)
      }}
    />
  )
}
