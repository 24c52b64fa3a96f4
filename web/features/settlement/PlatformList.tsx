import { useMemo } from 'react'
import { settlement } from '../../../contract/settlement.ts'
import { figure } from '../../kit/figures.ts'
import { DataTable } from '../../kit/list/DataTable.tsx'
import type { Column } from '../../kit/list/types.ts'
import { Money } from '../../kit/Money.tsx'
import { type Texts, useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import type { Summary } from './SettleFigures.tsx'
import type { zh } from './text.zh.ts'
import { settlementWords } from './words.ts'

type Row = Summary['platformUnsettledList'][number]

const isZero = (row: Row) =>
  row.SettleAmount === 0 && row.UnsettledAmount === 0 && row.peddingSettleAmount === 0

/** How the profit of a platform divides; what is owed back counts by its size, the sign stands beside it. */
function Bar({ row }: { row: Row }) {
  const t = useText(settlementWords)
  const parts = [
    ['pending', Math.abs(row.peddingSettleAmount)],
    ['settled', Math.abs(row.SettleAmount)],
    ['open', Math.abs(row.UnsettledAmount)],
  ] as const
  const all = parts.reduce((sum, [, size]) => sum + size, 0)
  const label = t.shareOf(
    figure(row.peddingSettleAmount, 'plain'),
    figure(row.SettleAmount, 'plain'),
    figure(row.UnsettledAmount, 'plain'),
  )
  return (
    <div className="pb-settle-bar" role="img" aria-label={label} title={label}>
      {parts.map(([part, size]) =>
        size > 0 ? (
          <i
            key={part}
            className={`pb-settle-bar-${part}`}
            data-loss={part === 'open' && row.UnsettledAmount < 0 ? '' : undefined}
            style={{ flexGrow: size / all }}
          />
        ) : null,
      )}
    </div>
  )
}

const columnsOf = (t: Texts<typeof zh>): Column<Row>[] => [
  { key: 'platform_id', title: 'ID', width: 70, total: false },
  { key: 'platform_name', title: t.platform, width: 140 },
  {
    key: 'publish_time',
    title: t.publishTime,
    width: 170,
    cell: (row) => <When at={row.publish_time} day />,
  },
  { key: 'RealProfit', title: t.profit, width: 140 },
  { key: 'peddingSettleAmount', title: t.inWithdrawal, width: 130 },
  { key: 'SettleAmount', title: t.settled, width: 130 },
  {
    key: 'UnsettledAmount',
    title: t.unsettled,
    width: 140,
    align: 'right',
    cell: (row) => <Money plain={row.UnsettledAmount} signed strong />,
  },
  { key: '_share', title: t.share, width: 220, cell: (row) => <Bar row={row} /> },
]

/** Every platform with what it earned and where that stands, in the order in which platforms give. */
export function PlatformList({ rows }: { rows: readonly Row[] }) {
  const t = useText(settlementWords)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <section className="pb-settle-platforms" aria-label={t.platforms}>
      <p className="pb-settle-legend">
        <i className="pb-settle-bar-pending" /> {t.inWithdrawal}
        <i className="pb-settle-bar-settled" /> {t.settled}
        <i className="pb-settle-bar-open" /> {t.unsettled}
      </p>
      <DataTable<Row>
        id={`${settlement.unsettledSummaryList.id}.platforms`}
        columns={columns}
        units={{ RealProfit: 'plain', peddingSettleAmount: 'plain', SettleAmount: 'plain' }}
        rows={rows}
        rowKey={(row) => String(row.platform_id)}
        rowTone={(row) => (isZero(row) ? 'quiet' : '')}
        empty={t.platformsNone}
      />
    </section>
  )
}
