import { accounts as a } from './accounts.ts'
import { text } from './kit/language.ts'
import { roles as r } from './roles.ts'
import { call, menu, page, type RuleSeed, readers, type SeedRole } from './rules-kit.ts'

/*
 * Rules of accounts, roles and rules. Who may make people holds users, roles and rules: only the super admin, while the
 * read-only role sees them. Operators run the channel side; pledge and settlement keys are finance's.
 */
const run = ['operator'] as const
const money = ['finance'] as const
const seen = ['viewer'] as const
const nobody: readonly SeedRole[] = []
const onChannel = { tree: 3 } as const
const channel = ['channel'] as const
const both = ['channel', 'subChannel'] as const

export const peopleRules: readonly RuleSeed[] = [
  menu(50, text('账号管理', 'Accounts'), 'user', 30, readers),
  menu(51, text('权限管理', 'Permissions'), 'lock', 90, seen),

  page(52, 50, a.users.rule, text('后台账号', 'Admin users'), seen),
  call(60, 52, a.userAdd, nobody),
  call(61, 52, a.userEdit, nobody),
  call(62, 52, a.userDel, nobody),
  call(63, 52, a.userUnbindgoogle, nobody),
  call(64, 52, a.userStatus, nobody),

  page(53, 50, a.channels.rule, text('渠道账号', 'Channels'), readers),
  call(65, 53, a.channelAdd, run),
  call(66, 53, a.channelEdit, run),
  call(67, 53, a.channelDel, run),
  call(68, 53, a.channelUnbindgoogle, run),
  call(69, 53, a.channelUnbindWdgoogle, money),
  call(70, 53, a.channelStatus, run),
  call(71, 53, a.channelPledgeUEdit, money),
  call(72, 53, a.channelOtherPointConfig, run),
  call(73, 53, a.channelRemarkRsync, run),
  call(74, 53, a.pledgeUlog, readers),
  call(75, 53, a.getGameApiPoints, readers),
  call(76, 53, a.editGameApiPoint, run),
  call(77, 53, a.rsyncGameApiPoint, run),

  page(54, 50, a.subChannels.rule, text('子渠道账号', 'Sub-channels'), readers),
  call(78, 54, a.subChannelAdd, run),
  call(79, 54, a.subChannelEdit, run),
  call(80, 54, a.subChannelDel, run),
  call(81, 54, a.subChannelUnbindgoogle, run),
  call(82, 54, a.subChannelUnbindWdgoogle, money),
  call(83, 54, a.subChannelStatus, run),
  call(84, 54, a.subChannelOtherPointConfig, run),
  call(85, 54, a.subChannelRemarkRsync, run),

  page(55, 50, a.salesmans.rule, text('业务员账号', 'Salesmen'), readers),
  call(86, 55, a.salesmanAdd, run),
  call(87, 55, a.salesmanEdit, run),
  call(88, 55, a.salesmanDel, run),
  call(89, 55, a.salesmanUnbindgoogle, run),
  call(90, 55, a.salesmanStatus, run),
  call(91, 55, a.salesmanOtherPointConfig, run),
  call(92, 55, a.salesmanRemarkRsync, run),

  page(56, 50, a.agents.rule, text('代理账号', 'Agents'), readers),
  call(93, 56, r.rolesList, ['operator', 'viewer']),
  call(94, 56, a.agentEdit, run),
  call(95, 56, a.agentUnbindgoogle, run),
  call(96, 56, a.agentStatus, run),
  call(97, 56, a.agentDel, run),

  page(57, 51, r.roles.rule, text('角色列表', 'Roles'), seen),
  call(98, 57, r.roleadd, nobody),
  call(99, 57, r.roleedit, nobody),
  call(100, 57, r.roledel, nobody),
  call(101, 57, r.rolerules, seen),
  call(102, 57, r.rolerulesedit, nobody),
  call(103, 57, r.rolerulesPreview, seen),

  page(58, 51, r.auths.rule, text('权限规则', 'Permission rules'), seen),
  page(59, 51, '/adminapi/system/channelAuths', text('渠道权限规则', 'Channel permission rules'), seen),
  call(104, 58, r.authadd, nobody),
  call(105, 58, r.authedit, nobody),
  call(106, 58, r.authdel, nobody),
  call(107, 58, r.cacheMenusTree, nobody),

  call(108, 56, a.accountXray, seen),
  call(109, 53, a.auditLog, readers),

  menu(500, text('下级管理', 'My people'), 'team', 30, both, 3),
  page(501, 500, a.subChannels.rule, text('子渠道账号', 'Sub-channels'), channel, onChannel),
  call(510, 501, a.subChannelAdd, channel, onChannel),
  call(511, 501, a.subChannelEdit, channel, onChannel),
  call(512, 501, a.subChannelDel, nobody, onChannel),
  call(513, 501, a.subChannelUnbindgoogle, channel, onChannel),
  call(514, 501, a.subChannelUnbindWdgoogle, nobody, onChannel),
  call(515, 501, a.subChannelStatus, channel, onChannel),
  call(516, 501, a.subChannelOtherPointConfig, channel, onChannel),
  call(517, 501, a.subChannelRemarkRsync, nobody, onChannel),

  page(502, 500, a.salesmans.rule, text('业务员账号', 'Salesmen'), both, onChannel),
  call(520, 502, a.salesmanAdd, both, onChannel),
  call(521, 502, a.salesmanEdit, both, onChannel),
  call(522, 502, a.salesmanDel, nobody, onChannel),
  call(523, 502, a.salesmanUnbindgoogle, both, onChannel),
  call(524, 502, a.salesmanStatus, both, onChannel),
  call(525, 502, a.salesmanOtherPointConfig, both, onChannel),
  call(526, 502, a.salesmanRemarkRsync, nobody, onChannel),

  page(503, 500, a.agents.rule, text('代理账号', 'Agents'), nobody, onChannel),
  call(530, 502, r.rolesList, both, onChannel),
  call(531, 503, a.agentEdit, nobody, onChannel),
  call(532, 503, a.agentUnbindgoogle, nobody, onChannel),
  call(533, 503, a.agentStatus, nobody, onChannel),
  call(534, 503, a.agentDel, nobody, onChannel),

  call(540, 501, a.pledgeUlog, channel, onChannel),
  call(541, 502, a.accountXray, nobody, onChannel),
  call(542, 501, a.auditLog, channel, onChannel),
]
