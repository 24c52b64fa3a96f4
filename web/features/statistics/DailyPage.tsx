import './statistics.css'
import { LineChartOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { statistics } from '../../../contract/statistics.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { QuickRanges } from '../../kit/list/QuickRanges.tsx'
import { dayValues } from '../../kit/list/ranges.ts'
import type { Column } from '../../kit/list/types.ts'
import { usePage } from '../../kit/page.tsx'
import { useLanguage, useText } from '../../kit/text.ts'
import { askedOf, filterOf } from './asked.ts'
import { CorrectionsDialog } from './CorrectionsDialog.tsx'
import { Corrected, type DailyRow, figureColumns, platformColumn, platformFilters } from './columns.tsx'
import { DayDetail } from './DayDetail.tsx'
import { LazyChart } from './LazyChart.tsx'
import { MergeToggles, mergedBy } from './MergeToggles.tsx'
import { Summary } from './Summary.tsx'
import { useExport } from './use-export.ts'
import { statisticsWords } from './words.ts'

const range = ['start', 'end'] as const

/** Days of platforms: one by one, merged by platform or by date, with totals over all that is filtered. */
export function DailyPage() {
  const t = useText(statisticsWords)
  const language = useLanguage()
  const { search } = usePage()
  const [detail, setDetail] = useState<string>()
  const [corrected, setCorrected] = useState<DailyRow>()
  const [chart, setChart] = useState(false)
  const usual = dayValues('last21', range)
  const asked = askedOf(search, usual)
  const merged = mergedBy(search)
  const exporting = useExport<DailyRow>(statistics.dailyStatistics, usual, [
    { title: t.day, value: (row) => row.day || `${asked['start'] ?? ''} ~ ${asked['end'] ?? ''}` },
    {
      title: t.platform,
      value: (row) =>
        row.platform_id === 0
          ? t.allPlatforms
          : [row.platform_name, row.platform_remark].filter(Boolean).join(' '),
    },
  ])
  const day: Column<DailyRow> = {
    key: 'day',
    title: t.day,
    width: 165,
    sort: true,
    pin: 'left',
    cell: (row) => (
      <>
        {row.day} <Corrected row={row} t={t} {...(merged ? {} : { open: () => setCorrected(row) })} />
      </>
    ),
  }
  const platform = platformColumn<DailyRow>(t)
  const whole: Column<DailyRow> = {
    ...platform,
    cell: (row, index) => (
      <>
        {platform.cell?.(row, index)} <Corrected row={row} t={t} />
      </>
    ),
  }
  const leading: Column<DailyRow>[] =
    merged === 'mergeDailyFlag'
      ? [whole]
      : merged === 'mergeByDayFlag'
        ? [day, { key: 'platforms', title: t.platforms, width: 90, total: false }]
        : [day, platform]
  return (
    <>
      <ListPage
        source={statistics.dailyStatistics}
        tableId={`statistics.dailyStatistics.${merged ?? 'rows'}`}
        rowKey={(row) => `${row.day} ${row.platform_id}`}
        defaults={usual}
        filters={(data, values) => [
          { type: 'daterange', names: range, label: t.range },
          ...platformFilters(t, data, values),
        ]}
        columns={[...leading, ...figureColumns<DailyRow>(language)]}
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
        extra={() => (
          <>
            <QuickRanges names={range} usual="last21" />
            <MergeToggles />
          </>
        )}
        {...(merged === 'mergeByDayFlag'
          ? {
              rowActions: (row: DailyRow) => [
                { key: 'detail', label: t.detail, run: () => setDetail(row.day) },
              ],
              actionsWidth: 90,
            }
          : {})}
        summary={(data) => (
          <>
            <Summary data={data} knownAt={asked['known_at'] ?? ''} />
            {chart && data && <LazyChart kind="daily" filter={filterOf(asked)} configs={data.configs} />}
          </>
        )}
      />
      <DayDetail day={detail} filter={filterOf(asked)} close={() => setDetail(undefined)} />
      <CorrectionsDialog row={corrected} close={() => setCorrected(undefined)} />
    </>
  )
}
