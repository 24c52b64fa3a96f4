import type { withdrawals } from '../../../contract/withdrawals.ts'
import type { Filter, Option } from '../../kit/list/types.ts'
import type { Texts } from '../../kit/text.ts'
import type { Labels } from './desk.ts'
import type { zh } from './text.zh.ts'

export interface FilterFacts {
  labels: Labels
  checkers: readonly string[]
  payWays: readonly Option[]
}

/** The search bar of a review tab. */
export function reviewFilters(
  t: Texts<typeof zh>,
  { labels, checkers, payWays }: FilterFacts,
): Filter<typeof withdrawals.list>[] {
  const statuses = Object.entries(labels.orderStatus).map(([value, label]) => ({ value, label }))
  const ways = Object.entries(labels.finace_pay_type).map(([value, label]) => ({ value, label }))
  return [
    { type: 'input', name: 'roleId', label: t.roleId },
    { type: 'input', name: 'orderNo', label: t.orderNo },
    {
      type: 'select',
      name: 'checkUser',
      label: t.checkUser,
      options: checkers.map((name) => ({ value: name, label: name })),
    },
    { type: 'select', name: 'status', label: t.status, options: statuses },
    { type: 'select', name: 'payWay', label: t.payWay, options: payWays.length > 0 ? payWays : ways },
    { type: 'multerDate', names: ['startTime', 'endTime'], label: t.addTime },
    { type: 'check', name: 'allStatus', label: t.allStatus },
  ]
}
