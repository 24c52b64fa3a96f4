import { type StatisticsFigure, statisticsFigures } from '../../../contract/statistics-figures.ts'
import { Figure } from '../../kit/Money.tsx'
import { PageModal } from '../../kit/PageModal.tsx'
import { useLanguage, useText } from '../../kit/text.ts'
import type { DailyRow } from './columns.tsx'
import { statisticsWords } from './words.ts'

const isFigure = (name: string): name is StatisticsFigure => Object.hasOwn(statisticsFigures, name)

/** What was put right of a platform's day after it was closed: when, and each figure before and after. */
export function CorrectionsDialog({ row, close }: { row: DailyRow | undefined; close: () => void }) {
  const t = useText(statisticsWords)
  const language = useLanguage()
  const titleOf = (field: string) => (isFigure(field) ? statisticsFigures[field].title[language] : field)
  return (
    <PageModal
      open={row !== undefined}
      title={t.correctionsTitle(row?.platform_name ?? '', row?.day ?? '')}
      width="min(680px, 96vw)"
      footer={null}
      onCancel={close}
    >
      <p className="pb-quiet">{t.correctionsNote}</p>
      {row?.restatements.map(({ booked_day, at, changes }) => (
        <section key={at} className="pb-correction">
          <h3>
            {t.bookedDay} {booked_day} <small className="pb-quiet">{`${t.at} ${at}`}</small>
          </h3>
          <table>
            <thead>
              <tr>
                <th>{t.figure}</th>
                <th>{t.before}</th>
                <th>{t.after}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{titleOf(field)}</th>
                  <td>
                    <Delivered field={field} value={before} />
                  </td>
                  <td>
                    <Delivered field={field} value={after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </PageModal>
  )
}

/** As delivered: people are counts, all money is in thousandths. */
function Delivered({ field, value }: { field: string; value: number | string }) {
  const { unit, decimals } = isFigure(field)
    ? statisticsFigures[field]
    : { unit: 'thousandths' as const, decimals: 2 }
  return unit === 'count' ? (
    <Figure value={value} unit="count" />
  ) : (
    <Figure value={value} unit="thousandths" digits={decimals} />
  )
}
