import { DownloadOutlined } from '@ant-design/icons'
import { createElement } from 'react'
import type { CallOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { mostStatisticsRows, type statistics } from '../../../contract/statistics.ts'
import { call } from '../../kit/api.ts'
import type { ToolbarAction } from '../../kit/list/types.ts'
import { usePage } from '../../kit/page.tsx'
import { today } from '../../kit/region.ts'
import { useLanguage, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { askedOf, sortingOf } from './asked.ts'
import type { DailyRow, MonthlyRow } from './columns.tsx'
import { type Lead, saveSheet } from './export.ts'
import { statisticsWords } from './words.ts'

type Source = typeof statistics.dailyStatistics | typeof statistics.monthlyStatistics

/** The toolbar's export: everything that is filtered, merged and sorted as shown, as far as one file goes. */
export function useExport<R extends DailyRow | MonthlyRow>(
  source: Source,
  defaults: Readonly<Record<string, string>>,
  leads: readonly Lead<R>[],
): ToolbarAction<R> {
  const t = useText(statisticsWords)
  const language = useLanguage()
  const { search } = usePage()
  const run = async () => {
    const asked = { ...askedOf(search, defaults), ...sortingOf(search), page: 1, limit: mostStatisticsRows }
    const { list, count } = (await call(source, asked as CallOf<Source>)) as ResultOf<Source>
    if (list.length === 0) return toast.warning(t.nothingToExport)
    await saveSheet(leads, list as unknown as R[], language, today())
    if (count > list.length) toast.warning(t.exportedSome(list.length, count))
    else toast.success(t.exported(list.length))
  }
  return { key: 'export', label: t.export, icon: createElement(DownloadOutlined), run }
}
