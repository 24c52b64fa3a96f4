import type { RuleNode } from '../../../contract/roles.ts'

export interface Rule extends Omit<RuleNode, 'level' | 'children' | 'status'> {
  status: number
}

/** Rules nested below their parents, smaller sort first; a rule whose parent is gone stands at the top. */
export function nested(rules: readonly Rule[]): RuleNode[] {
  const known = new Set(rules.map(({ id }) => id))
  const below = Map.groupBy(rules.toSorted(bySort), ({ pid }) => (known.has(pid) ? pid : 0))
  const nodes = (pid: number, level: number): RuleNode[] =>
    (below.get(pid) ?? []).map((rule) => ({
      ...rule,
      status: rule.status ? 1 : 0,
      level,
      children: nodes(rule.id, level + 1),
    }))
  return nodes(0, 1)
}

const bySort = (a: Rule, b: Rule) => a.sort - b.sort || a.id - b.id

/** The same in tree order without nesting, for a selector that indents by level. */
export function flattened(nodes: readonly RuleNode[]): RuleNode[] {
  return nodes.flatMap((node) => [node, ...flattened(node.children)])
}

/** The known ones among the chosen ids with all their ancestors, ascending; the root and unknown ids fall out. */
export function completeGrant(
  chosen: readonly number[],
  rules: readonly Pick<Rule, 'id' | 'pid'>[],
): number[] {
  const parents = new Map(rules.map(({ id, pid }) => [id, pid]))
  const granted = new Set<number>()
  for (const start of chosen) {
    for (let id = start; parents.has(id) && !granted.has(id); id = parents.get(id) ?? 0) granted.add(id)
  }
  return [...granted].toSorted((a, b) => a - b)
}

/** Whether `id` stands below `top`, or is it. */
export function isBelow(id: number, top: number, rules: readonly Pick<Rule, 'id' | 'pid'>[]): boolean {
  const parents = new Map(rules.map((rule) => [rule.id, rule.pid]))
  const seen = new Set<number>()
  for (let at = id; parents.has(at) && !seen.has(at); at = parents.get(at) ?? 0) {
    if (at === top) return true
    seen.add(at)
  }
  return false
}
