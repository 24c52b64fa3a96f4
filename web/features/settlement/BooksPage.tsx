import './settlement.css'
import { Alert, Button } from 'antd'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { settlement } from '../../../contract/settlement.ts'
import { attempt } from '../../kit/api.ts'
import { emptyLine, figure } from '../../kit/figures.ts'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { TotalsBar } from '../../kit/list/totals.tsx'
import type { Column } from '../../kit/list/types.ts'
import { Count, Money } from '../../kit/Money.tsx'
import { useMay } from '../../kit/may.ts'
import { useAct, useCall } from '../../kit/query.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { type Texts, useLanguage, useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { checkNames } from './check-names.ts'
import type { zh } from './text.zh.ts'
import { settlementWords } from './words.ts'

type Books = ResultOf<typeof settlement.books>
type Row = Books['checks'][number]

const columnsOf = (t: Texts<typeof zh>, nameOf: (name: string) => string): Column<Row>[] => [
  {
    key: 'name',
    title: t.check,
    width: 460,
    cell: (row) => <span className="pb-settle-wrap">{nameOf(row.name)}</span>,
  },
  {
    key: '_result',
    title: t.result,
    width: 360,
    cell: (row) =>
      row.differences.length === 0 ? (
        <StatusTag tone="good">{t.agrees}</StatusTag>
      ) : (
        <div className="pb-settle-wrap">
          <StatusTag tone="bad">{t.differs(row.differences.length)}</StatusTag>
          <ul>
            {row.differences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ),
  },
  { key: 'lately_at', title: t.changesAt, width: 170, cell: (row) => <When at={row.lately_at} /> },
  { key: 'lately_ms', title: t.took, width: 110, align: 'right', total: false },
  { key: 'checked_at', title: t.wholeAt, width: 170, cell: (row) => <When at={row.checked_at} /> },
  { key: 'ms', title: t.took, width: 110, align: 'right', total: false },
]

/** Whether everything that is kept agrees with its source, by what was looked at and when. */
export function BooksPage() {
  const t = useText(settlementWords)
  const language = useLanguage()
  const may = useMay()
  const { data } = useCall(settlement.books, {}, { everyMs: 30_000, keep: true })
  const check = useAct(settlement.booksCheck, {
    done: ({ running }) => (running ? t.checkGoesOn : t.checked),
    refreshes: [settlement.books],
  })
  const found = data?.unexplained ?? 0
  const isKnown = (data?.checks.length ?? 0) > 0
  return (
    <div className="pb-settle">
      <Alert
        type={!isKnown ? 'info' : found === 0 ? 'success' : 'error'}
        showIcon
        title={`${t.unexplained}: ${isKnown ? found : '–'}`}
        description={
          !data ? emptyLine : !isKnown ? t.neverChecked : found === 0 ? t.balanced : t.differs(found)
        }
        action={
          may(settlement.booksCheck) && (
            <Button loading={check.running} onClick={() => void attempt(() => check.run({}))}>
              {t.checkNow}
            </Button>
          )
        }
      />
      <Totals totals={data?.totals} />
      <p className="pb-quiet">{t.booksNote}</p>
      <DataTable<Row>
        id={settlement.books.id}
        columns={columnsOf(t, (name) => (language === 'zh-cn' ? (checkNames[name] ?? name) : name))}
        rows={data?.checks}
        rowKey={(row) => row.name}
        loading={!data}
        rowTone={(row) => (row.differences.length > 0 ? 'bad' : '')}
        empty={t.neverChecked}
      />
    </div>
  )
}

function Totals({ totals }: { totals: Books['totals'] | undefined }) {
  const t = useText(settlementWords)
  const money = ['earned', 'settled', 'pending', 'open'] as const
  return (
    <TotalsBar
      items={[
        ...money.map((key) => ({ label: t.booksTotals[key], value: <Money plain={totals?.[key]} /> })),
        { label: t.booksTotals.paid_u, value: <span>{figure(totals?.paid_u, 'plain')} U</span> },
        { label: t.booksTotals.remainder, value: <Money plain={totals?.remainder} digits={6} /> },
        { label: t.booksTotals.entries, value: <Count value={totals?.entries} /> },
      ]}
    />
  )
}
