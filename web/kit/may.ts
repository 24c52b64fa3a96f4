import type { Endpoint } from '../../contract/kit/endpoint.ts'
import { ruleSeeds } from '../../contract/rules.ts'
import { useStored } from './stored.ts'

type Asked = number | string | Pick<Endpoint, 'access' | 'rule' | 'kinds'>

const idsByName = new Map<string, number[]>()
for (const { name, id } of ruleSeeds) {
  if (name) idsByName.set(name, [...(idsByName.get(name) ?? []), id])
}

/** Whether the signed-in account holds a rule: by id, by name or path, or by the call it guards. For buttons only. */
export function useMay(): (asked: Asked) => boolean {
  const held = useStored('authRuleIds') ?? []
  const kind = useStored('user_info')?.kind
  const holds = (id: number) => held.includes(id)
  return (asked) => {
    if (typeof asked === 'number') return holds(asked)
    if (typeof asked === 'string') return (idsByName.get(asked) ?? []).some(holds)
    if (kind !== undefined && !asked.kinds.includes(kind)) return false
    return asked.access !== 'rule' || (idsByName.get(asked.rule) ?? []).some(holds)
  }
}
