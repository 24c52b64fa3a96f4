import * as z from 'zod'
import { id } from './accounts-params.ts'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { done, labels, listWith, onOff } from './kit/results.ts'
import { count } from './kit/units.ts'

const staff = [kind.staff]
/** Kinds of role are the kinds of account that may have them. */
const roleTypes = [kind.staff, kind.channel, kind.salesman, kind.subChannel] as const
const appTypes = [1, 3] as const
const ruleTags = ['menu', 'page', 'button'] as const

const RoleRow = z.object({
  id: z.int(),
  title: z.string(),
  status: onOff(),
  type: z.int(),
  /** Addition: accounts that have it, deleted ones included. */
  accounts: count(),
  /** Addition: holds every rule of its tree, also later ones; its rules are not edited. */
  holds_all: onOff(),
})

const ruleFields = {
  id: z.int(),
  pid: z.int(),
  title: z.string(),
  name: z.string(),
  icon: z.string(),
  sort: z.int(),
  tag: z.enum(ruleTags),
  status: onOff(),
  type: z.int(),
  level: z.int(),
}
export interface RuleNode {
  id: number
  pid: number
  title: string
  name: string
  icon: string
  sort: number
  tag: (typeof ruleTags)[number]
  status: 0 | 1
  type: number
  level: number
  children: RuleNode[]
}
/** Nested to any depth; the type says what the children are, the schema stops here so that documents of it end. */
export const RuleNode = z.object({
  ...ruleFields,
  children: z.array(z.unknown() as unknown as z.ZodType<RuleNode>),
})

const RuleName = z.object({ id: z.int(), title: z.string(), name: z.string() })

const roleName = () => p.text({ max: 60, missing: 'roles.nameRequired' })
const chosenRules = () => p.list(p.int(), { max: 5000, missing: 'roles.noRule' })
const rule = {
  pid: p.int({ missing: 'roles.parentRequired' }),
  title: p.text({ max: 60, missing: 'roles.titleRequired' }),
  /** Only a group of the menu may be without. */
  name: p.text({ max: 200 }).optional(),
  icon: p.clearable({ max: 60 }),
  sort: p.int({ min: -1_000_000, max: 1_000_000 }).optional(),
  tag: p.oneOf(ruleTags).optional(),
  type: p.oneOf(appTypes, { missing: 'kit.invalidRequest' }),
}

export const roles = {
  roles: endpoint({
    id: 'roles.roles',
    method: 'GET',
    path: '/adminapi/system/roles',
    title: text('角色列表', 'Roles'),
    kinds: staff,
    params: z.object({ ...p.paging(), type: p.list(p.oneOf(roleTypes)).optional() }),
    result: listWith(RoleRow, z.object({ system_role_status: labels(), system_role_type: labels() })),
  }),
  rolesList: endpoint({
    id: 'roles.rolesList',
    method: 'GET',
    path: '/adminapi/system/rolesList',
    title: text('可选角色', 'Roles of a kind'),
    kinds: [kind.staff, kind.channel, kind.subChannel],
    params: z.object({ type: p.oneOf(roleTypes, { missing: 'kit.invalidRequest' }) }),
    result: z.object({ list: z.array(z.object({ id: z.int(), title: z.string() })) }),
  }),
  roleadd: endpoint({
    id: 'roles.roleadd',
    method: 'POST',
    path: '/adminapi/system/roleadd',
    title: text('新增角色', 'Add role'),
    kinds: staff,
    writes: true,
    params: z.object({ role_name: roleName(), type: p.oneOf(roleTypes) }),
    result: z.object({ id: z.int() }),
  }),
  roleedit: endpoint({
    id: 'roles.roleedit',
    method: 'POST',
    path: '/adminapi/system/roleedit',
    title: text('编辑角色', 'Edit role'),
    kinds: staff,
    writes: true,
    params: z.object({
      id: id(),
      status: p.oneOf([0, 1]),
      role_name: roleName(),
      type: p.oneOf(roleTypes),
    }),
    result: done(),
  }),
  roledel: endpoint({
    id: 'roles.roledel',
    method: 'GET',
    path: '/adminapi/system/roledel',
    title: text('删除角色', 'Delete role'),
    kinds: staff,
    writes: true,
    params: z.object({ id: id() }),
    result: done(),
  }),
  rolerules: endpoint({
    id: 'roles.rolerules',
    method: 'GET',
    path: '/adminapi/system/rolerules',
    title: text('角色权限', 'Rules of a role'),
    kinds: staff,
    params: z.object({ id: id() }),
    result: z.object({
      id: z.int(),
      role_name: z.string(),
      type: z.int(),
      auth_ids: z.array(z.int()),
      tree: z.array(z.object({ id: z.literal(1), title: z.string(), children: z.array(RuleNode) })),
    }),
  }),
  rolerulesedit: endpoint({
    id: 'roles.rolerulesedit',
    method: 'POST',
    path: '/adminapi/system/rolerulesedit',
    title: text('角色授权', 'Grant rules to a role'),
    kinds: staff,
    writes: true,
    params: z.object({
      id: id(),
      auth_rule_ids: chosenRules(),
      type: p.oneOf(appTypes, { missing: 'kit.invalidRequest' }),
      role_name: p.text({ max: 60 }).optional(),
    }),
    result: done(),
  }),
  rolerulesPreview: endpoint({
    id: 'roles.rolerulesPreview',
    method: 'POST',
    path: '/adminapi/system/rolerulesPreview',
    title: text('授权预览', 'Preview of a grant'),
    kinds: staff,
    params: z.object({ id: id(), auth_rule_ids: chosenRules() }),
    result: z.object({
      gained: z.array(RuleName),
      lost: z.array(RuleName),
      /** Accounts that have the role, and their live sessions: who gains and loses. */
      accounts: z.array(z.object({ id: z.int(), username: z.string(), sessions: count() })),
      accountCount: count(),
      sessionCount: count(),
    }),
  }),
  auths: endpoint({
    id: 'roles.auths',
    method: 'GET',
    path: '/adminapi/system/auths',
    title: text('权限规则', 'Permission rules'),
    kinds: staff,
    params: z.object({ type: p.oneOf(appTypes).default(1) }),
    result: z.object({
      menuList: z.array(RuleNode),
      menuOptions: z.array(z.object({ id: z.int(), pid: z.int(), title: z.string(), level: z.int() })),
      configs: z.object({ system_auth_rule_tags: labels() }),
    }),
  }),
  authadd: endpoint({
    id: 'roles.authadd',
    method: 'POST',
    path: '/adminapi/system/authadd',
    title: text('新增权限规则', 'Add rule'),
    kinds: staff,
    writes: true,
    params: z.object(rule),
    result: z.object({ id: z.int() }),
  }),
  authedit: endpoint({
    id: 'roles.authedit',
    method: 'POST',
    path: '/adminapi/system/authedit',
    title: text('编辑权限规则', 'Edit rule'),
    kinds: staff,
    writes: true,
    params: z.object({ id: id(), ...rule, status: p.oneOf([0, 1]) }),
    result: done(),
  }),
  authdel: endpoint({
    id: 'roles.authdel',
    method: 'GET',
    path: '/adminapi/system/authdel',
    title: text('删除权限规则', 'Delete rule'),
    kinds: staff,
    writes: true,
    params: z.object({ id: id() }),
    result: done(),
  }),
  cacheMenusTree: endpoint({
    id: 'roles.cacheMenusTree',
    method: 'GET',
    path: '/adminapi/system/cacheMenusTree',
    title: text('更新菜单缓存', 'Update menu cache'),
    kinds: staff,
    writes: true,
    params: z.object({}),
    result: done(),
  }),
}

export const roleMessages = {
  'roles.nameRequired': text('请输入角色名称', 'Please enter the role name'),
  'roles.noRule': text('请至少选择一个权限', 'Please choose at least one permission'),
  'roles.parentRequired': text('请选择上级菜单', 'Please select the parent menu'),
  'roles.titleRequired': text('请输入菜单名称', 'Please enter the menu name'),
  'roles.routeRequired': text('请输入路由地址', 'Please enter the route address'),
  'roles.inUse': text(
    '该角色正在使用，不能删除或更改类型',
    'This role is in use, so it cannot be deleted or change its type',
  ),
  'roles.own': text('不能停用或删除自己的角色', 'You cannot disable or delete your own role'),
  'roles.holdsAll': text('该角色始终拥有全部权限', 'This role always holds every permission'),
  'roles.beyondOwn': text(
    '不能授予自己没有的权限：{rules}',
    'You cannot grant permissions you do not hold: {rules}',
  ),
  'roles.fixed': text('该规则有固定含义，不能删除', 'This rule has a fixed meaning and cannot be deleted'),
  'roles.essential': text(
    '权限管理自身依赖该规则，不能删除、停用或改名',
    'Managing permissions itself depends on this rule: it cannot be deleted, disabled or renamed',
  ),
  'roles.hasChildren': text('该规则下还有子规则', 'There are rules below this one'),
  'roles.belowItself': text('规则不能位于自己的下级', 'A rule cannot be below itself'),
  'roles.routeTaken': text('路由地址已存在', 'Another rule has this route address'),
  'roles.parentWrong': text('上级菜单不存在', 'There is no such parent menu'),
  'roles.enabled': text('启用', 'Enabled'),
  'roles.disabled': text('停用', 'Disabled'),
  'roles.typeStaff': text('后台', 'Backend'),
  'roles.typeChannel': text('渠道', 'Channel'),
  'roles.typeSalesman': text('业务员', 'Salesman'),
  'roles.typeSubChannel': text('子渠道', 'Sub-channel'),
  'roles.tagMenu': text('菜单', 'Menu'),
  'roles.tagPage': text('页面', 'Page'),
  'roles.tagButton': text('按钮', 'Button'),
  'roles.root': text('全部', 'All'),
} as const
