import './statistics.css'
import { LineChartOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { statistics } from '../../../contract/statistics.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { thisMonth } from '../../kit/list/ranges.ts'
import type { Filter } from '../../kit/list/types.ts'
import { usePage } from '../../kit/page.tsx'
import { useLanguage, useText } from '../../kit/text.ts'
import { askedOf, filterOf } from './asked.ts'
import { Corrected, figureColumns, type MonthlyRow, platformColumn, platformFilters } from './columns.tsx'
import { LazyChart } from './LazyChart.tsx'
import { Summary } from './Summary.tsx'
import { useExport } from './use-export.ts'
import { statisticsWords } from './words.ts'

type Source = typeof statistics.monthlyStatistics

/** Months of platforms, with totals over all that is filtered. */
export function MonthlyPage() {
  const t = useText(statisticsWords)
  const language = useLanguage()
  const { search } = usePage()
  const [chart, setChart] = useState(false)
  const usual = { start: thisMonth(), end: thisMonth() }
  const asked = askedOf(search, usual)
  const exporting = useExport<MonthlyRow>(statistics.monthlyStatistics, usual, [
    { title: t.month, value: (row) => row.month },
    {
      title: t.platform,
      value: (row) => [row.platform_name, row.platform_remark].filter(Boolean).join(' '),
    },
  ])
  return (
    <ListPage
      source={statistics.monthlyStatistics}
      rowKey={(row) => `${row.month} ${row.platform_id}`}
      defaults={usual}
      filters={(data, values): Filter<Source>[] => [
        { type: 'monthrange', names: ['start', 'end'], label: t.months },
        // Both calls narrow by the same parameters.
        ...(platformFilters(t, data, values) as Filter<Source>[]),
      ]}
      columns={[
        {
          key: 'month',
          title: t.month,
          width: 150,
          sort: true,
          pin: 'left',
          cell: (row) => (
            <>
              {row.month} <Corrected row={row} t={t} />
            </>
          ),
        },
        platformColumn<MonthlyRow>(t),
        ...figureColumns<MonthlyRow>(language),
      ]}
      totals
      actions={[
        {
          key: 'chart',
          label: chart ? t.closeChart : t.chart,
          icon: <LineChartOutlined />,
          run: () => setChart(!chart),
        },
        exporting,
      ]}
      summary={(data) => (
        <>
          <Summary data={data} knownAt={asked['known_at'] ?? ''} />
          {chart && data && <LazyChart kind="monthly" filter={filterOf(asked)} configs={data.configs} />}
        </>
      )}
    />
  )
}
