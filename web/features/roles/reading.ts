import { ruleSeeds } from '../../../contract/rules.ts'
import type { Reading } from '../../kit/history/ChangeList.tsx'
import { useSay, useText } from '../../kit/text.ts'
import { roleWords } from './words.ts'

const titles = new Map(ruleSeeds.map(({ id, title }) => [id, title]))

/** Fields and values of a role's or rule's history in words; rules by their titles where they came with the product. */
export function useRoleReading(): Required<Reading> {
  const t = useText(roleWords)
  const say = useSay()
  const show = (field: string, value: unknown) => {
    if (field === 'status') return value ? t.enabled : t.disabled
    if (field === 'type') return t.types[Number(value)]
    if (field === 'rules' || field === 'pid') {
      const title = titles.get(Number(value))
      return title ? say(title) : value === 0 ? t.top : `#${String(value)}`
    }
    return undefined
  }
  return { fields: t.field, show }
}
