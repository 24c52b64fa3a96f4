import type { RuleNode } from '../../../contract/roles.ts'

/** A rule in the tree, or the root above all of them. */
export interface Branch extends Partial<Pick<RuleNode, 'name' | 'tag' | 'status'>> {
  id: number
  title: string
  children: readonly Branch[]
}
/** Id of the root "all"; it is no rule and never sent. */
export const rootId = 1
/** How a box is ticked: fully, half, not at all. */
export type Mark = 'all' | 'some' | 'none'

interface Place {
  node: Branch
  parent: number | undefined
}
export type Places = ReadonlyMap<number, Place>

/** Every node of a tree by its id, parents before their children. */
export function placesOf(tree: readonly Branch[]): Places {
  const places = new Map<number, Place>()
  const walk = (nodes: readonly Branch[], parent: number | undefined) => {
    for (const node of nodes) {
      places.set(node.id, { node, parent })
      walk(node.children, node.id)
    }
  }
  walk(tree, undefined)
  return places
}

const below = (node: Branch): Branch[] => node.children.flatMap((child) => [child, ...below(child)])

function above(places: Places, id: number): number[] {
  const parent = places.get(id)?.parent
  return parent === undefined ? [] : [parent, ...above(places, parent)]
}

/** What a role holds as the tree shows it: known rules with everything above them. Half-ticked ones are among them. */
export function heldBy(places: Places, ids: Iterable<number>): Set<number> {
  const held = new Set<number>()
  for (const id of ids) {
    if (id === rootId || !places.has(id)) continue
    for (const one of [id, ...above(places, id)]) if (one !== rootId) held.add(one)
  }
  return held
}

/**
 * How each box is ticked. Full is a rule with everything below it; a rule that is held without all that is below, as a
 * page without its buttons, is half.
 */
export function marksOf(tree: readonly Branch[], held: ReadonlySet<number>): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>()
  const mark = (node: Branch): Mark => {
    const children = node.children.map(mark)
    const own = node.id === rootId ? node.children.length > 0 : held.has(node.id)
    const found: Mark =
      own && children.every((child) => child === 'all')
        ? 'all'
        : (node.id !== rootId && own) || children.some((child) => child !== 'none')
          ? 'some'
          : 'none'
    marks.set(node.id, found)
    return found
  }
  tree.forEach(mark)
  return marks
}

/** A group of the menu means nothing by itself: it leaves with the last thing below it. A page stays without its buttons. */
function withoutEmptyGroups(places: Places, held: Set<number>, from: number): Set<number> {
  for (const id of above(places, from)) {
    const node = places.get(id)?.node
    const group = node?.tag === 'menu'
    if (!node || !group || below(node).some((child) => held.has(child.id))) break
    held.delete(id)
  }
  return held
}

/** Ticks a box with everything below it, or takes all of that away if it was fully ticked. */
export function toggled(places: Places, held: ReadonlySet<number>, id: number): Set<number> {
  const node = places.get(id)?.node
  const next = new Set(held)
  if (!node) return next
  const branch = [node, ...below(node)].map((one) => one.id).filter((one) => one !== rootId)
  if (marksOf([node], held).get(id) === 'all') {
    for (const one of branch) next.delete(one)
    return withoutEmptyGroups(places, next, id)
  }
  for (const one of [...branch, ...above(places, id)]) if (one !== rootId) next.add(one)
  return next
}

/** Ticks a rule without what is below it, as a page that may be seen but not acted on; takes it away if it was just so. */
export function toggledAlone(places: Places, held: ReadonlySet<number>, id: number): Set<number> {
  const node = places.get(id)?.node
  if (!node || id === rootId || node.children.length === 0) return toggled(places, held, id)
  const inner = below(node).map((one) => one.id)
  const next = new Set(held)
  for (const one of inner) next.delete(one)
  if (held.has(id) && !inner.some((one) => held.has(one))) {
    next.delete(id)
    return withoutEmptyGroups(places, next, id)
  }
  for (const one of [id, ...above(places, id)]) if (one !== rootId) next.add(one)
  return next
}

/** What is saved: fully and half ticked rules, ascending, without the root. */
export const idsToSave = (held: ReadonlySet<number>): number[] =>
  [...held].filter((id) => id !== rootId).toSorted((a, b) => a - b)

export interface TreeRow {
  node: Branch
  level: number
  /** undefined where there is nothing below. */
  open: boolean | undefined
}

/**
 * The rows in sight: below open nodes, or, while something is searched, whatever matches with all that is above it.
 */
export function rowsOf(tree: readonly Branch[], closed: ReadonlySet<number>, search: string): TreeRow[] {
  const part = search.trim().toLowerCase()
  const hits = (node: Branch) => `${node.title} ${node.name ?? ''}`.toLowerCase().includes(part)
  const walk = (nodes: readonly Branch[], level: number, shown: boolean): TreeRow[] =>
    nodes.flatMap((node) => {
      const matches = shown || !part || hits(node)
      const inner = walk(node.children, level + 1, matches && part !== '')
      if (!matches && inner.length === 0) return []
      const open = node.children.length === 0 ? undefined : part ? inner.length > 0 : !closed.has(node.id)
      return [{ node, level, open }, ...(open ? inner : [])]
    })
  return walk(tree, 1, false)
}

/**
 * The row that typed letters lead to: the next whose title, or last part of its address, begins with them, once around.
 * A first letter moves on from the row it is pressed on; more letters may keep it.
 */
export function rowTyped(rows: readonly TreeRow[], at: number, typed: string): number | undefined {
  const part = typed.toLowerCase()
  const begins = ({ node: { title, name = '' } }: TreeRow) =>
    [title, name.slice(name.lastIndexOf('/') + 1)].some((text) => text.toLowerCase().startsWith(part))
  const from = part.length === 1 ? at + 1 : at
  for (let step = 0; step < rows.length; step += 1) {
    const index = (from + step) % rows.length
    const row = rows[index]
    if (row && begins(row)) return index
  }
  return undefined
}
