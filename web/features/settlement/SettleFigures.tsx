import type { ReactNode } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { settlement } from '../../../contract/settlement.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { figure } from '../../kit/figures.ts'
import { Money } from '../../kit/Money.tsx'
import { useText } from '../../kit/text.ts'
import { WorkedWithdrawable } from './Worked.tsx'
import { settlementWords } from './words.ts'

export type Summary = ResultOf<typeof settlement.unsettledSummaryList>

/** The amounts of an account, the one that can be asked for first. */
export function SettleFigures({ summary, actions }: { summary: Summary; actions?: ReactNode }) {
  const t = useText(settlementWords)
  const items: [string, ReactNode][] = [
    [t.total, <Money key="total" plain={summary.totalUnsettledAmount} signed />],
    [t.pendingTotal, <Money key="pending" plain={summary.pendingUnsettledAmount} />],
    [t.reserve, <Money key="reserve" plain={summary.reserve} />],
    [t.pledge, <span key="pledge">{figure(summary.pledge_u, 'count')} U</span>],
  ]
  return (
    <section className="pb-settle-figures">
      <div className="pb-settle-valid">
        <span>
          {t.valid}
          <WorkedWithdrawable summary={summary} />
        </span>
        <strong>
          <Money plain={summary.validUnsettledAmount} digits={0} currency />
        </strong>
        {actions}
      </div>
      <dl>
        {items.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="pb-settle-address">
          <dt>{t.address}</dt>
          <dd>
            {summary.withdrawAddr ? (
              <CopyText text={summary.withdrawAddr} />
            ) : (
              <span className="pb-quiet">{t.noAddress}</span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}
