import { afterAll, beforeAll, describe, test } from 'vitest'
import { seedRoles } from '../../../contract/rules.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { expectRefused, type Refused, type Sent } from './testing.ts'

let t: TestApp
let token: string

beforeAll(async () => {
  t = await testApp()
  token = (await t.as('superAdmin')).token
  await t.account({ username: 'taken', kind: 3, roleId: seedRoles.channel.id })
})
afterAll(() => t.close())

const without = (name: string, form: Sent): Sent => {
  const { [name]: _, ...rest } = form
  return rest
}
const ruleForm = { id: '60', pid: '52', title: 'x', name: '/x', tag: 'page', type: '1', status: '1' }
const roleForm = { id: '4', type: '1', status: '1', role_name: 'x' }

const cases: Refused[] = [
  ...['rolerules', 'roledel', 'authdel'].flatMap((path): Refused[] => [
    ['no id', path, () => ({}), 'kit.invalidRequest', 'id'],
    ['id -1', path, () => ({ id: '-1' }), 'kit.invalidRequest', 'id'],
    ['an unknown id', path, () => ({ id: '999999' }), 'kit.notFound', 'id'],
  ]),
  ['no name', 'roleadd', () => ({ type: '1' }), 'roles.nameRequired', 'role_name'],
  ['an odd type', 'roleadd', () => ({ type: '2', role_name: 'x' }), /.+/, 'type'],
  ['no name', 'roleedit', () => ({ id: '4', type: '1', status: '1' }), 'roles.nameRequired', 'role_name'],
  [
    'a role in use',
    'roleedit',
    () => ({ id: '5', type: '1', status: '1', role_name: 'x' }),
    'roles.inUse',
    'type',
  ],
  ['a role in use', 'roledel', () => ({ id: '5' }), 'roles.inUse'],
  ['no id', 'rolerules', () => ({}), 'kit.invalidRequest', 'id'],
  ['no id', 'rolerulesedit', () => ({ auth_rule_ids: '10', type: '1' }), 'kit.invalidRequest', 'id'],
  ['nothing chosen', 'rolerulesedit', () => ({ id: '4', type: '1' }), 'roles.noRule', 'auth_rule_ids'],
  [
    'only the root',
    'rolerulesedit',
    () => ({ id: '4', type: '1', auth_rule_ids: '1,99999' }),
    'roles.noRule',
    'auth_rule_ids',
  ],
  [
    'the other tree',
    'rolerulesedit',
    () => ({ id: '4', type: '3', auth_rule_ids: '501' }),
    'kit.invalidRequest',
    'type',
  ],
  ['the role of all', 'rolerulesedit', () => ({ id: '1', type: '1', auth_rule_ids: '10' }), 'roles.holdsAll'],
  ['no parent', 'authadd', () => ({ title: 'x', name: 'y', type: '1' }), 'roles.parentRequired', 'pid'],
  ['no title', 'authadd', () => ({ pid: '2', name: 'y', type: '1' }), 'roles.titleRequired', 'title'],
  ['no route', 'authadd', () => ({ pid: '2', title: 'x', type: '1' }), 'roles.routeRequired', 'name'],
  [
    'a button without a route',
    'authedit',
    () => ({ id: '60', pid: '52', title: 'x', tag: 'button', type: '1', status: '1' }),
    'roles.routeRequired',
    'name',
  ],
  [
    'an unknown parent',
    'authadd',
    () => ({ pid: '99999', title: 'x', name: 'y', type: '1' }),
    'roles.parentWrong',
    'pid',
  ],
  [
    'a route in use',
    'authadd',
    () => ({ pid: '2', title: 'x', name: '/adminapi/SYSTEM/users', type: '1' }),
    'roles.routeTaken',
    'name',
  ],
  [
    'a rule below itself',
    'authedit',
    () => ({ id: '50', pid: '53', title: 'x', name: 'y', type: '1', status: '1' }),
    'roles.belowItself',
    'pid',
  ],
  ['no parent', 'authedit', () => without('pid', ruleForm), 'roles.parentRequired', 'pid'],
  ['no title', 'authedit', () => without('title', ruleForm), 'roles.titleRequired', 'title'],
  ['no route', 'authedit', () => without('name', ruleForm), 'roles.routeRequired', 'name'],
  ['no id', 'authedit', () => without('id', ruleForm), 'kit.invalidRequest', 'id'],
  ['an unknown id', 'authedit', () => ({ ...ruleForm, id: '99999' }), 'kit.notFound', 'id'],
  ['the other tree', 'authedit', () => ({ ...ruleForm, type: '3' }), 'kit.notFound', 'id'],
  ['an odd order', 'authedit', () => ({ ...ruleForm, sort: '1.5' }), /.+/, 'sort'],
  ['an odd tag', 'authedit', () => ({ ...ruleForm, tag: 'leaf' }), /.+/, 'tag'],
  ['no type', 'authadd', () => ({ pid: '2', title: 'x', name: 'y' }), 'kit.invalidRequest', 'type'],
  ['an unknown role', 'roleedit', () => ({ ...roleForm, id: '9999' }), 'kit.notFound', 'id'],
  ['no id', 'roleedit', () => without('id', roleForm), 'kit.invalidRequest', 'id'],
  ['a long name', 'roleedit', () => ({ ...roleForm, role_name: 'x'.repeat(61) }), /60/, 'role_name'],
  [
    'an unknown role',
    'rolerulesedit',
    () => ({ id: '9999', type: '1', auth_rule_ids: '10' }),
    'kit.notFound',
    'id',
  ],
  [
    'odd rules',
    'rolerulesedit',
    () => ({ id: '4', type: '1', auth_rule_ids: '10,x' }),
    /.+/,
    'auth_rule_ids',
  ],
  ['a rule with children', 'authdel', () => ({ id: '50' }), 'roles.hasChildren'],
  ...['28', '29', '110'].map((id): Refused => [`rule ${id}`, 'authdel', () => ({ id }), 'roles.fixed']),
  ['what grants depend on', 'authdel', () => ({ id: '102' }), 'roles.essential'],
  [
    'a menu grants depend on',
    'authedit',
    () => ({ id: '51', pid: '0', title: 'x', name: 'y', type: '1', status: '0' }),
    'roles.essential',
  ],
]

describe('what is refused of roles and rules changes nothing and says why in both languages', () => {
  test.each(cases.map((each) => [each[1], each[0], each] as const))('%s: %s', (_, __, one) =>
    expectRefused(t, token, one),
  )
})
