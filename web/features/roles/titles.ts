import { ruleSeeds } from '../../../contract/rules.ts'
import { useSay } from '../../kit/text.ts'
import type { Branch } from './ticking.ts'

const seeds = new Map(ruleSeeds.map(({ id, title }) => [id, title]))
type Titled = Pick<Branch, 'id' | 'title'>

/** A rule's title in the language in use, where it came with the product and nobody renamed it. */
export function useRuleTitle(): (rule: Titled) => string {
  const say = useSay()
  return ({ id, title }) => {
    const known = seeds.get(id)
    return known && Object.values(known).includes(title) ? say(known) : title
  }
}

/** The same tree with every title as people read it. */
export const retitled = <B extends Branch>(tree: readonly B[], titleOf: (rule: Titled) => string): B[] =>
  tree.map((node) => ({ ...node, title: titleOf(node), children: retitled(node.children, titleOf) }))
