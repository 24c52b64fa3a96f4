import './accounts.css'
import { PlusOutlined } from '@ant-design/icons'
import { type ComponentType, useState } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { call } from '../../kit/api.ts'
import { HistoryDialog } from '../../kit/history/HistoryDialog.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Chosen, ToolbarAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { useRoleOptions } from '../../kit/RoleTitle.tsx'
import { useText } from '../../kit/text.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { type ApiPointOwner, ApiPointsDialog, templateOwner } from './ApiPointsDialog.tsx'
import { useAllowed } from './allowed.ts'
import { type ChannelDialog, useChannelActions } from './channel-actions.ts'
import { channelColumns } from './channel-columns.tsx'
import { statusOptions } from './columns.tsx'
import { useDeeds } from './deeds.ts'
import { historyOf, useAccountReading } from './history.ts'
import { PledgeDialog } from './PledgeDialog.tsx'
import { PledgeRecordsDialog } from './PledgeRecordsDialog.tsx'
import { PointsDialog } from './PointsDialog.tsx'
import { type Channel, type OfAccount } from './people.ts'
import { type Sync, SyncDialog, useTicked } from './SyncDialog.tsx'
import { useConfigs } from './use-configs.ts'
import { useOpened } from './use-opened.ts'
import { accountWords } from './words.ts'
import { XrayDrawer } from './XrayDrawer.tsx'

const list = accounts.channels

/** Channel accounts: their rates, their pledge, what platforms know of them. */
export function ChannelsPage({ SettleLog }: { SettleLog: ComponentType<OfAccount> }) {
  const t = useText(accountWords)
  const may = useMay()
  const allowed = useAllowed()
  const deeds = useDeeds(list)
  const dialogs = useOpened<ChannelDialog, Channel>()
  const [sync, setSync] = useState<Sync>()
  const configs = useConfigs(list, dialogs.any || sync !== undefined)
  const roles = useRoleOptions()(configs?.role_list)
  const reading = useAccountReading(roles)
  const ticked = useTicked()
  const rowActions = useChannelActions(deeds, dialogs.open)
  const mayStatus = may(accounts.channelStatus)
  const columns = channelColumns(
    t,
    mayStatus ? (row, on) => deeds.setStatus(accounts.channelStatus, row, on) : undefined,
  )
  const startSync = (title: string, endpoint: Sync['endpoint']) => (chosen: Chosen<Channel>) => {
    const usernames = ticked(chosen)
    if (usernames) setSync({ title, endpoint, usernames, done: chosen.clear })
  }
  const actions: ToolbarAction<Channel>[] = [
    ...allowed(accounts.channelAdd, {
      key: 'add',
      label: t.add,
      icon: <PlusOutlined />,
      primary: true,
      run: () => dialogs.open('add'),
    }),
    ...allowed(accounts.channelRemarkRsync, {
      key: 'remark',
      label: t.syncRemark,
      run: startSync(t.syncRemark, accounts.channelRemarkRsync),
    }),
    ...allowed(accounts.rsyncGameApiPoint, {
      key: 'api',
      label: t.syncApiPoints,
      run: startSync(t.syncApiPoints, accounts.rsyncGameApiPoint),
    }),
    ...allowed(accounts.getGameApiPoints, {
      key: 'template',
      label: t.apiTemplate,
      run: () => dialogs.open('template'),
    }),
  ]
  const edited = dialogs.about('edit')
  const looked = dialogs.about('history')
  const pointed = dialogs.about('apiPoints')
  const owner: ApiPointOwner | undefined = dialogs.is('template')
    ? { RoleID: templateOwner, name: '' }
    : pointed && { RoleID: pointed.role_id, name: pointed.username }
  return (
    <>
      <ListPage
        source={list}
        columns={columns}
        rowKey={({ id }) => String(id)}
        filters={[
          { type: 'input', name: 'username', label: t.username },
          { type: 'input', name: 'remark', label: t.remark },
          { type: 'input', name: 'business', label: t.business },
          { type: 'input', name: 'chat_title', label: t.chat },
          { type: 'select', name: 'status', label: t.status, options: statusOptions(t) },
          {
            type: 'select',
            name: 'pledge_u',
            label: t.pledgeFilter,
            options: [
              { value: 'with', label: t.withPledge },
              { value: 'without', label: t.withoutPledge },
            ],
            typed: (text) =>
              /^\d{1,15}$/.test(text) ? { value: text, label: t.pledgeFrom(text) } : undefined,
          },
        ]}
        selectable
        actions={actions}
        rowActions={rowActions}
        actionsWidth={280}
      />
      <AccountDialog
        open={dialogs.is('add') || edited !== undefined}
        row={edited}
        kind={kind.channel}
        roles={roles}
        list={list}
        business={configs?.businessList ?? []}
        playerId="optional"
        save={(values) =>
          edited
            ? call(accounts.channelEdit, { ...values, id: edited.id }, { silent: true })
            : call(accounts.channelAdd, values, { silent: true })
        }
        close={dialogs.close}
      />
      <PointsDialog
        row={dialogs.about('points')}
        save={accounts.channelOtherPointConfig}
        list={list}
        close={dialogs.close}
      />
      <PledgeDialog row={dialogs.about('pledge')} close={dialogs.close} />
      <PledgeRecordsDialog username={dialogs.about('records')?.username} close={dialogs.close} />
      <SettleLog username={dialogs.about('settled')?.username} close={dialogs.close} />
      <ApiPointsDialog owner={owner} close={dialogs.close} />
      <SyncDialog sync={sync} configs={configs} close={() => setSync(undefined)} />
      <HistoryDialog of={looked && historyOf(looked)} close={dialogs.close} {...reading} />
      <XrayDrawer of={dialogs.about('xray')} close={dialogs.close} />
    </>
  )
}
