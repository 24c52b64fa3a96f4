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
    // The browser's own: a select of the library in each row takes as long as the row.
    <select
      className="pb-channel"
      aria-label={`${t.channel} ${row.OrderNo}`}
      value={choices.of(row, channels) ?? ''}
      onChange={({ target }) => {
        choices.choose(row.OrderNo, Number(target.value))
        redraw((times) => times + 1)
      }}
    >
      <option value="" disabled hidden>
        {t.chooseChannel}
      </option>
      {channels.map(({ ChannelId, ChannelName }) => (
        <option key={ChannelId} value={ChannelId}>
          {ChannelName}
        </option>
      ))}
    </select>
  )
}
