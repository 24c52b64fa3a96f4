import { Alert, Button } from 'antd'
import { emptyLine } from '../../kit/figures.ts'
import { TotalsBar } from '../../kit/list/totals.tsx'
import { Count, Money } from '../../kit/Money.tsx'
import { usePage } from '../../kit/page.tsx'
import { useText } from '../../kit/text.ts'
import { ApiFee } from './columns.tsx'
import { type FigureName, hasSum } from './definitions.ts'
import { reportWords } from './words.ts'

interface TotalsProps {
  figures: readonly FigureName[]
  data:
    | ({ summary: Record<Exclude<FigureName, 'DPrate'> | 'ApiFee', number>; updated_at: string } & object)
    | undefined
  note: string | undefined
  /** With what is not settled since launch. */
  unsettled: boolean
}

/** Sums over everything that is filtered, and when figures last came in. */
export function Totals({ figures, data, note, unsettled }: TotalsProps) {
  const t = useText(reportWords)
  const summary = data?.summary
  const total = (data as { unSettleAmountTotal?: number } | undefined)?.unSettleAmountTotal
  const counts = new Set<string>(['PersonCount', 'PersonDeposit', 'FirstDepositPerson', 'PersonRunning'])
  const items = figures.filter(hasSum).map((name) => ({
    label: t.figures[name],
    hint: t.hints[name],
    value: counts.has(name) ? (
      <Count value={summary?.[name]} />
    ) : name === 'RealApiFee' && summary ? (
      <ApiFee row={summary} t={t} />
    ) : (
      <Money plain={summary?.[name]} signed={name === 'DWdiff' || name === 'UnSettleAmount'} />
    ),
  }))
  if (unsettled)
    items.push({
      label: t.unsettledTotal,
      hint: t.hints.UnSettleAmount,
      value: <Money plain={total} signed />,
    })
  return (
    <>
      <TotalsBar items={items} />
      <div className="pb-note-line">
        {[note, data && (data.updated_at ? t.fedAt(data.updated_at) : t.notFed)]
          .filter(Boolean)
          .join(' · ') || emptyLine}
      </div>
    </>
  )
}

/** Says that the report is read as it was known at the end of a day, and leads back to now. */
export function KnownAt({ day }: { day: string }) {
  const t = useText(reportWords)
  const { search, setSearch } = usePage()
  const leave = () => {
    const given = new URLSearchParams(search)
    given.delete('known_at')
    setSearch(`?${given}`)
  }
  return (
    <Alert
      type="info"
      showIcon
      title={t.knownAtNote(day)}
      action={
        <Button size="small" onClick={leave}>
          {t.knownNow}
        </Button>
      }
    />
  )
}
