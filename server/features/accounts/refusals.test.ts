import { afterAll, beforeAll, describe, test } from 'vitest'
import { seedRoles } from '../../../contract/rules.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { aTree, type Refused as Case, encryptor, expectRefused, type Sent, type Tree } from './testing.ts'

let t: TestApp
let tree: Tree
let encrypt: (password: string) => string
let token: string
let own: number

beforeAll(async () => {
  t = await testApp()
  encrypt = await encryptor(t)
  ;({ token, id: own } = await t.as('superAdmin'))
  tree = await aTree(t, 'one')
  await t.account({ username: 'taken', kind: 3, roleId: seedRoles.channel.id, proxyId: '777' })
  await t.account({ username: 'taken-sub', kind: 9, roleId: 6, parentId: tree.channel.id, proxyId: '778' })
  await t.services.db.insertInto('game_apis').values({ api_id: 1, name: 'Slots' }).execute()
})
afterAll(() => t.close())

const good = {
  group_id: String(seedRoles.viewer.id),
  username: 'newcomer',
  pwd: 'secret-2026',
  conf_pwd: 'secret-2026',
}
const without = (name: string, form: Sent = good): Sent => {
  const { [name]: _, ...rest } = form
  return rest
}
const channelForm = { ...good, group_id: String(seedRoles.channel.id) }
const subForm = () => ({
  ...good,
  group_id: String(seedRoles.subChannel.id),
  role_id: '55',
  ParentID: String(tree.channel.id),
})
const points = { game_passage_point: '1', game_withdraw_point: '2', game_dividend_point: '3' }

const adding: Case[] = (['user', 'channel', 'subChannel', 'salesman'] as const).flatMap((name): Case[] => [
  ...(['group_id', 'username', 'pwd', 'conf_pwd'] as const).map(
    (field): Case => [`no ${field}`, `${name}Add`, () => without(field), 'accounts.incomplete', field],
  ),
  [
    'passwords differ',
    `${name}Add`,
    () => ({ ...good, conf_pwd: 'other-2026' }),
    'accounts.confirmDiffers',
    'conf_pwd',
  ],
  ['blank password', `${name}Add`, () => ({ ...good, pwd: ' '.trim() }), 'accounts.incomplete', 'pwd'],
  [
    'weak password',
    `${name}Add`,
    () => ({ ...good, pwd: 'short1', conf_pwd: 'short1' }),
    'signIn.passwordPolicy',
    'pwd',
  ],
  [
    'odd name',
    `${name}Add`,
    () => ({ ...good, username: 'no blanks' }),
    'accounts.usernameShape',
    'username',
  ],
  ['short name', `${name}Add`, () => ({ ...good, username: 'ab' }), 'accounts.usernameShape', 'username'],
  ['no such role', `${name}Add`, () => ({ ...good, group_id: '9999' }), 'accounts.wrongRole', 'group_id'],
  ['33 characters', `${name}Add`, () => ({ ...good, username: 'n'.repeat(33) }), /32/, 'username'],
  ['a long remark', `${name}Add`, () => ({ ...good, remark: 'r'.repeat(501) }), /500/, 'remark'],
])

const editing: Case[] = (['user', 'channel', 'subChannel', 'salesman', 'agent'] as const).flatMap(
  (name): Case[] => {
    const id = () =>
      String(
        {
          user: 1,
          channel: tree.channel.id,
          subChannel: tree.sub.id,
          salesman: tree.salesOfSub.id,
          agent: tree.sub.id,
        }[name],
      )
    const role = { user: 4, channel: 5, subChannel: 6, salesman: 7, agent: 6 }[name]
    const form = () => ({ id: id(), group_id: String(role), ...(name === 'agent' ? { type: '9' } : {}) })
    return [
      ['no id', `${name}Edit`, () => ({ group_id: '4', type: '9' }), 'kit.invalidRequest', 'id'],
      ['odd id', `${name}Edit`, () => ({ ...form(), id: '1 or 1' }), 'kit.invalidRequest', 'id'],
      ['unknown id', `${name}Edit`, () => ({ ...form(), id: '999999' }), 'kit.notFound', 'id'],
      [
        'weak password',
        `${name}Edit`,
        () => ({ ...form(), pwd: 'letters', conf_pwd: 'letters' }),
        'signIn.passwordPolicy',
        'pwd',
      ],
      [
        'no confirmation',
        `${name}Edit`,
        () => ({ ...form(), pwd: 'secret-2026' }),
        'accounts.confirmRequired',
        'conf_pwd',
      ],
      [
        'passwords differ',
        `${name}Edit`,
        () => ({ ...form(), pwd: 'secret-2026', conf_pwd: 'other-2026' }),
        'accounts.confirmDiffers',
        'conf_pwd',
      ],
      ['no role', `${name}Edit`, () => without('group_id', form()), 'accounts.incomplete', 'group_id'],
      [
        'a role of another kind',
        `${name}Edit`,
        () => ({ ...form(), group_id: name === 'user' ? '5' : '4' }),
        'accounts.wrongRole',
        'group_id',
      ],
      ['a long remark', `${name}Edit`, () => ({ ...form(), remark: 'r'.repeat(501) }), /500/, 'remark'],
    ]
  },
)

/** Calls about one account by its id and nothing else. */
const byId: Case[] = [
  'userDel userUnbindgoogle userStatus',
  'channelDel channelUnbindgoogle channelUnbindWdgoogle channelStatus',
  'subChannelDel subChannelUnbindgoogle subChannelUnbindWdgoogle subChannelStatus',
  'salesmanDel salesmanUnbindgoogle salesmanStatus',
]
  .flatMap((calls) => calls.split(' '))
  .flatMap((path): Case[] => [
    ['no id', path, () => ({}), 'kit.invalidRequest', 'id'],
    ['id -1', path, () => ({ id: '-1' }), 'kit.invalidRequest', 'id'],
    ['an unknown id', path, () => ({ id: '999999' }), 'kit.notFound', 'id'],
  ])

const others: Case[] = [
  ['a name in use', 'userAdd', () => ({ ...good, username: 'TAKEN' }), 'accounts.usernameTaken', 'username'],
  [
    'a name of the product',
    'userAdd',
    () => ({ ...good, username: 'System' }),
    'accounts.usernameTaken',
    'username',
  ],
  ['a channel role', 'userAdd', () => channelForm, 'accounts.wrongRole', 'group_id'],
  ['a staff role', 'channelAdd', () => good, 'accounts.wrongRole', 'group_id'],
  [
    'a player id in use',
    'channelAdd',
    () => ({ ...channelForm, role_id: '777' }),
    'accounts.playerIdTaken',
    'role_id',
  ],
  ['letters', 'channelAdd', () => ({ ...channelForm, role_id: 'x7' }), 'accounts.playerIdShape', 'role_id'],
  ['20 digits', 'channelAdd', () => ({ ...channelForm, role_id: '1'.repeat(20) }), /.+/, 'role_id'],
  [
    'no player id',
    'subChannelAdd',
    () => without('role_id', subForm()),
    'accounts.playerIdRequired',
    'role_id',
  ],
  [
    'a player id in use',
    'subChannelAdd',
    () => ({ ...subForm(), role_id: '778' }),
    'accounts.playerIdTaken',
    'role_id',
  ],
  [
    'no parent known',
    'subChannelAdd',
    () => without('ParentID', subForm()),
    'accounts.parentUnknown',
    'ParentID',
  ],
  [
    'an unknown parent',
    'subChannelAdd',
    () => ({ ...subForm(), ParentID: '999999' }),
    'kit.notFound',
    'ParentID',
  ],
  [
    'a parent of staff',
    'subChannelAdd',
    () => ({ ...subForm(), ParentID: '1' }),
    'accounts.parentNotPermitted',
    'ParentID',
  ],
  [
    'a salesman above',
    'subChannelAdd',
    () => ({ ...subForm(), ParentID: String(tree.salesOfSub.id) }),
    'accounts.parentNotPermitted',
    'ParentID',
  ],
  ['another kind', 'channelEdit', () => ({ id: String(tree.sub.id), group_id: '5' }), 'kit.notFound', 'id'],
  [
    'no type',
    'channelPledgeUEdit',
    () => ({ id: String(tree.channel.id), pledge_u: '5' }),
    'accounts.pledgeTypeMissing',
    'ptype',
  ],
  ...['0', '-1', '1.5', 'x', '1e3', '0x10'].map(
    (pledge_u): Case => [
      `pledge ${pledge_u}`,
      'channelPledgeUEdit',
      () => ({ id: String(tree.channel.id), ptype: '1', pledge_u }),
      'accounts.pledgeAmount',
      'pledge_u',
    ],
  ),
  [
    'type 3',
    'channelPledgeUEdit',
    () => ({ id: String(tree.channel.id), ptype: '3', pledge_u: '5' }),
    /.+/,
    'ptype',
  ],
  [
    'more than is held',
    'channelPledgeUEdit',
    () => ({ id: String(tree.channel.id), ptype: '2', pledge_u: '1' }),
    /0 U/,
    'pledge_u',
  ],
  [
    'pledge of a sub-channel',
    'channelPledgeUEdit',
    () => ({ id: String(tree.sub.id), ptype: '1', pledge_u: '1' }),
    'kit.notFound',
    'id',
  ],
  ...(['channel', 'subChannel', 'salesman'] as const).flatMap((name): Case[] => [
    ['no id', `${name}OtherPointConfig`, () => points, 'kit.invalidRequest', 'id'],
    ['id 0', `${name}OtherPointConfig`, () => ({ ...points, id: '0' }), 'kit.invalidRequest', 'id'],
    ...['5.55', '-1', '100.1', 'x'].map(
      (value): Case => [
        `points ${value}`,
        `${name}OtherPointConfig`,
        () => ({ ...points, id: String(tree.channel.id), game_dividend_point: value }),
        /dividend/,
        'game_dividend_point',
      ],
    ),
    [
      'nobody chosen',
      `${name}RemarkRsync`,
      () => ({ event: 'asyncTask' }),
      'accounts.noneChosen',
      'usernames',
    ],
    ['only commas', `${name}RemarkRsync`, () => ({ usernames: ' , ,' }), 'accounts.noneChosen', 'usernames'],
    ['unknown names', `${name}RemarkRsync`, () => ({ usernames: 'nobody' }), 'kit.notFound', 'usernames'],
  ]),
  [
    'no platform',
    'channelRemarkRsync',
    () => ({ usernames: 'one-channel' }),
    'accounts.syncNoPlatform',
    'platform_id',
  ],
  ['no type', 'agentStatus', () => ({ id: String(tree.sub.id) }), 'kit.invalidRequest', 'type'],
  ['wrong type', 'agentStatus', () => ({ id: String(tree.sub.id), type: '4' }), 'kit.invalidRequest', 'type'],
  [
    'odd type',
    'agentEdit',
    () => ({ id: String(tree.sub.id), type: '7', group_id: '6' }),
    'kit.invalidRequest',
    'type',
  ],
  ['no recover', 'agentDel', () => ({ id: String(tree.sub.id), type: '9' }), /.+/, 'recover'],
  ['no owner', '../platform/getGameApiPoints', () => ({}), 'kit.invalidRequest', 'RoleID'],
  [
    'an unknown owner',
    '../platform/getGameApiPoints',
    () => ({ RoleID: '424242' }),
    'kit.notFound',
    'RoleID',
  ],
  [
    'broken points',
    '../platform/editGameApiPoint',
    () => ({ RoleID: '-1', apiData: '[' }),
    'params.json',
    'apiData',
  ],
  [
    'too many points',
    '../platform/editGameApiPoint',
    () => ({ RoleID: '-1', apiData: '[{"ApiID":1,"ApiPoint":1001}]' }),
    /.+/,
    'apiData',
  ],
  [
    'an unknown game',
    '../platform/editGameApiPoint',
    () => ({ RoleID: '-1', apiData: '[{"ApiID":9,"ApiPoint":1}]' }),
    /9/,
    'apiData',
  ],
  ['nobody chosen', '../platform/rsyncGameApiPoint', () => ({}), 'accounts.noneChosen', 'usernames'],
  ['own account', 'userDel', () => ({ id: String(own) }), 'accounts.self'],
  ['own account', 'userStatus', () => ({ id: String(own) }), 'accounts.self'],
  [
    'a long name of business',
    'channelEdit',
    () => ({ id: String(tree.channel.id), group_id: '5', business: 'b'.repeat(101) }),
    /100/,
    'business',
  ],
]

describe('what is refused changes nothing and says why in both languages', () => {
  test.each([...adding, ...editing, ...byId, ...others].map((each) => [each[1], each[0], each] as const))(
    '%s: %s',
    (_, __, one) => expectRefused(t, token, one, encrypt),
  )
})
