import { accounts } from '../../../contract/accounts.ts'
import { settlement } from '../../../contract/settlement.ts'
import { call } from '../../kit/api.ts'
import { historyWords } from '../../kit/history/words.ts'
import type { RowAction } from '../../kit/list/types.ts'
import { useText } from '../../kit/text.ts'
import { useAllowed } from './allowed.ts'
import type { useDeeds } from './deeds.ts'
import type { Channel } from './people.ts'
import { accountWords } from './words.ts'

export type ChannelDialog =
  | 'add'
  | 'edit'
  | 'points'
  | 'pledge'
  | 'records'
  | 'settled'
  | 'apiPoints'
  | 'template'
  | 'history'
  | 'xray'

/** What may be done to a channel, by the rules of whoever looks; the first three stand in the row. */
export function useChannelActions(
  deeds: ReturnType<typeof useDeeds>,
  open: (what: ChannelDialog, row: Channel) => void,
): (row: Channel) => RowAction[] {
  const t = useText(accountWords)
  const { history } = useText(historyWords)
  const allowed = useAllowed()
  return (row) => {
    const opens = (key: ChannelDialog, label: string) => ({ key, label, run: () => open(key, row) })
    return [
      ...allowed(accounts.channelEdit, opens('edit', t.edit)),
      ...allowed(accounts.channelOtherPointConfig, opens('points', t.otherPoints)),
      ...allowed(accounts.auditLog, opens('history', history)),
      ...allowed(accounts.channelPledgeUEdit, opens('pledge', t.pledgeSet)),
      ...allowed(accounts.pledgeUlog, opens('records', t.pledgeRecords)),
      ...allowed(settlement.settleLog, opens('settled', t.settleRecords)),
      ...allowed(accounts.getGameApiPoints, {
        ...opens('apiPoints', t.apiPoints),
        disabled: row.role_id ? false : t.noPlayerId,
      }),
      ...allowed(accounts.accountXray, opens('xray', t.xray)),
      ...allowed(accounts.channelUnbindgoogle, {
        key: 'unbind',
        label: t.unbind,
        run: () => deeds.unbind(row, () => call(accounts.channelUnbindgoogle, { id: row.id })),
      }),
      ...allowed(accounts.channelUnbindWdgoogle, {
        key: 'unbindSettle',
        label: t.unbindSettle,
        run: () => deeds.unbindSettle(accounts.channelUnbindWdgoogle, row),
      }),
      ...allowed(accounts.channelDel, {
        key: 'remove',
        label: t.remove,
        danger: true,
        run: () => deeds.remove(accounts.channelDel, row, t.removeText),
      }),
    ]
  }
}
