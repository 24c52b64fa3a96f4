import './payways.css'
import { CloudSyncOutlined, OrderedListOutlined, PoweroffOutlined, SendOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { payways } from '../../../contract/payways.ts'
import { fixedRules } from '../../../contract/rules.ts'
import { call } from '../../kit/api.ts'
import { figure } from '../../kit/figures.ts'
import { followTask } from '../../kit/follow-task.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, RowAction, ToolbarAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { useCall } from '../../kit/query.ts'
import { type Texts, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { When } from '../../kit/When.tsx'
import { ChannelCell, MoreChannels } from './ChannelCell.tsx'
import { type Configs, type SummaryRow, shownChannels, split } from './channels.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { PlatformCell } from './PlatformCell.tsx'
import { PlatformDialog } from './PlatformDialog.tsx'
import { PushDialog } from './PushDialog.tsx'
import { SwitchDialog } from './SwitchDialog.tsx'
import { TaskResults } from './TaskResults.tsx'
import { channelOptions } from './target.tsx'
import type { zh } from './text.zh.ts'
import { useFresh } from './use-fresh.ts'
import { paywayWords } from './words.ts'

const pollMs = 31_000
const usualStatuses = { status: '1,3' }
type Dialog = 'switch' | 'order' | 'push'

/** By which channels players deposit on each platform, and how well; opened and closed here for all of them at once. */
export function PaywaysPage() {
  const t = useText(paywayWords)
  const may = useMay()
  const [dialog, setDialog] = useState<Dialog>()
  const [platform, setPlatform] = useState<{ id: number; name: string }>()
  const [taskIds, setTaskIds] = useState<readonly string[]>([])
  useFresh()
  // Dialogs need the group's channels whatever the list is filtered by.
  const { data } = useCall(payways.paywaySummary, { limit: 1 }, { silent: true, keep: true })
  const close = () => setDialog(undefined)
  const follow = (taskId: string) => {
    if (!taskId) return toast.error(t.noTask)
    followTask(taskId)
    setTaskIds((known) => [taskId, ...known.filter((id) => id !== taskId)].slice(0, 3))
  }
  const started = (taskId: string) => {
    follow(taskId)
    if (taskId) toast.success(t.started)
  }
  const sync = async () => {
    const { taskId, joined } = await call(payways.paywayRsync, { event: 'asyncTask' })
    follow(taskId)
    if (joined) toast.info(t.syncJoined)
  }
  const actions: ToolbarAction<SummaryRow>[] = [
    {
      key: 'switch',
      label: t.oneClick,
      primary: true,
      icon: <PoweroffOutlined aria-hidden />,
      disabled: may(fixedRules.channelSwitch) ? false : t.noPermission,
      run: () => setDialog('switch'),
    },
    ...(may(payways.paywayRsync)
      ? [{ key: 'sync', label: t.syncNow, icon: <CloudSyncOutlined aria-hidden />, run: sync }]
      : []),
    ...(may(payways.paywaySort)
      ? [
          {
            key: 'order',
            label: t.priorities,
            icon: <OrderedListOutlined aria-hidden />,
            run: () => setDialog('order'),
          },
        ]
      : []),
    ...(may(payways.paywayRsyncSort)
      ? [
          {
            key: 'push',
            label: t.pushPriorities,
            icon: <SendOutlined aria-hidden />,
            run: () => setDialog('push'),
          },
        ]
      : []),
  ]
  const rowActions = (row: SummaryRow): RowAction[] => [
    {
      key: 'channels',
      label: may(fixedRules.channelSwitch) ? t.platformChannels : t.seeChannels,
      run: () => setPlatform(row),
    },
  ]
  return (
    <>
      <TaskResults
        taskIds={taskIds}
        dismiss={(taskId) => setTaskIds((known) => known.filter((id) => id !== taskId))}
      />
      <ListPage
        source={payways.paywaySummary}
        columns={columnsOf(t, data?.configs)}
        rowKey={({ id }) => String(id)}
        defaults={usualStatuses}
        visibleFilters={5}
        everyMs={pollMs}
        empty={t.emptyList}
        filters={(answer, values) => filtersOf(t, answer?.configs ?? data?.configs, values)}
        actions={actions}
        {...(may(payways.paywayAll) ? { rowActions, actionsWidth: 110 } : {})}
      />
      <SwitchDialog open={dialog === 'switch'} configs={data?.configs} close={close} started={started} />
      <OrderDialog open={dialog === 'order'} configs={data?.configs} close={close} />
      <PushDialog open={dialog === 'push'} configs={data?.configs} close={close} started={started} />
      <PlatformDialog platform={platform} close={() => setPlatform(undefined)} />
    </>
  )
}

type Words = Texts<typeof zh>

function filtersOf(t: Words, configs: Configs | undefined, values: Readonly<Record<string, string>>) {
  const category = Number(values['cate_id'] ?? 0)
  const { cateList = [], platformList = [], platformStatusDics = {} } = configs ?? {}
  return [
    {
      type: 'multiSelect' as const,
      name: 'status' as const,
      label: t.status,
      options: Object.entries(platformStatusDics).map(([value, label]) => ({ value: Number(value), label })),
    },
    {
      type: 'select' as const,
      name: 'cate_id' as const,
      label: t.category,
      options: cateList.map(({ id, name }) => ({ value: id, label: name })),
      resets: ['platform_id'],
      immediate: true,
    },
    {
      type: 'select' as const,
      name: 'platform_id' as const,
      label: t.platform,
      options: platformList
        .filter(({ cate_id }) => !category || cate_id === category)
        .map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      type: 'select' as const,
      name: 'ChannelCode' as const,
      label: t.channel,
      options: channelOptions(configs),
    },
    { type: 'check' as const, name: 'onlyExcept' as const, label: t.onlyExcept },
  ]
}

function columnsOf(t: Words, configs: Configs | undefined): Column<SummaryRow>[] {
  return [
    {
      key: 'name',
      title: t.platform,
      width: 190,
      pin: 'left',
      cell: (row) => <PlatformCell row={row} statuses={configs?.platformStatusDics ?? {}} />,
    },
    { key: 'cate_name', title: t.category, width: 110, hidden: true },
    {
      key: '_open',
      title: t.openCount,
      hint: t.openCountHint,
      width: 70,
      align: 'right',
      text: ({ payway }) => `${split(payway).open}/${Object.keys(payway).length}`,
      cell: ({ payway }) => (
        <span className="pb-figure">
          {figure(split(payway).open, 'count')} / {figure(Object.keys(payway).length, 'count')}
        </span>
      ),
    },
    ...Array.from(
      { length: shownChannels },
      (_, index): Column<SummaryRow> => ({
        key: `_channel${index + 1}`,
        title: t.place(index + 1),
        hint: t.placeHint,
        width: 140,
        text: ({ payway }) => {
          const channel = split(payway).first[index]
          return channel ? `${channel.ChannelName} ${channel.orderSucc}/${channel.orderAll}` : ''
        },
        cell: ({ payway }) => <ChannelCell channel={split(payway).first[index]} />,
      }),
    ),
    {
      key: '_more',
      title: t.more,
      width: 132,
      text: ({ payway }) =>
        split(payway)
          .rest.map(({ ChannelName }) => ChannelName)
          .join(', '),
      cell: ({ name, payway }) => <MoreChannels platform={name} rest={split(payway).rest} />,
    },
    {
      key: 'told_at',
      title: t.told,
      hint: t.toldHint,
      width: 165,
      cell: ({ told_at: at }) => (at ? <When at={at} /> : <span className="pb-quiet">{t.neverTold}</span>),
    },
  ]
}
