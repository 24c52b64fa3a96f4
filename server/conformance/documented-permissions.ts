import { type Documented, paged, type Sent } from './documented.ts'
import { aRole, aRule } from './plant-people.ts'
import * as s from './shapes.ts'

const viewer = { by: 'viewer' } as const
const superAdmin = { by: 'superAdmin' } as const

const rule = {
  id: s.number(),
  pid: s.number(),
  title: s.text(),
  name: s.text(),
  icon: s.anyText,
  sort: s.number(),
  tag: s.text(),
  status: s.flag(1),
  type: s.number(1),
  level: s.number(),
}
const group = { ...rule, pid: s.number(0), name: s.anyText, icon: s.text() }

const newRule: Sent = {
  pid: '2',
  title: '引航',
  name: (w) => `/adminapi/pilots/${w.next()}`,
  type: '1',
}
const more: Sent = { icon: 'anchor', sort: '7', tag: 'page' }

export const permissionCalls: readonly Documented[] = [
  {
    ...viewer,
    call: 'GET system/roles',
    needs: {},
    may: { ...paged, type: '1' },
    answers: {
      list: s.rows({ id: s.number(), title: s.text(), status: s.flag(1), type: s.number(1) }),
      count: s.count(),
      configs: { system_role_status: s.labels, system_role_type: s.labels },
    },
  },
  {
    ...superAdmin,
    call: 'POST system/roleadd',
    needs: { role_name: (w) => `引航 ${w.next()}`, type: '1' },
  },
  {
    ...superAdmin,
    call: 'POST system/roleedit',
    needs: { id: aRole, status: '0', role_name: (w) => `引航 ${w.next()}`, type: '1' },
  },
  { ...superAdmin, call: 'GET system/roledel', needs: { id: aRole } },
  {
    ...viewer,
    call: 'GET system/rolerules',
    needs: { id: '2' },
    answers: {
      id: s.number(2),
      role_name: s.text(),
      type: s.number(1),
      auth_ids: s.rows(s.number()),
      tree: s.rows({
        id: s.number(1),
        title: s.text(),
        children: s.rows({ ...group, children: s.rows(rule) }),
      }),
    },
  },
  {
    ...superAdmin,
    call: 'POST system/rolerulesedit',
    needs: { id: aRole, auth_rule_ids: '2,10,20', type: '1' },
  },
  {
    ...viewer,
    call: 'GET system/auths',
    needs: { type: '1' },
    answers: {
      menuList: s.rows({ ...group, children: s.rows(rule) }),
      menuOptions: s.rows({ id: s.number(), title: s.text(), level: s.number() }),
      configs: { system_auth_rule_tags: { menu: s.text(), page: s.text(), button: s.text() } },
    },
    ways: {
      'of the channel side': {
        sends: { type: '3' },
        answers: { menuList: s.rows({ ...group, type: s.number(3) }) },
      },
    },
  },
  { ...superAdmin, call: 'POST system/authadd', needs: newRule, may: more },
  {
    ...superAdmin,
    call: 'POST system/authedit',
    needs: { id: aRule, ...newRule, status: '1' },
    may: more,
  },
  { ...superAdmin, call: 'GET system/authdel', needs: { id: aRule } },
  { ...superAdmin, call: 'GET system/cacheMenusTree' },
]
