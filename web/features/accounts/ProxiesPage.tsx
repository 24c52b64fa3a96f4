import './accounts.css'
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { call } from '../../kit/api.ts'
import { HistoryDialog } from '../../kit/history/HistoryDialog.tsx'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Chosen, Column } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { useRoleOptions } from '../../kit/RoleTitle.tsx'
import { useAccount } from '../../kit/session.ts'
import { useText } from '../../kit/text.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { ApiPointsDialog } from './ApiPointsDialog.tsx'
import { useAllowed } from './allowed.ts'
import {
  chainColumn,
  idColumn,
  nameColumn,
  parentsColumn,
  playerColumn,
  pointColumns,
  remarkColumn,
  roleColumn,
  statusOptions,
  timeColumns,
} from './columns.tsx'
import { useDeeds } from './deeds.ts'
import { Flip } from './Flip.tsx'
import { historyOf, useAccountReading } from './history.ts'
import { PointsDialog } from './PointsDialog.tsx'
import { optionsOf, type Proxy, type ProxyPageOf, proxyPages } from './people.ts'
import { type ProxyDialog, useProxyActions } from './proxy-actions.ts'
import { type Sync, SyncDialog, useTicked } from './SyncDialog.tsx'
import { useConfigs } from './use-configs.ts'
import { useOpened } from './use-opened.ts'
import { accountWords } from './words.ts'
import { XrayDrawer } from './XrayDrawer.tsx'

export const SubChannelsPage = () => <ProxiesPage of={proxyPages.subChannel} />
export const SalesmenPage = () => <ProxiesPage of={proxyPages.salesman} />

/** Accounts below a channel: sub-channels or salesmen. */
function ProxiesPage({ of }: { of: ProxyPageOf }) {
  const t = useText(accountWords)
  const kit = useText(kitWords)
  const may = useMay()
  const allowed = useAllowed()
  const staff = useAccount()?.kind === kind.staff
  const deeds = useDeeds(of.list)
  const dialogs = useOpened<ProxyDialog, Proxy>()
  const [sync, setSync] = useState<Sync>()
  const configs = useConfigs(of.list, dialogs.any || sync !== undefined)
  const roles = useRoleOptions()(configs?.role_list)
  const reading = useAccountReading(roles)
  const ticked = useTicked()
  const rowActions = useProxyActions(of, deeds, dialogs.open)
  const mayStatus = may(of.status)
  const startSync = (title: string, endpoint: Sync['endpoint']) => (chosen: Chosen<Proxy>) => {
    const usernames = ticked(chosen)
    if (usernames) setSync({ title, endpoint, usernames, done: chosen.clear })
  }
  const columns: Column<Proxy>[] = [
    idColumn(t),
    nameColumn(t),
    remarkColumn(t),
    playerColumn(t),
    roleColumn(t),
    parentsColumn(t),
    ...pointColumns(t),
    {
      key: 'status',
      title: t.status,
      width: 104,
      cell: (row) => (
        <Flip
          on={row.status === 1}
          words={[t.enabled, t.disabled]}
          label={t.switchLabel(row.username)}
          set={mayStatus ? (on) => deeds.setStatus(of.status, row, on) : undefined}
        />
      ),
    },
    ...timeColumns(t),
    chainColumn(t),
  ]
  const edited = dialogs.about('edit')
  const looked = dialogs.about('history')
  const pointed = dialogs.about('apiPoints')
  return (
    <>
      <ListPage
        source={of.list}
        columns={columns}
        rowKey={({ id }) => String(id)}
        filters={(data) => [
          { type: 'input', name: 'username', label: t.username },
          { type: 'input', name: 'remark', label: t.remark },
          { type: 'input', name: 'parentAccount', label: t.parents },
          {
            type: 'select',
            name: 'accountLevel',
            label: t.level,
            options: optionsOf(data?.configs.salesman_level),
          },
          { type: 'select', name: 'status', label: t.status, options: statusOptions(t) },
        ]}
        defaults={{ accountLevel: '1' }}
        empty={kit.noneOnLevel}
        silent
        selectable
        actions={[
          ...allowed(of.add, {
            key: 'add',
            label: t.add,
            icon: <PlusOutlined />,
            primary: true,
            run: () => dialogs.open('add'),
          }),
          ...allowed(of.sync, {
            key: 'remark',
            label: t.syncRemark,
            run: startSync(t.syncRemark, of.sync),
          }),
          ...allowed(accounts.rsyncGameApiPoint, {
            key: 'api',
            label: t.syncApiPoints,
            run: startSync(t.syncApiPoints, accounts.rsyncGameApiPoint),
          }),
        ]}
        rowActions={rowActions}
        actionsWidth={280}
      />
      <AccountDialog
        open={dialogs.is('add') || edited !== undefined}
        row={edited}
        kind={of.kind}
        roles={roles}
        list={of.list}
        playerId={staff ? 'required' : 'optional'}
        above={staff && may(accounts.agents) ? of.above : undefined}
        save={(values) =>
          edited
            ? call(of.edit, { ...values, id: edited.id }, { silent: true })
            : call(of.add, values, { silent: true })
        }
        close={dialogs.close}
      />
      <PointsDialog row={dialogs.about('points')} save={of.points} list={of.list} close={dialogs.close} />
      <ApiPointsDialog
        owner={pointed && { RoleID: pointed.role_id, name: pointed.username }}
        close={dialogs.close}
      />
      <SyncDialog sync={sync} configs={configs} close={() => setSync(undefined)} />
      <HistoryDialog of={looked && historyOf(looked)} close={dialogs.close} {...reading} />
      <XrayDrawer of={dialogs.about('xray')} close={dialogs.close} />
    </>
  )
}
