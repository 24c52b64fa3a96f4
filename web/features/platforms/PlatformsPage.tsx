import './platforms.css'
import { PlusOutlined, StopOutlined } from '@ant-design/icons'
import { Switch } from 'antd'
import { type ComponentType, useState } from 'react'
import { link } from '../../../contract/link.ts'
import { platformStatus, platforms } from '../../../contract/platforms.ts'
import { fixedRules } from '../../../contract/rules.ts'
import { attempt } from '../../kit/api.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, Option, RowAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { PlatformIcon } from '../../kit/PlatformIcon.tsx'
import { refresh, useAct, useCall } from '../../kit/query.ts'
import { StatusTag, type Tone } from '../../kit/StatusTag.tsx'
import { useSay, useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { When } from '../../kit/When.tsx'
import { addressTrouble, openGameBackEnd } from './game-back-end.ts'
import { PlatformDialog, type PlatformRow } from './PlatformDialog.tsx'
import { platformWords } from './words.ts'

/** What opens for "connect": the way to link one platform. */
export interface ConnectProps {
  platform: { id: number; name: string; apiUrl: string | undefined } | undefined
  close: () => void
}

const usualStatuses = { status: `${platformStatus.running},${platformStatus.agencyStopped}` }
const tones: Readonly<Record<number, Tone>> = {
  [platformStatus.notStarted]: 'waiting',
  [platformStatus.running]: 'good',
  [platformStatus.terminated]: 'neutral',
  [platformStatus.agencyStopped]: 'bad',
}

/** The platforms of the group: what they are called, where they are, and how they are linked. */
export function PlatformsPage({ Connect }: { Connect: ComponentType<ConnectProps> }) {
  const t = useText(platformWords)
  const kit = useText(kitWords)
  const say = useSay()
  const may = useMay()
  const [edited, setEdited] = useState<PlatformRow | 'new'>()
  const [connected, setConnected] = useState<{ id: number; name: string; api_url?: string | undefined }>()
  const refreshes = [platforms.platformList, platforms.liveList, link.health]
  const flip = useAct(platforms.platformChannelLiveShow, { done: t.saved, refreshes })
  const remove = useAct(platforms.platformDel, { done: t.deleted, refreshes })
  // The list's own configs hold them too, but the form needs them before and after any search.
  const { data } = useCall(platforms.platformList, { limit: 1 }, { silent: true, keep: true })
  const { categories, statuses } = optionsOf(data)
  const mayConnect = may(link.test) || may(link.secret)
  const acts =
    mayConnect ||
    may(platforms.platformEdit) ||
    may(platforms.platformDel) ||
    may(platforms.accountGroupLogin)
  const seesAddresses = may(fixedRules.platformEditUrls)

  const signIn = async (row: PlatformRow) => {
    const trouble = addressTrouble(row.admin_url)
    if (trouble) return toast.error(say(trouble))
    await openGameBackEnd(row)
  }
  const removeAsked = async ({ id, name }: PlatformRow) => {
    if (
      await ask({
        title: t.deleteAsk(name),
        content: t.deleteText,
        ok: t.remove,
        cancel: kit.cancel,
        danger: true,
      })
    )
      await remove.run({ id })
  }
  const saved = async (platform: { id: number; name: string }) => {
    const adding = edited === 'new'
    toast.success(adding ? t.added : t.saved)
    await Promise.all([...refreshes, platforms.cateList].map(refresh))
    // Whoever adds a platform wants to link it next.
    if (adding && mayConnect) setConnected(platform)
  }
  const columns: Column<PlatformRow>[] = [
    { key: 'id', title: t.id, width: 70, pin: 'left' },
    {
      key: 'icon',
      title: t.icon,
      width: 64,
      align: 'center',
      cell: ({ icon }) => <PlatformIcon src={icon} />,
    },
    {
      key: 'name',
      title: t.name,
      width: 190,
      pin: 'left',
      cell: (row) => <Name row={row} />,
    },
    { key: 'remark', title: t.remark, width: 150 },
    { key: 'cate_name', title: t.category, width: 120 },
    {
      key: 'status',
      title: t.status,
      width: 150,
      cell: ({ status }) => (
        <StatusTag tone={tones[status] ?? 'neutral'}>
          {statuses.find(({ value }) => value === status)?.label ?? status}
        </StatusTag>
      ),
    },
    {
      key: 'linked',
      title: t.linked,
      width: 120,
      cell: ({ linked }) => (
        <StatusTag tone={linked ? 'info' : 'warn'}>{linked ? t.hasSecret : t.hasNoSecret}</StatusTag>
      ),
    },
    {
      key: 'publish_time',
      title: t.publishTime,
      width: 165,
      cell: ({ publish_time: at }) => <When at={at} />,
    },
    { key: 'end_time', title: t.endTime, width: 165, cell: ({ end_time: at }) => <When at={at} /> },
    { key: 'admin_url', title: t.addresses.admin_url, width: 220, copy: true },
    { key: 'channel_url', title: t.addresses.channel_url, width: 220, copy: true },
    ...(seesAddresses
      ? ([{ key: 'api_url', title: t.addresses.api_url, width: 220, copy: true }] as const)
      : []),
    {
      key: 'channel_live_show',
      title: t.channelLiveShow,
      hint: t.channelLiveShowHint,
      width: 170,
      cell: (row) => {
        const shown = row.channel_live_show === 1
        if (!may(platforms.platformChannelLiveShow))
          return <StatusTag tone={shown ? 'good' : 'neutral'}>{shown ? t.shown : t.hidden}</StatusTag>
        return (
          <Switch
            checked={shown}
            disabled={flip.running}
            checkedChildren={t.shown}
            unCheckedChildren={seesAddresses ? t.hidden : undefined}
            aria-label={`${t.channelLiveShow}: ${row.name}`}
            onChange={() => void attempt(() => flip.run({ id: row.id }))}
          />
        )
      },
    },
  ]
  const rowActions = (row: PlatformRow): RowAction[] => [
    ...(may(platforms.platformEdit) ? [{ key: 'edit', label: t.edit, run: () => setEdited(row) }] : []),
    ...(mayConnect ? [{ key: 'connect', label: t.connect, run: () => setConnected(row) }] : []),
    ...(may(platforms.accountGroupLogin)
      ? [{ key: 'signIn', label: t.signInShort, run: () => signIn(row) }]
      : []),
    ...(may(platforms.platformDel)
      ? [{ key: 'del', label: t.remove, danger: true, run: () => removeAsked(row) }]
      : []),
  ]
  return (
    <>
      <ListPage
        source={platforms.platformList}
        silent
        columns={columns}
        rowKey={({ id }) => String(id)}
        defaults={usualStatuses}
        filters={(answer, values) => {
          const chosen = Number(values['cate_id'] ?? 0)
          return [
            {
              type: 'select',
              name: 'cate_id',
              label: t.category,
              options: categories,
              resets: ['platform_id'],
              immediate: true,
            },
            {
              type: 'select',
              name: 'platform_id',
              label: t.platform,
              options: (answer?.configs.platformList ?? [])
                .filter(({ cate_id }) => !chosen || cate_id === chosen)
                .map(({ id, name }) => ({ value: id, label: name })),
            },
            { type: 'multiSelect', name: 'status', label: t.status, options: statuses },
          ]
        }}
        actions={
          may(platforms.platformAdd)
            ? [
                {
                  key: 'add',
                  label: t.addPlatform,
                  primary: true,
                  icon: <PlusOutlined />,
                  run: () => setEdited('new'),
                },
              ]
            : []
        }
        {...(acts ? { rowActions, actionsWidth: 275 } : {})}
      />
      <PlatformDialog
        edited={edited}
        categories={categories}
        statuses={statuses}
        close={() => setEdited(undefined)}
        saved={saved}
      />
      <Connect
        platform={connected && { id: connected.id, name: connected.name, apiUrl: connected.api_url }}
        close={() => setConnected(undefined)}
      />
    </>
  )
}

/** One whose agency is stopped stands out, and not by its colour alone. */
function Name({ row }: { row: PlatformRow }) {
  const t = useText(platformWords)
  if (row.status !== platformStatus.agencyStopped) return <>{row.name}</>
  return (
    <span className="pb-loss" title={t.stoppedMark}>
      {row.name} <StopOutlined aria-label={t.stopped} />
    </span>
  )
}

function optionsOf(
  data:
    | {
        configs: {
          cateList: readonly { id: number; name: string }[]
          platformStatusDics: Record<string, string>
        }
      }
    | undefined,
): { categories: Option[]; statuses: Option[] } {
  const { cateList = [], platformStatusDics = {} } = data?.configs ?? {}
  return {
    categories: cateList.map(({ id, name }) => ({ value: id, label: name })),
    statuses: Object.entries(platformStatusDics).map(([value, label]) => ({ value: Number(value), label })),
  }
}
