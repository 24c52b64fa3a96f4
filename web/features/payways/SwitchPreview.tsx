import { Form, Spin } from 'antd'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { payways } from '../../../contract/payways.ts'
import { useCall } from '../../kit/query.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { Scroll } from './Scroll.tsx'
import { asWanted, type Target } from './target.tsx'
import { paywayWords } from './words.ts'

type Preview = ResultOf<typeof payways.paywaySwitchPreview>

/** What the switch being put together would touch: platforms, channels open now, deposits in flight. */
export function SwitchPreview() {
  const t = useText(paywayWords)
  const form = Form.useFormInstance<Target>()
  const { ChannelCode = [], cate_id, platform_id }: Target = Form.useWatch([], form) ?? {}
  const chosen = ChannelCode.length > 0
  const wanted = asWanted({
    ...(cate_id === undefined ? {} : { cate_id }),
    ...(platform_id === undefined ? {} : { platform_id }),
  })
  const { data, error } = useCall(
    payways.paywaySwitchPreview,
    { ...wanted, ChannelCode },
    { enabled: chosen, silent: true, staleMs: 0, keep: true },
  )
  if (!chosen) return <span className="pb-quiet">{t.previewNone}</span>
  if (error) return <span className="pb-loss">{error.message}</span>
  if (!data) return <Spin size="small" />
  return (
    <div className="pb-way-preview" role="status">
      <div>
        <strong>{t.previewCount(data.platforms, data.channels)}</strong> · {t.previewOpen(data.open)} ·{' '}
        <span title={t.previewOrdersHint}>{t.previewOrders(data.orderOpen)}</span>
      </div>
      {data.orderOpen > 0 && <div className="pb-quiet">{t.previewOrdersHint}</div>}
      <Scroll label={t.preview}>
        <ul>
          {data.list.map((platform) => (
            <PreviewPlatform key={platform.id} platform={platform} />
          ))}
        </ul>
      </Scroll>
    </div>
  )
}

function PreviewPlatform({ platform }: { platform: Preview['list'][number] }) {
  const t = useText(paywayWords)
  const { name, skipped, linkTrouble, channels } = platform
  return (
    <li>
      <span className={skipped ? 'pb-quiet' : ''}>{name}</span>
      {skipped && <StatusTag tone="neutral">{t.skipped[skipped]}</StatusTag>}
      {!skipped && (linkTrouble === 'down' || linkTrouble === 'refused') && (
        <StatusTag tone="warn">{t.notReachable}</StatusTag>
      )}
      {channels.map(({ ChannelCode, ChannelName, Status, orderOpen }) => (
        <StatusTag key={ChannelCode} tone={Status === 1 ? 'good' : 'neutral'}>
          {ChannelName} {Status === 1 ? t.on : t.off}
          {orderOpen > 0 && ` · ${t.inFlight(orderOpen)}`}
        </StatusTag>
      ))}
    </li>
  )
}
