import { DownOutlined, WarningFilled } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { isConspicuous } from '../../../contract/payways.ts'
import { figure } from '../../kit/figures.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { type Channel, successRate } from './channels.ts'
import { Scroll } from './Scroll.tsx'
import { paywayWords } from './words.ts'

/** One open channel of a row: its name, today's deposits, and how many of them succeeded. */
export function ChannelCell({ channel }: { channel: Channel | undefined }) {
  if (!channel) return <span className="pb-quiet">–</span>
  return (
    <div className={isConspicuous(channel) ? 'pb-way pb-way-bad' : 'pb-way'}>
      <div className="pb-way-name" title={channel.ChannelCode}>
        <Mark channel={channel} /> {channel.ChannelName}
      </div>
      <Figures channel={channel} />
    </div>
  )
}

/** Told by a sign with words, and red only besides. */
function Mark({ channel }: { channel: Pick<Channel, 'orderAll' | 'orderSucc'> }) {
  return isConspicuous(channel) ? <ConspicuousSign /> : null
}

export function ConspicuousSign() {
  const t = useText(paywayWords)
  return (
    <span role="img" aria-label={`${t.conspicuous}: ${t.conspicuousHint}`} title={t.conspicuousHint}>
      <WarningFilled aria-hidden />
    </span>
  )
}

function Figures({ channel }: { channel: Channel }) {
  return (
    <div className="pb-figure">
      {figure(channel.orderSucc, 'count')} / {figure(channel.orderAll, 'count')}
      <strong> {figure(successRate(channel), 'ratio', 1)}</strong>
    </div>
  )
}

/** The channels that have no place in the row. */
export function MoreChannels({ platform, rest }: { platform: string; rest: readonly Channel[] }) {
  const t = useText(paywayWords)
  if (rest.length === 0) return <span className="pb-quiet">{t.none}</span>
  const list = (
    <Scroll label={t.moreOf(platform)}>
      <ul className="pb-ways" aria-label={t.moreOf(platform)}>
        {rest.map((channel) => (
          <li key={channel.ChannelCode} className={isConspicuous(channel) ? 'pb-way-bad' : ''}>
            <span className="pb-way-name">
              <Mark channel={channel} /> {channel.ChannelName}
            </span>
            <StatusTag tone={channel.Status === 1 ? 'good' : 'neutral'}>
              {channel.Status === 1 ? t.on : t.off}
            </StatusTag>
            <Figures channel={channel} />
          </li>
        ))}
      </ul>
    </Scroll>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title={t.moreOf(platform)} content={list}>
      <Button size="small" aria-label={`${t.moreOf(platform)}: ${rest.length}`}>
        {t.moreButton(rest.length)}
        <DownOutlined aria-hidden />
        {rest.some(isConspicuous) && (
          <span className="pb-loss">
            <ConspicuousSign />
          </span>
        )}
      </Button>
    </Popover>
  )
}
