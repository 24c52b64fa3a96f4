import { type Text, text } from './kit/language.ts'

/*
 * The rules every installation has. Ids are for ever: what is granted in a database refers to them. New rules get new
 * ids below 1000; rules that people add start at 1001. 1 is the root of the tree dialog and never a row. 28, 29 and
 * 110 have a fixed meaning.
 */
export type Tag = 'menu' | 'page' | 'button'
/** Roles every installation has. `all` holds every rule of its tree, also those that come later. */
export const seedRoles = {
  superAdmin: { id: 1, type: 1, title: text('超级管理员', 'Super admin') },
  finance: { id: 2, type: 1, title: text('财务审核', 'Finance') },
  operator: { id: 3, type: 1, title: text('运营', 'Operator') },
  viewer: { id: 4, type: 1, title: text('只读', 'Read only') },
  channel: { id: 5, type: 3, title: text('渠道', 'Channel') },
  subChannel: { id: 6, type: 9, title: text('子渠道', 'Sub-channel') },
  salesman: { id: 7, type: 4, title: text('业务员', 'Salesman') },
} as const satisfies Record<string, { id: number; type: 1 | 3 | 4 | 9; title: Text }>
export type SeedRole = keyof typeof seedRoles

export interface RuleSeed {
  id: number
  pid: number
  tree: 1 | 3
  tag: Tag
  /** The path it guards, or a word for a button that guards no call of its own. */
  name: string
  title: Text
  icon: string
  sort: number
  /** Seeded roles that hold it, besides the super admin. */
  roles: readonly SeedRole[]
}

type Extra = Partial<Pick<RuleSeed, 'icon' | 'sort' | 'tree'>>
export const readers = ['finance', 'operator', 'viewer'] as const

export const menu = (
  id: number,
  title: Text,
  icon: string,
  sort: number,
  roles: readonly SeedRole[],
  tree: 1 | 3 = 1,
): RuleSeed => ({
  id,
  pid: 0,
  tree,
  tag: 'menu',
  name: '',
  title,
  icon,
  sort,
  roles,
})
export const page = (
  id: number,
  pid: number,
  name: string,
  title: Text,
  roles: readonly SeedRole[],
  extra: Extra = {},
): RuleSeed => ({
  id,
  pid,
  tree: 1,
  tag: 'page',
  name,
  title,
  icon: '',
  sort: id,
  roles,
  ...extra,
})
export const word = (
  id: number,
  pid: number,
  name: string,
  title: Text,
  roles: readonly SeedRole[],
  extra: Extra = {},
): RuleSeed => ({
  id,
  pid,
  tree: 1,
  tag: 'button',
  name,
  title,
  icon: '',
  sort: id,
  roles,
  ...extra,
})
/** The rule of a call, titled like the call. */
export const call = (
  id: number,
  pid: number,
  endpoint: { rule: string; title: Text },
  roles: readonly SeedRole[],
  extra: Extra = {},
): RuleSeed => word(id, pid, endpoint.rule, endpoint.title, roles, extra)
