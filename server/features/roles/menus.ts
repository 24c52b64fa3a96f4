import { treeOf } from '../../../contract/kit/kinds.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'

export interface MenuEntry {
  id: number
  title: string
  name: string
  icon: string
  children: MenuEntry[]
}

interface Row {
  id: number
  pid: number
  tag: string
  title: string
  name: string
  icon: string
}

/**
 * The caller's menu, two levels: groups with their pages. Deeper pages are lifted to their group, buttons never appear,
 * and a group without a page the caller may open is left out.
 */
export async function menuOf(db: Db, caller: Pick<Caller, 'kind' | 'ruleIds'>): Promise<MenuEntry[]> {
  const rows = await db
    .selectFrom('auth_rules')
    .select(['id', 'pid', 'tag', 'title', 'name', 'icon'])
    .where('type', '=', treeOf(caller.kind))
    .where('status', '<>', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const mayOpen = new Set(caller.ruleIds)
  const groups = rows.filter((row) => row.pid === 0 && row.tag !== 'button')
  return groups
    .map((group) => ({
      ...entry(group),
      children: rows
        .filter(
          (row) =>
            row.tag === 'page' &&
            row.id !== group.id &&
            mayOpen.has(row.id) &&
            rootOf(row, byId) === group.id,
        )
        .map(entry),
    }))
    .filter((group) => group.children.length > 0 || (group.name !== '' && mayOpen.has(group.id)))
}

const entry = ({ id, title, name, icon }: Row): MenuEntry => ({ id, title, name, icon, children: [] })

function rootOf(row: Row, byId: ReadonlyMap<number, Row>): number {
  let at = row
  for (let depth = 0; depth < 20; depth++) {
    const parent = byId.get(at.pid)
    if (!parent) return at.id
    at = parent
  }
  return at.id
}
