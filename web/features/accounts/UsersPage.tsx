import './accounts.css'
import { PlusOutlined } from '@ant-design/icons'
import { accounts } from '../../../contract/accounts.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { call } from '../../kit/api.ts'
import { HistoryDialog } from '../../kit/history/HistoryDialog.tsx'
import { historyWords } from '../../kit/history/words.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, RowAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { useRoleOptions } from '../../kit/RoleTitle.tsx'
import { useText } from '../../kit/text.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { useAllowed } from './allowed.ts'
import { idColumn, nameColumn, remarkColumn, roleColumn, statusOptions, timeColumns } from './columns.tsx'
import { useDeeds } from './deeds.ts'
import { Flip } from './Flip.tsx'
import { historyOf, useAccountReading } from './history.ts'
import type { Staff } from './people.ts'
import { useConfigs } from './use-configs.ts'
import { useOpened } from './use-opened.ts'
import { accountWords } from './words.ts'
import { XrayDrawer } from './XrayDrawer.tsx'

const list = accounts.users

/** Accounts of the back office. */
export function UsersPage() {
  const t = useText(accountWords)
  const { history } = useText(historyWords)
  const may = useMay()
  const allowed = useAllowed()
  const deeds = useDeeds(list)
  const dialogs = useOpened<'add' | 'edit' | 'history' | 'xray', Staff>()
  const roles = useRoleOptions()(useConfigs(list, dialogs.any)?.role_list)
  const reading = useAccountReading(roles)
  const edited = dialogs.about('edit')
  const looked = dialogs.about('history')
  const columns: Column<Staff>[] = [
    idColumn(t),
    nameColumn(t),
    roleColumn(t),
    {
      key: 'status',
      title: t.status,
      width: 104,
      cell: (row) => (
        <Flip
          on={row.status === 1}
          words={[t.enabled, t.disabled]}
          label={t.switchLabel(row.username)}
          set={may(accounts.userStatus) ? (on) => deeds.setStatus(accounts.userStatus, row, on) : undefined}
        />
      ),
    },
    remarkColumn(t),
    {
      key: 'telegramAdminList',
      title: t.telegram,
      width: 200,
      text: (row) => row.telegramAdminList.map(({ user_name }) => user_name).join(', '),
      cell: ({ telegramAdminList }) => (
        <ul className="pb-parents">
          {telegramAdminList.map(({ user_name, type_name }) => (
            <li key={`${user_name} ${type_name}`}>
              {user_name} <small>{type_name}</small>
            </li>
          ))}
        </ul>
      ),
    },
    ...timeColumns(t).toReversed(),
  ]
  const rowActions = (row: Staff): RowAction[] => [
    ...allowed(accounts.userEdit, { key: 'edit', label: t.edit, run: () => dialogs.open('edit', row) }),
    ...allowed(accounts.auditLog, {
      key: 'history',
      label: history,
      run: () => dialogs.open('history', row),
    }),
    ...allowed(accounts.accountXray, { key: 'xray', label: t.xray, run: () => dialogs.open('xray', row) }),
    ...allowed(accounts.userUnbindgoogle, {
      key: 'unbind',
      label: t.unbind,
      run: () => deeds.unbind(row, () => call(accounts.userUnbindgoogle, { id: row.id })),
    }),
    ...allowed(accounts.userDel, {
      key: 'remove',
      label: t.remove,
      danger: true,
      run: () => deeds.remove(accounts.userDel, row, t.removeStaffText),
    }),
  ]
  return (
    <>
      <ListPage
        source={list}
        columns={columns}
        rowKey={({ id }) => String(id)}
        filters={[
          { type: 'input', name: 'username', label: t.username },
          { type: 'select', name: 'status', label: t.status, options: statusOptions(t) },
          { type: 'input', name: 'remark', label: t.remark },
        ]}
        actions={allowed(accounts.userAdd, {
          key: 'add',
          label: t.add,
          icon: <PlusOutlined />,
          primary: true,
          run: () => dialogs.open('add'),
        })}
        rowActions={rowActions}
        actionsWidth={250}
      />
      <AccountDialog
        open={dialogs.is('add') || edited !== undefined}
        row={edited}
        kind={kind.staff}
        roles={roles}
        list={list}
        save={(values) =>
          edited
            ? call(accounts.userEdit, { ...values, id: edited.id }, { silent: true })
            : call(accounts.userAdd, values, { silent: true })
        }
        close={dialogs.close}
      />
      <HistoryDialog of={looked && historyOf(looked)} close={dialogs.close} {...reading} />
      <XrayDrawer of={dialogs.about('xray')} close={dialogs.close} />
    </>
  )
}
