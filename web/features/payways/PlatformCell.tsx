import { platformStatus } from '../../../contract/platforms.ts'
import { PlatformIcon } from '../../kit/PlatformIcon.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { ConspicuousSign } from './ChannelCell.tsx'
import { type SummaryRow, standsOut } from './channels.ts'
import { paywayWords } from './words.ts'

/** A row's platform: marked where a channel stands out, with what is wrong with its link and what it has yet to do. */
export function PlatformCell({ row, statuses }: { row: SummaryRow; statuses: Record<string, string> }) {
  const t = useText(paywayWords)
  const marked = standsOut(row)
  const trouble = row.linkTrouble ? (t.trouble as Record<string, string>)[row.linkTrouble] : ''
  return (
    <div className="pb-way-platform">
      <PlatformIcon src={row.icon} />
      <div>
        <div className={marked ? 'pb-way-title pb-loss' : 'pb-way-title'}>
          {row.name} {marked && <ConspicuousSign />}
        </div>
        {row.remark && <div className="pb-quiet">{row.remark}</div>}
        <div className="pb-way-tags">
          {row.platform_status !== platformStatus.running && (
            <StatusTag tone="warn">{statuses[row.platform_status] ?? row.platform_status}</StatusTag>
          )}
          {trouble && <StatusTag tone={row.linkTrouble === 'late' ? 'warn' : 'bad'}>{trouble}</StatusTag>}
          {row.waiting.map((each) => (
            <Waiting key={`${each.since} ${each.ChannelCode.join()}`} each={each} payway={row.payway} />
          ))}
        </div>
      </div>
    </div>
  )
}

function Waiting({ each, payway }: { each: SummaryRow['waiting'][number]; payway: SummaryRow['payway'] }) {
  const t = useText(paywayWords)
  const names = each.ChannelCode.map((code) => payway[code]?.ChannelName ?? code).join(', ')
  const said =
    each.Status === null ? t.waitingSort : each.Status === 1 ? t.waitingOn(names) : t.waitingOff(names)
  return (
    <StatusTag
      tone={each.dead ? 'bad' : 'waiting'}
      title={each.dead ? t.deadHint : t.waitingHint(each.since)}
    >
      {said}
    </StatusTag>
  )
}
