import './accounts.css'
import { useState } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import { roles } from '../../../contract/roles.ts'
import { call } from '../../kit/api.ts'
import { HistoryDialog } from '../../kit/history/HistoryDialog.tsx'
import { historyWords } from '../../kit/history/words.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, Option, RowAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { refresh } from '../../kit/query.ts'
import { useRoleOptions, useRoleTitle } from '../../kit/RoleTitle.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { useAllowed } from './allowed.ts'
import {
  chainColumn,
  idColumn,
  nameColumn,
  parentsColumn,
  playerColumn,
  remarkColumn,
  roleColumn,
  statusOptions,
  timeColumns,
} from './columns.tsx'
import { useDeeds } from './deeds.ts'
import { Flip } from './Flip.tsx'
import { historyOf, useAccountReading } from './history.ts'
import { type Agent, type AgentKind, agentKinds, optionsOf } from './people.ts'
import { useConfigs } from './use-configs.ts'
import { useOpened } from './use-opened.ts'
import { accountWords } from './words.ts'
import { XrayDrawer } from './XrayDrawer.tsx'

const list = accounts.agents
const target = ({ id, type }: Agent) => ({ id, type: type as AgentKind })

/** Every account of the channel side, deleted ones too: the place to recover them. */
export function AgentsPage() {
  const t = useText(accountWords)
  const kit = useText(kitWords)
  const { history } = useText(historyWords)
  const may = useMay()
  const allowed = useAllowed()
  const deeds = useDeeds(list)
  const dialogs = useOpened<'edit' | 'history' | 'xray', Agent>()
  const [choices, setChoices] = useState<readonly Option[]>([])
  const reading = useAccountReading(useRoleOptions()(useConfigs(list, dialogs.is('history'))?.role_list))
  const titleOf = useRoleTitle()
  const edited = dialogs.about('edit')
  const looked = dialogs.about('history')

  const edit = async (row: Agent) => {
    const { list: offered } = await call(roles.rolesList, { type: target(row).type })
    if (offered.length === 0) return toast.error(t.noRoles(t.kinds[row.type] ?? ''))
    setChoices(offered.map(({ id, title }) => ({ value: id, label: titleOf(id, title) })))
    dialogs.open('edit', row)
  }
  const setStatus = async (row: Agent, on: boolean) => {
    await call(accounts.agentStatus, { ...target(row), newStatus: on ? 1 : 0 })
    await refresh(list)
  }
  /** What is deleted comes back, what is not goes. */
  const setDeleted = (row: Agent) => {
    const recover = row.deleted === 1 ? 1 : 0
    const work = () => call(accounts.agentDel, { ...target(row), recover })
    return recover
      ? deeds.after(
          { title: t.recoverAsk(row.username), content: t.recoverText, ok: t.recover },
          work,
          t.recovered,
        )
      : deeds.after(
          { title: t.removeAsk(row.username), content: t.removeText, ok: t.remove },
          work,
          t.removed,
        )
  }
  const mayStatus = may(accounts.agentStatus)
  const mayDelete = may(accounts.agentDel)
  const columns: Column<Agent>[] = [
    idColumn(t),
    nameColumn(t),
    remarkColumn(t),
    {
      key: 'type',
      title: t.type,
      width: 132,
      cell: ({ type }) => <StatusTag tone="info">{t.kinds[type]}</StatusTag>,
      text: ({ type }) => t.kinds[type] ?? '',
    },
    playerColumn(t),
    roleColumn(t),
    parentsColumn(t),
    {
      key: 'status',
      title: t.status,
      width: 104,
      cell: (row) => (
        <Flip
          on={row.status === 1}
          words={[t.enabled, t.disabled]}
          label={t.switchLabel(row.username)}
          set={mayStatus && row.deleted === 0 ? (on) => setStatus(row, on) : undefined}
        />
      ),
    },
    {
      key: 'deleted',
      title: t.deletion,
      width: 104,
      cell: (row) => (
        <Flip
          on={row.deleted === 0}
          words={[t.normal, t.deleted]}
          label={t.deletedLabel(row.username)}
          set={mayDelete ? () => setDeleted(row) : undefined}
        />
      ),
    },
    ...timeColumns(t),
    chainColumn(t),
  ]
  const rowActions = (row: Agent): RowAction[] => [
    ...(may(roles.rolesList)
      ? allowed(accounts.agentEdit, {
          key: 'edit',
          label: t.edit,
          disabled: row.deleted === 1,
          run: () => edit(row),
        })
      : []),
    ...allowed(accounts.auditLog, {
      key: 'history',
      label: history,
      run: () => dialogs.open('history', row),
    }),
    ...allowed(accounts.accountXray, { key: 'xray', label: t.xray, run: () => dialogs.open('xray', row) }),
    ...allowed(accounts.agentUnbindgoogle, {
      key: 'unbind',
      label: t.unbind,
      disabled: row.deleted === 1,
      run: () => deeds.unbind(row, () => call(accounts.agentUnbindgoogle, target(row))),
    }),
  ]
  return (
    <>
      <ListPage
        source={list}
        columns={columns}
        rowKey={({ id }) => String(id)}
        filters={(data) => [
          { type: 'input', name: 'username', label: t.loginName },
          { type: 'input', name: 'remark', label: t.remark },
          { type: 'input', name: 'parentAccount', label: t.parents },
          {
            type: 'select',
            name: 'accountLevel',
            label: t.level,
            options: optionsOf(data?.configs.salesman_level),
          },
          {
            type: 'select',
            name: 'type',
            label: t.type,
            options: agentKinds.map((value) => ({ value, label: t.kinds[value] ?? '' })),
          },
          { type: 'select', name: 'status', label: t.status, options: statusOptions(t) },
          {
            type: 'select',
            name: 'deleted',
            label: t.deletion,
            options: [
              { value: 1, label: t.deleted },
              { value: 0, label: t.normal },
            ],
          },
        ]}
        defaults={{ accountLevel: '1' }}
        empty={kit.noneOnLevel}
        silent
        rowTone={(row) => (row.deleted === 1 ? 'quiet' : '')}
        rowActions={rowActions}
        actionsWidth={250}
      />
      <AccountDialog
        open={edited !== undefined}
        row={edited}
        kind={(edited?.type ?? agentKinds[0]) as AgentKind}
        roles={choices}
        list={list}
        save={(values) =>
          call(accounts.agentEdit, { ...values, ...target(edited as Agent) }, { silent: true })
        }
        close={dialogs.close}
      />
      <HistoryDialog of={looked && historyOf(looked)} close={dialogs.close} {...reading} />
      <XrayDrawer of={dialogs.about('xray')} close={dialogs.close} />
    </>
  )
}
