import { DisconnectOutlined, ReloadOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { platformStatus, type platforms } from '../../../contract/platforms.ts'
import { figure, noFigure } from '../../kit/figures.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { Jump } from './Jump.tsx'
import { platformWords } from './words.ts'

type Summary = ResultOf<typeof platforms.liveList>['summary']

interface CountersProps {
  summary: Summary | undefined
  connected: boolean
  fetching: boolean
  refresh: () => void
}

/** Orders of running platforms and of those that take no new channel business, and how fresh all of it is. */
export function Counters({ summary, connected, fetching, refresh }: CountersProps) {
  const t = useText(platformWords)
  const kit = useText(kitWords)
  return (
    <div className="pb-plat-counters">
      <Counter label={t.running} totals={summary?.[platformStatus.running]} tone="good" />
      <Counter label={t.stopped} totals={summary?.[platformStatus.agencyStopped]} tone="bad" />
      <span className="pb-plat-state" role="status">
        {connected ? <ThunderboltOutlined aria-hidden /> : <DisconnectOutlined aria-hidden />}
        {connected ? t.live : t.liveOff}
      </span>
      <Button
        type="text"
        icon={<ReloadOutlined spin={fetching} />}
        aria-label={kit.refresh}
        title={kit.refresh}
        onClick={refresh}
      />
    </div>
  )
}

interface CounterProps {
  label: string
  totals: Summary[string] | undefined
  tone: 'good' | 'bad'
}

function Counter({ label, totals, tone }: CounterProps) {
  const t = useText(platformWords)
  const orders = totals ? totals.orderPendingTotal + totals.orderWarningTotal : undefined
  const shown = (value: number | undefined) => (value === undefined ? noFigure : figure(value, 'count'))
  return (
    <div className="pb-plat-counter">
      <StatusTag tone={tone}>{label}</StatusTag>
      <strong>{orders === undefined ? noFigure : <Jump value={orders} />}</strong>
      <span className="pb-quiet">
        {t.totals(shown(totals?.count), shown(totals?.orderPendingTotal), shown(totals?.orderWarningTotal))}
      </span>
    </div>
  )
}
