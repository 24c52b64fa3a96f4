import { figure } from '../../kit/figures.ts'
import type { Reading } from '../../kit/history/ChangeList.tsx'
import type { Option } from '../../kit/list/types.ts'
import { useText } from '../../kit/text.ts'
import type { Words } from './columns.tsx'
import { accountWords } from './words.ts'

const rate = /^(points\.|game_(passage|withdraw|dividend)_point$)/

/** How a value of an account's history reads; rates are kept in tenths of a percent, money in thousandths. */
export function readValue(
  t: Words,
  roles: readonly Option[],
  field: string,
  value: unknown,
): string | undefined {
  if (field === 'group_id') return roles.find((role) => role.value === value)?.label
  if (field === 'status') return value ? t.enabled : t.disabled
  if (field === 'deleted' || field === 'bound') return value ? t.yes : t.no
  if (field === 'password') return value === 'changed' ? t.passwordChanged : ''
  if (field === 'kind') return t.kinds[Number(value)]
  if (field === 'amount') return figure(value as number, 'thousandths')
  if (field === 'lines' && value) {
    const { platform_id: platform, amount } = value as { platform_id: number; amount: number }
    return `#${platform} ${figure(amount, 'thousandths')}`
  }
  return rate.test(field) ? figure(value as number, 'tenthsOfPercent') : undefined
}

/** Fields and values of an account's history in words. */
export function useAccountReading(roles: readonly Option[]): Required<Reading> {
  const t = useText(accountWords)
  return { fields: t.field, show: (field, value) => readValue(t, roles, field, value) }
}

/** Where an account's history is kept. */
export const historyOf = ({ id, username }: { id: number; username: string }) => ({
  entity: 'account',
  entityId: String(id),
  name: username,
})
