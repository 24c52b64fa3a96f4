import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { fromPlain } from '../../../contract/kit/units.ts'
import type { settlement } from '../../../contract/settlement.ts'
import { withdrawable } from '../../../contract/settlement-sums.ts'
import { figure } from '../../kit/figures.ts'
import { Money } from '../../kit/Money.tsx'
import { useText } from '../../kit/text.ts'
import { inU } from './in-u.ts'
import { settlementWords } from './words.ts'

interface WorkedProps {
  title: string
  formula: string
  /** What went in and what came out, in the order of the formula. */
  lines: readonly (readonly [label: string, value: ReactNode])[]
  /** Whether working it out anew gives what is shown. */
  equal: boolean
}

/** A mark beside a figure that opens to its formula and inputs, worked out anew by the rules the server uses. */
function Worked({ title, formula, lines, equal }: WorkedProps) {
  const t = useText(settlementWords)
  const content = (
    <div className="pb-settle-worked">
      <p>{formula}</p>
      <dl className="pb-settle-terms">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="pb-quiet">{equal ? t.worked.equal : t.worked.differs}</p>
    </div>
  )
  return (
    <Popover trigger="click" title={title} content={content}>
      <Button type="text" size="small" icon={<QuestionCircleOutlined />} aria-label={t.worked.open(title)} />
    </Popover>
  )
}

type Summary = ResultOf<typeof settlement.unsettledSummaryList>

/** How the amount that may be asked for comes about. */
export function WorkedWithdrawable({ summary }: { summary: Summary }) {
  const t = useText(settlementWords)
  const sum = (key: 'RealProfit' | 'SettleAmount' | 'peddingSettleAmount') =>
    summary.platformUnsettledList.reduce((all, row) => all + fromPlain(row[key]), 0n)
  const earned = {
    profit: sum('RealProfit'),
    settled: sum('SettleAmount'),
    pending: sum('peddingSettleAmount'),
  }
  const anew = Number(withdrawable(earned, summary.percent)) / 1000
  const money = (value: bigint) => <Money plain={Number(value) / 1000} />
  return (
    <Worked
      title={t.valid}
      formula={t.worked.withdrawable(summary.percent)}
      lines={[
        [t.worked.profit(summary.platformUnsettledList.length), money(earned.profit)],
        [t.worked.share(summary.percent), money((earned.profit * BigInt(summary.percent)) / 100n)],
        [t.worked.settled, money(earned.settled)],
        [t.pendingTotal, money(earned.pending)],
        [t.valid, <Money key="valid" plain={anew} digits={0} strong />],
      ]}
      equal={anew === summary.validUnsettledAmount}
    />
  )
}

interface Paid {
  amount: number
  ex_rate: number | null
  settle_u: number | null
}

/** The U of an order, with how they follow from its amount and the rate it was paid at. */
export function WorkedU({ order: { amount, ex_rate: rate, settle_u: settleU } }: { order: Paid }) {
  const t = useText(settlementWords)
  if (rate === null || settleU === null) return null
  const anew = inU(amount, String(rate))
  return (
    <>
      {figure(settleU, 'plain')}
      <Worked
        title={t.order.settle_u}
        formula={t.worked.settleU}
        lines={[
          [t.order.amount, <Money key="amount" plain={amount} />],
          [t.order.ex_rate, figure(rate, 'plain', 4)],
          [t.order.settle_u, `${anew} U`],
        ]}
        equal={Number(anew) === settleU}
      />
    </>
  )
}
