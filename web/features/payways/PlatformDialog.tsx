import { Spin, Switch } from 'antd'
import { useState } from 'react'
import { channelStatus, isConspicuous, payways } from '../../../contract/payways.ts'
import { attempt, call } from '../../kit/api.ts'
import { figure } from '../../kit/figures.ts'
import { ListState } from '../../kit/list/ListState.tsx'
import { useMay } from '../../kit/may.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { refresh, useCall } from '../../kit/query.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { ConspicuousSign } from './ChannelCell.tsx'
import { type Channel, successRate } from './channels.ts'
import { Scroll } from './Scroll.tsx'
import { paywayWords } from './words.ts'

interface PlatformProps {
  platform: { id: number; name: string } | undefined
  close: () => void
}

/** All channels of one platform, each with its switch. */
export function PlatformDialog({ platform, close }: PlatformProps) {
  const t = useText(paywayWords)
  const query = useCall(
    payways.paywayAll,
    { platformId: platform?.id ?? 0 },
    { enabled: platform !== undefined, silent: true, staleMs: 0 },
  )
  const rows = query.data?.list
  return (
    <PageModal
      open={platform !== undefined}
      title={t.channelsOf(platform?.name ?? '')}
      width="min(720px, 96vw)"
      footer={null}
      onCancel={close}
    >
      {rows && rows.length > 0 && platform ? (
        <ChannelTable platform={platform} channels={rows} />
      ) : query.isLoading ? (
        <Spin />
      ) : (
        <ListState
          error={query.error}
          filtered={false}
          retry={() => void query.refetch()}
          empty={t.noChannels}
        />
      )}
    </PageModal>
  )
}

function ChannelTable({
  platform,
  channels,
}: {
  platform: { id: number; name: string }
  channels: readonly Channel[]
}) {
  const t = useText(paywayWords)
  const may = useMay()
  const [running, setRunning] = useState('')
  const flip = async ({ ChannelCode, ChannelName, Status }: Channel) => {
    const on = Status === 0
    setRunning(ChannelCode)
    await attempt(async () => {
      const { state } = await call(payways.paywayStatus, {
        platform_id: [platform.id],
        ChannelCode: [ChannelCode],
        ChannelStatus: on ? channelStatus.open : channelStatus.close,
      })
      if (state === 'done') toast.success(t.switched(ChannelName, on))
      else toast.warning(t.notAnswered(platform.name))
    }).finally(() => setRunning(''))
    await Promise.all([refresh(payways.paywayAll), refresh(payways.paywaySummary)])
  }
  return (
    <Scroll label={t.channelsOf(platform.name)}>
      <table className="pb-way-table">
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.sort}</th>
            <th scope="col">{t.today}</th>
            <th scope="col">{t.rate}</th>
            <th scope="col">{t.flying}</th>
            <th scope="col">{t.on}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel.ChannelCode}>
              <td className={isConspicuous(channel) ? 'pb-loss' : ''} title={channel.ChannelCode}>
                {channel.ChannelName} {isConspicuous(channel) && <ConspicuousSign />}
              </td>
              <td className="pb-figure">{figure(channel.SortID, 'count')}</td>
              <td className="pb-figure">
                {figure(channel.orderSucc, 'count')} / {figure(channel.orderAll, 'count')}
              </td>
              <td className={isConspicuous(channel) ? 'pb-figure pb-loss' : 'pb-figure'}>
                {figure(successRate(channel), 'ratio', 1)}
              </td>
              <td className="pb-figure">{figure(channel.orderOpen, 'count')}</td>
              <td>
                {may(payways.paywayStatus) ? (
                  <Switch
                    checked={channel.Status === 1}
                    loading={running === channel.ChannelCode}
                    disabled={running !== ''}
                    checkedChildren={t.on}
                    unCheckedChildren={t.off}
                    aria-label={t.switchOf(channel.ChannelName)}
                    onChange={() => void flip(channel)}
                  />
                ) : (
                  <StatusTag tone={channel.Status === 1 ? 'good' : 'neutral'}>
                    {channel.Status === 1 ? t.on : t.off}
                  </StatusTag>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
