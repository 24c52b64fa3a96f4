import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Language } from '../../../contract/kit/language.ts'
import type { statistics } from '../../../contract/statistics.ts'
import { statisticsFigureNames, statisticsFigures } from '../../../contract/statistics-figures.ts'
import type { Column, Filter } from '../../kit/list/types.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { Texts } from '../../kit/text.ts'
import { SignedDifference } from './Difference.tsx'
import type { zh } from './text.zh.ts'

type T = Texts<typeof zh>
type Daily = typeof statistics.dailyStatistics
type Monthly = typeof statistics.monthlyStatistics
export type DailyRow = ResultOf<Daily>['list'][number]
export type MonthlyRow = ResultOf<Monthly>['list'][number]

const widths: Readonly<Record<string, number>> = { average_online_time: 165, inner_proxy_reg_award: 165 }

/** A column for each figure, named and explained by the contract's table. */
export function figureColumns<R extends DailyRow | MonthlyRow>(language: Language): Column<R>[] {
  return statisticsFigureNames.map((name) => {
    const { title, hint, decimals, unit, merge } = statisticsFigures[name]
    return {
      key: name,
      title: title[language],
      hint: hint[language],
      sort: true,
      width: widths[name] ?? (unit === 'count' ? 115 : 135),
      ...(unit === 'count' ? {} : { digits: decimals }),
      ...(name === 'DWdiff' ? { cell: (row: R) => <SignedDifference value={row.DWdiff} /> } : {}),
      // Averages, and stocks of several days, make no sum of a page.
      ...(merge === 'sum' || merge === 'computed' ? {} : { total: false }),
    }
  })
}

/** Name and remark of a platform in one cell. */
export const platformColumn = <R extends DailyRow | MonthlyRow>(t: T): Column<R> => ({
  key: 'platform_name',
  title: t.platform,
  width: 170,
  sort: true,
  pin: 'left',
  text: (row) => [row.platform_name, row.platform_remark].filter(Boolean).join(' '),
  cell: (row) =>
    row.platform_id === 0 ? (
      t.allPlatforms
    ) : (
      <>
        {row.platform_name} <span className="pb-quiet">{row.platform_remark}</span>
      </>
    ),
})

/** That a row holds corrections; opens them where it is of one day. */
export function Corrected({ row, open, t }: { row: DailyRow | MonthlyRow; open?: () => void; t: T }) {
  if (row.corrections === 0) return null
  if (!open)
    return (
      <StatusTag tone="info" title={t.correctionsInside(row.corrections)}>
        {t.corrections(row.corrections)}
      </StatusTag>
    )
  return (
    <button type="button" className="pb-corrected" title={t.correctionsHint} onClick={open}>
      <StatusTag tone="info">{t.corrections(row.corrections)}</StatusTag>
    </button>
  )
}

/** What both pages narrow by. Choosing a category narrows the platforms. */
export function platformFilters(
  t: T,
  data: Pick<ResultOf<Daily>, 'configs'> | undefined,
  values: Readonly<Record<string, string>>,
): Filter<Daily>[] {
  const { cateList = [], platformList = [], platformStatusDics = {} } = data?.configs ?? {}
  const category = values['platform_cate_id']
  const platforms = platformList.filter(
    ({ cate_id, status }) => status !== 0 && (!category || category === String(cate_id)),
  )
  return [
    {
      type: 'select',
      name: 'platform_status',
      label: t.status,
      options: Object.entries(platformStatusDics)
        .filter(([value]) => value !== '0')
        .map(([value, label]) => ({ value, label })),
    },
    {
      type: 'select',
      name: 'platform_cate_id',
      label: t.category,
      options: cateList.map(({ id, name }) => ({ value: id, label: name })),
      resets: ['platform_id'],
    },
    {
      type: 'select',
      name: 'platform_id',
      label: t.platform,
      options: platforms.map(({ id, name, remark }) => ({
        value: id,
        label: remark ? `${name} (${remark})` : name,
      })),
    },
    { type: 'date', name: 'known_at', label: t.knownAt },
  ]
}
