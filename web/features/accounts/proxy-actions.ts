import { accounts } from '../../../contract/accounts.ts'
import { call } from '../../kit/api.ts'
import { historyWords } from '../../kit/history/words.ts'
import type { RowAction } from '../../kit/list/types.ts'
import { useText } from '../../kit/text.ts'
import { useAllowed } from './allowed.ts'
import type { useDeeds } from './deeds.ts'
import type { Proxy, ProxyPageOf } from './people.ts'
import { accountWords } from './words.ts'

export type ProxyDialog = 'add' | 'edit' | 'points' | 'apiPoints' | 'history' | 'xray'

/** What may be done to a sub-channel or salesman, by the rules of whoever looks. */
export function useProxyActions(
  of: ProxyPageOf,
  deeds: ReturnType<typeof useDeeds>,
  open: (what: ProxyDialog, row: Proxy) => void,
): (row: Proxy) => RowAction[] {
  const t = useText(accountWords)
  const { history } = useText(historyWords)
  const allowed = useAllowed()
  const { unbindSettle } = of
  return (row) => {
    const opens = (key: ProxyDialog, label: string) => ({ key, label, run: () => open(key, row) })
    return [
      ...allowed(of.edit, opens('edit', t.edit)),
      ...allowed(of.points, opens('points', t.otherPoints)),
      ...allowed(accounts.auditLog, opens('history', history)),
      ...allowed(accounts.getGameApiPoints, {
        ...opens('apiPoints', t.apiPoints),
        disabled: row.role_id ? false : t.noPlayerId,
      }),
      ...allowed(accounts.accountXray, opens('xray', t.xray)),
      ...allowed(of.unbind, {
        key: 'unbind',
        label: t.unbind,
        run: () => deeds.unbind(row, () => call(of.unbind, { id: row.id })),
      }),
      ...(unbindSettle
        ? allowed(unbindSettle, {
            key: 'unbindSettle',
            label: t.unbindSettle,
            run: () => deeds.unbindSettle(unbindSettle, row),
          })
        : []),
      ...allowed(of.remove, {
        key: 'remove',
        label: t.remove,
        danger: true,
        run: () => deeds.remove(of.remove, row, t.removeText),
      }),
    ]
  }
}
