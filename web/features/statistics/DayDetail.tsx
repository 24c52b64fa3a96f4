import { useState } from 'react'
import type { CallOf } from '../../../contract/kit/endpoint.ts'
import { statistics } from '../../../contract/statistics.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { PageModal } from '../../kit/PageModal.tsx'
import { useLanguage, useText } from '../../kit/text.ts'
import { CorrectionsDialog } from './CorrectionsDialog.tsx'
import { Corrected, type DailyRow, figureColumns, platformColumn } from './columns.tsx'
import { Summary } from './Summary.tsx'
import { statisticsWords } from './words.ts'

type Params = Partial<CallOf<typeof statistics.dailyStatistics>>

interface DetailProps {
  day: string | undefined
  /** The filters of the list behind it. */
  filter: Params
  close: () => void
}

/** The platforms of one date, each with its own figures. */
export function DayDetail({ day, filter, close }: DetailProps) {
  const t = useText(statisticsWords)
  const language = useLanguage()
  const [shown, setShown] = useState<DailyRow>()
  const name = platformColumn<DailyRow>(t)
  return (
    <PageModal
      open={day !== undefined}
      title={t.detailTitle(day ?? '')}
      width="min(1240px, 96vw)"
      footer={null}
      onCancel={close}
    >
      {day && (
        <ListPage
          source={statistics.dailyStatistics}
          tableId="statistics.dailyStatistics.detail"
          inUrl={false}
          params={{ ...filter, start: day, end: day, mergeByDayDetailFlag: true }}
          rowKey={(row) => String(row.platform_id)}
          bodyHeight={360}
          columns={[
            {
              ...name,
              cell: (row, index) => (
                <>
                  {name.cell?.(row, index)} <Corrected row={row} t={t} open={() => setShown(row)} />
                </>
              ),
            },
            ...figureColumns<DailyRow>(language),
          ]}
          summary={(data) => <Summary data={data} knownAt={filter.known_at ?? ''} />}
          totals
        />
      )}
      <CorrectionsDialog row={shown} close={() => setShown(undefined)} />
    </PageModal>
  )
}
