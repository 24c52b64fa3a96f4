import { type Explainable, explainable, sortableFigures } from '../../../contract/reports-rows.ts'
import type { Column } from '../../kit/list/types.ts'
import { Money } from '../../kit/Money.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { Texts } from '../../kit/text.ts'
import type { FigureName, Row } from './definitions.ts'
import type { zh } from './text.zh.ts'

type T = Texts<typeof zh>

export const isExplainable = (name: string): name is Explainable =>
  (explainable as readonly string[]).includes(name)
const isSortable = (name: string) => (sortableFigures as readonly string[]).includes(name)

/** Superiors stacked, only those that are there. */
export function Chain({ of, t }: { of: Row['proxyInfo']; t: T }) {
  const parts = (['channel', 'subChannel', 'salesman'] as const).filter((part) => of[part].Account !== '')
  if (parts.length === 0) return <span className="pb-quiet">–</span>
  return (
    <div className="pb-chain">
      {parts.map((part) => (
        <div key={part} title={of[part].Remark}>
          <span className="pb-quiet">{t.chainParts[part]}</span> {of[part].Account}{' '}
          <span className="pb-quiet">
            {of[part].RoleId} {of[part].Remark}
          </span>
        </div>
      ))}
    </div>
  )
}

/** A business day; marked where figures of earlier days were put right in it. */
export function Day({ row, t }: { row: Pick<Row, 'day' | 'restated'>; t: T }) {
  return (
    <>
      {row.day}
      {row.restated && (
        <div>
          <StatusTag tone="info" title={t.restatedHint}>
            {t.restated}
          </StatusTag>
        </div>
      )}
    </>
  )
}

/** The vendors' fee: blue and marked where it differs from the computed one, red where it is the same. */
export function ApiFee({ row, t }: { row: Pick<Row, 'ApiFee' | 'RealApiFee'>; t: T }) {
  const differs = row.RealApiFee !== row.ApiFee
  return (
    <span className={differs ? 'pb-fee-differs' : 'pb-fee-equal'} title={differs ? t.feeDiffers : t.feeEqual}>
      <Money plain={row.RealApiFee} />
      {differs ? ' ≠' : ''}
    </span>
  )
}

/** A column for each figure; those that follow from others open to how they came about. */
export function figureColumns(
  t: T,
  names: readonly FigureName[],
  explain: ((row: Row, field: Explainable) => void) | undefined,
): Column<Row>[] {
  return names.map((name) => ({
    key: name,
    title: t.figures[name],
    hint: t.hints[name],
    width: name === 'DPrate' ? 110 : 125,
    ...(isSortable(name) ? { sort: true } : {}),
    ...(name === 'DWdiff' || name === 'UnSettleAmount' || name === 'RealIncome' || name === 'RealProfit'
      ? { signed: true }
      : {}),
    ...(name === 'RealApiFee' || (explain && isExplainable(name))
      ? { cell: (row: Row) => <Cell row={row} name={name} t={t} explain={explain} /> }
      : {}),
  }))
}

function Cell({
  row,
  name,
  t,
  explain,
}: {
  row: Row
  name: FigureName
  t: T
  explain: ((row: Row, field: Explainable) => void) | undefined
}) {
  const shown =
    name === 'RealApiFee' ? (
      <ApiFee row={row} t={t} />
    ) : (
      <Money plain={row[name]} signed={name !== 'PassageFee'} />
    )
  if (!explain || !isExplainable(name)) return shown
  return (
    <button type="button" className="pb-explain" title={t.explainHint} onClick={() => explain(row, name)}>
      {shown}
    </button>
  )
}
