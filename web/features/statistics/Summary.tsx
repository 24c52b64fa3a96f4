import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { type Language } from '../../../contract/kit/language.ts'
import type { statistics } from '../../../contract/statistics.ts'
import { statisticsFigures, totalledFigures } from '../../../contract/statistics-figures.ts'
import { emptyLine } from '../../kit/figures.ts'
import { TotalsBar } from '../../kit/list/totals.tsx'
import { Figure } from '../../kit/Money.tsx'
import { useLanguage, useText } from '../../kit/text.ts'
import { SignedDifference } from './Difference.tsx'
import { statisticsWords } from './words.ts'

type Answer = ResultOf<typeof statistics.monthlyStatistics> | ResultOf<typeof statistics.dailyStatistics>

const item = (name: keyof typeof statisticsFigures, language: Language) => ({
  label: statisticsFigures[name].title[language],
  hint: statisticsFigures[name].hint[language],
})

/** Totals over everything that is filtered, when figures last came in, and as of when they are read. */
export function Summary({
  data,
  knownAt,
}: {
  data: Pick<Answer, 'summary' | 'updated_at'> | undefined
  knownAt: string
}) {
  const t = useText(statisticsWords)
  const language = useLanguage()
  const { summary, updated_at } = data ?? {}
  const items = totalledFigures.map((name) => ({
    ...item(name, language),
    value: <Figure value={summary?.[name]} unit={statisticsFigures[name].unit} />,
  }))
  items.splice(2, 0, {
    ...item('DWdiff', language),
    value: <SignedDifference value={summary?.Dwdiff} />,
  })
  const notes = [data && (updated_at ? t.fedAt(updated_at) : t.notFed), knownAt ? t.knownNote(knownAt) : '']
  return (
    <>
      <TotalsBar items={items} />
      <div className="pb-stat-note">{notes.filter(Boolean).join(' · ') || emptyLine}</div>
    </>
  )
}
