import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Level } from '../../../contract/reports.ts'
import type { Filter, Values } from '../../kit/list/types.ts'
import type { Texts } from '../../kit/text.ts'
import type { LiveCall, ReportCall, ReportGrain } from './definitions.ts'
import type { zh } from './text.zh.ts'

interface Asked {
  level: Level
  grain: ReportGrain | 'live'
  data: Pick<ResultOf<ReportCall> | ResultOf<LiveCall>, 'configs'> | undefined
  values: Values
}

/** The search bar of a report: where, whose, and of when. Choosing a category narrows the platforms. */
export function filtersOf(t: Texts<typeof zh>, { level, grain, data, values }: Asked): Filter<ReportCall>[] {
  const { cateList = [], platformList = [], salesman_level = {} } = data?.configs ?? {}
  const category = values['platform_cate_id']
  const platforms = platformList.filter(({ cate_id }) => !category || category === String(cate_id))
  const when: Filter<ReportCall>[] =
    grain === 'daily'
      ? [{ type: 'daterange', names: ['start', 'end'], label: t.range }]
      : grain === 'monthly'
        ? [{ type: 'monthrange', names: ['start', 'end'], label: t.months }]
        : grain === 'settle'
          ? // The settlement summary names its days otherwise; the calls are alike in everything else.
            [
              {
                type: 'daterange',
                names: ['startTime', 'endTime'] as unknown as ['start', 'end'],
                label: t.range,
              },
            ]
          : []
  return [
    ...when,
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
    { type: 'input', name: 'channel_account', label: t.account[level] },
    { type: 'input', name: 'ProxyId', label: t.proxyId[level] },
    ...(level === 'channel'
      ? []
      : ([
          { type: 'input', name: 'ParentID', label: t.parentId },
          {
            type: 'select',
            name: 'accountLevel',
            label: t.level,
            options: Object.entries(salesman_level).map(([value, label]) => ({ value, label })),
          },
        ] satisfies Filter<ReportCall>[])),
    ...(grain === 'daily' || grain === 'settle'
      ? [{ type: 'date' as const, name: 'known_at' as const, label: t.knownAt }]
      : []),
  ]
}
