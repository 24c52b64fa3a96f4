import * as z from 'zod'
import * as a from './accounts-params.ts'
import * as row from './accounts-rows.ts'
import { endpoint } from './kit/endpoint.ts'
import { type Kind, kind } from './kit/kinds.ts'
import { type Text, text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { done, labels, listOf, listWith, onOff, taskStarted } from './kit/results.ts'

const staff = [kind.staff]
/** Who may have sub-channels below them. */
const overSubChannels = [kind.staff, kind.channel, kind.subChannel]
/** Who may have salesmen below them. */
const overSalesmen = [kind.staff, kind.channel, kind.subChannel, kind.salesman]
const proxyConfigs = { ...row.listConfigs, salesman_level: labels() }

interface Call<N extends string> {
  name: N
  title: Text
  kinds: readonly Kind[]
}
const systemCall = <const N extends string>({ name, title, kinds }: Call<N>) =>
  ({ id: `accounts.${name}`, path: `/adminapi/system/${name}`, title, kinds, writes: true }) as const

const add = <const N extends string, P extends z.ZodRawShape>(call: Call<N>, more: P) =>
  endpoint({
    ...systemCall(call),
    method: 'POST',
    params: z.object({ ...a.newPerson(), ...more }),
    result: z.object({ id: z.int() }),
  })
const edit = <const N extends string, P extends z.ZodRawShape>(call: Call<N>, more: P) =>
  endpoint({
    ...systemCall(call),
    method: 'POST',
    params: z.object({ ...a.editedPerson(), ...more }),
    result: done(),
  })
/** A call about one account by its id: delete, unbind. */
const byId = <const N extends string>(call: Call<N>) =>
  endpoint({ ...systemCall(call), method: 'GET', params: z.object({ id: a.id() }), result: done() })
const status = <const N extends string>(call: Call<N>) =>
  endpoint({
    ...systemCall(call),
    method: 'GET',
    params: z.object({ id: a.id(), newStatus: p.oneOf([0, 1]).optional() }),
    result: z.object({ status: onOff() }),
  })
const otherPoints = <const N extends string>(call: Call<N>) =>
  endpoint({
    ...systemCall(call),
    method: 'POST',
    params: z.object({ id: a.id(), ...a.threePoints() }),
    /** A sentence if its share exceeds its parent's, else empty. */
    result: z.object({ warning: z.string() }),
  })
const remarkSync = <const N extends string>(call: Call<N>) =>
  endpoint({
    ...systemCall(call),
    method: 'POST',
    params: z.object(a.syncTarget()),
    result: taskStarted(),
  })

const asUser = <const N extends string>(name: N, zh: string, en: string) => ({
  name,
  title: text(zh, en),
  kinds: staff,
})
const asSubChannel = <const N extends string>(name: N, zh: string, en: string) => ({
  name,
  title: text(zh, en),
  kinds: overSubChannels,
})
const asSalesman = <const N extends string>(name: N, zh: string, en: string) => ({
  name,
  title: text(zh, en),
  kinds: overSalesmen,
})
const proxyMore = { role_id: a.playerId(), ParentID: p.int({ min: 1 }).optional() }

export const accounts = {
  users: endpoint({
    ...systemCall(asUser('users', '后台账号', 'Admin users')),
    method: 'GET',
    writes: false,
    params: z.object(a.staffFilter()),
    result: listWith(row.StaffRow, z.object({ role_list: labels() })),
  }),
  userAdd: add(asUser('userAdd', '新增后台账号', 'Add admin user'), {}),
  userEdit: edit(asUser('userEdit', '编辑后台账号', 'Edit admin user'), {}),
  userDel: byId(asUser('userDel', '删除后台账号', 'Delete admin user')),
  userUnbindgoogle: byId(asUser('userUnbindgoogle', '解绑后台账号谷歌验证', 'Unbind key of admin user')),
  userStatus: status(asUser('userStatus', '启停后台账号', 'Switch admin user')),

  channels: endpoint({
    ...systemCall(asUser('channels', '渠道账号', 'Channels')),
    method: 'GET',
    writes: false,
    params: z.object(a.channelFilter()),
    /** Addition: names of business people in use, as suggestions. */
    result: listWith(row.ChannelRow, z.object({ ...row.listConfigs, businessList: z.array(z.string()) })),
  }),
  channelAdd: add(asUser('channelAdd', '新增渠道', 'Add channel'), {
    role_id: a.playerId(),
    business: a.business(),
  }),
  channelEdit: edit(asUser('channelEdit', '编辑渠道', 'Edit channel'), { business: a.business() }),
  channelDel: byId(asUser('channelDel', '删除渠道', 'Delete channel')),
  channelUnbindgoogle: byId(asUser('channelUnbindgoogle', '解绑渠道谷歌验证', 'Unbind key of channel')),
  channelUnbindWdgoogle: byId(
    asUser('channelUnbindWdgoogle', '解绑渠道结算谷歌验证', 'Unbind settlement key of channel'),
  ),
  channelStatus: status(asUser('channelStatus', '启停渠道', 'Switch channel')),
  channelPledgeUEdit: endpoint({
    ...systemCall(asUser('channelPledgeUEdit', '渠道质押设置', 'Set pledge of channel')),
    method: 'POST',
    params: z.object({
      id: a.id(),
      ptype: p.oneOf([1, 2], { missing: 'accounts.pledgeTypeMissing' }),
      pledge_u: p.text({
        missing: 'accounts.pledgeAmount',
        pattern: /^0*[1-9]\d{0,11}$/,
        invalid: 'accounts.pledgeAmount',
      }),
    }),
    /** Addition: the balance from now on, in whole U. */
    result: z.object({ pledge_u: z.int() }),
  }),
  channelOtherPointConfig: otherPoints(
    asUser('channelOtherPointConfig', '渠道点位设置', 'Points of channel'),
  ),
  channelRemarkRsync: remarkSync(asUser('channelRemarkRsync', '同步渠道备注', 'Sync remarks of channels')),
  pledgeUlog: endpoint({
    id: 'accounts.pledgeUlog',
    method: 'GET',
    path: '/adminapi/channel/pledgeUlog',
    title: text('质押记录', 'Pledge records'),
    kinds: [kind.staff, kind.channel],
    params: z.object({ ...p.paging(), username: p.text({ max: 64 }).optional() }),
    result: listOf(row.PledgeRow),
  }),

  subChannels: endpoint({
    ...systemCall(asSubChannel('subChannels', '子渠道账号', 'Sub-channels')),
    method: 'GET',
    writes: false,
    params: z.object(a.proxyFilter()),
    result: listWith(row.ProxyRow, z.object(proxyConfigs)),
  }),
  subChannelAdd: add(asSubChannel('subChannelAdd', '新增子渠道', 'Add sub-channel'), proxyMore),
  subChannelEdit: edit(asSubChannel('subChannelEdit', '编辑子渠道', 'Edit sub-channel'), {}),
  subChannelDel: byId(asSubChannel('subChannelDel', '删除子渠道', 'Delete sub-channel')),
  subChannelUnbindgoogle: byId(
    asSubChannel('subChannelUnbindgoogle', '解绑子渠道谷歌验证', 'Unbind key of sub-channel'),
  ),
  subChannelUnbindWdgoogle: byId(
    asSubChannel(
      'subChannelUnbindWdgoogle',
      '解绑子渠道结算谷歌验证',
      'Unbind settlement key of sub-channel',
    ),
  ),
  subChannelStatus: status(asSubChannel('subChannelStatus', '启停子渠道', 'Switch sub-channel')),
  subChannelOtherPointConfig: otherPoints(
    asSubChannel('subChannelOtherPointConfig', '子渠道点位设置', 'Points of sub-channel'),
  ),
  subChannelRemarkRsync: remarkSync(
    asSubChannel('subChannelRemarkRsync', '同步子渠道备注', 'Sync remarks of sub-channels'),
  ),

  salesmans: endpoint({
    ...systemCall(asSalesman('salesmans', '业务员账号', 'Salesmen')),
    method: 'GET',
    writes: false,
    params: z.object(a.proxyFilter()),
    result: listWith(row.ProxyRow, z.object(proxyConfigs)),
  }),
  salesmanAdd: add(asSalesman('salesmanAdd', '新增业务员', 'Add salesman'), proxyMore),
  salesmanEdit: edit(asSalesman('salesmanEdit', '编辑业务员', 'Edit salesman'), {}),
  salesmanDel: byId(asSalesman('salesmanDel', '删除业务员', 'Delete salesman')),
  salesmanUnbindgoogle: byId(
    asSalesman('salesmanUnbindgoogle', '解绑业务员谷歌验证', 'Unbind key of salesman'),
  ),
  salesmanStatus: status(asSalesman('salesmanStatus', '启停业务员', 'Switch salesman')),
  salesmanOtherPointConfig: otherPoints(
    asSalesman('salesmanOtherPointConfig', '业务员点位设置', 'Points of salesman'),
  ),
  salesmanRemarkRsync: remarkSync(
    asSalesman('salesmanRemarkRsync', '同步业务员备注', 'Sync remarks of salesmen'),
  ),

  agents: endpoint({
    ...systemCall(asSubChannel('agents', '代理账号', 'Agents')),
    method: 'GET',
    writes: false,
    params: z.object(a.agentFilter()),
    result: listWith(row.AgentRow, z.object(proxyConfigs)),
  }),
  agentEdit: edit(asSubChannel('agentEdit', '编辑代理', 'Edit agent'), { type: a.agentType() }),
  agentUnbindgoogle: endpoint({
    ...systemCall(asSubChannel('agentUnbindgoogle', '解绑代理谷歌验证', 'Unbind key of agent')),
    method: 'GET',
    params: z.object({ id: a.id(), type: a.agentType() }),
    result: done(),
  }),
  agentStatus: endpoint({
    ...systemCall(asSubChannel('agentStatus', '启停代理', 'Switch agent')),
    method: 'GET',
    params: z.object({ id: a.id(), type: a.agentType(), newStatus: p.oneOf([0, 1]).optional() }),
    result: z.object({ status: onOff() }),
  }),
  agentDel: endpoint({
    ...systemCall(asSubChannel('agentDel', '删除或恢复代理', 'Delete or recover agent')),
    method: 'GET',
    params: z.object({ id: a.id(), type: a.agentType(), recover: p.oneOf([0, 1]) }),
    result: done(),
  }),

  getGameApiPoints: endpoint({
    id: 'accounts.getGameApiPoints',
    method: 'POST',
    path: '/adminapi/platform/getGameApiPoints',
    title: text('游戏API点位', 'Game API points'),
    kinds: staff,
    params: z.object({ RoleID: a.apiPointOwner() }),
    result: z.object({ list: z.array(row.ApiPointRow) }),
  }),
  editGameApiPoint: endpoint({
    id: 'accounts.editGameApiPoint',
    method: 'POST',
    path: '/adminapi/platform/editGameApiPoint',
    title: text('修改游戏API点位', 'Edit game API points'),
    kinds: staff,
    writes: true,
    params: z.object({ RoleID: a.apiPointOwner(), apiData: a.apiData() }),
    /** True when the points are saved but some platform refused them. */
    result: z.object({ fail: z.boolean() }),
  }),
  rsyncGameApiPoint: endpoint({
    id: 'accounts.rsyncGameApiPoint',
    method: 'POST',
    path: '/adminapi/platform/rsyncGameApiPoint',
    title: text('同步游戏API点位', 'Sync game API points'),
    kinds: staff,
    writes: true,
    params: z.object(a.syncTarget()),
    result: taskStarted(),
  }),

  accountXray: endpoint({
    ...systemCall(asSalesman('accountXray', '账号权限透视', 'What an account can do')),
    method: 'GET',
    writes: false,
    params: z.object({ id: a.id() }),
    result: row.Xray,
  }),
  auditLog: endpoint({
    ...systemCall(asSalesman('auditLog', '变更记录', 'History of changes')),
    method: 'GET',
    writes: false,
    params: z.object({
      ...p.paging(),
      entity: p.text({ max: 40, pattern: /^[a-zA-Z-]+$/ }),
      entityId: p.text({ max: 64 }),
      platform_id: p.int({ min: 1 }).optional(),
    }),
    result: listOf(row.AuditRow),
  }),
}

export const accountMessages = {
  'accounts.incomplete': text('请完善用户信息', 'Please improve user information'),
  'accounts.confirmDiffers': text('两次输入的密码不一致', 'The two passwords are not the same'),
  'accounts.confirmRequired': text('请输入确认密码', 'Please enter confirmation password'),
  'accounts.usernameShape': text(
    '用户名为3至32位字母、数字、下划线、短横线或点',
    'A username has 3 to 32 letters, digits, underscores, dashes or dots',
  ),
  'accounts.usernameTaken': text('用户名已被使用', 'This username is taken'),
  'accounts.playerIdShape': text('玩家ID为最多19位数字', 'A player ID has at most 19 digits'),
  'accounts.playerIdRequired': text('请填写玩家ID', 'Please enter the player ID'),
  'accounts.playerIdTaken': text(
    '该玩家ID已被同类账号使用',
    'An account of this kind has this player ID already',
  ),
  'accounts.wrongRole': text('该角色不能分配给此类账号', 'This role is not for accounts of this kind'),
  'accounts.parentUnknown': text(
    '无法从游戏平台确定上级，请选择上级账号',
    'The platforms know no superior of this player, please choose the parent account',
  ),
  'accounts.parentNotPermitted': text(
    '该上级账号不允许有此类下级',
    'This parent may not have such an account below it',
  ),
  'accounts.parentIsCreator': text('上级只能是您自己', 'The parent can only be yourself'),
  'accounts.self': text('不能停用或删除自己的账号', 'You cannot disable or delete your own account'),
  'accounts.lastFullRights': text(
    '这是最后一个拥有全部权限的账号',
    'This is the last account with all permissions',
  ),
  'accounts.stronger': text(
    '该账号拥有您没有的权限，不能由您修改',
    'This account holds permissions you do not hold, so you cannot change it',
  ),
  'accounts.deleted': text('该账号已删除，请先恢复', 'This account is deleted, recover it first'),
  'accounts.pledgeTypeMissing': text('请选择类型', 'Please select a type'),
  'accounts.pledgeAmount': text('质押数量必须为大于0的整数', 'The amount must be an integer greater than 0'),
  'accounts.pledgeTooMuch': text(
    '释放数量不能大于当前质押 {balance} U',
    'You cannot release more than the present pledge of {balance} U',
  ),
  'accounts.pledgeFull': text('质押总额超出上限', 'The pledge would exceed what can be held'),
  'accounts.pledgeLeft': text(
    '该渠道仍有质押 {balance} U，不能删除',
    'This channel still has a pledge of {balance} U',
  ),
  'accounts.settlePending': text(
    '该渠道有待处理的结算单，不能删除',
    'This channel has a pending settle order',
  ),
  'accounts.noneChosen': text('请选择要操作的数据行', 'Please select the data row you want to operate on'),
  'accounts.shareAboveParent': text(
    '已保存。注意：分红点位高于上级 {parent} 的 {share}%',
    'Saved. Note: the dividend points exceed those of its parent {parent}, {share}%',
  ),
  'accounts.unknownApi': text('未知的游戏API：{id}', 'Unknown game API: {id}'),
  'accounts.level': text('{level}级', 'Level {level}'),
  'accounts.allLevels': text('全部', 'All'),
  'accounts.syncRemark': text('同步账号备注', 'Sync account remarks'),
  'accounts.syncApiPoint': text('同步游戏API点位', 'Sync game API points'),
  'accounts.syncProgress': text('{title}：已处理 {done}/{all}', '{title}: {done} of {all}'),
  'accounts.syncPlatform': text(
    '{platform}：成功 {done}，跳过 {skipped}，失败 {failed}',
    '{platform}: {done} done, {skipped} skipped, {failed} failed',
  ),
  'accounts.syncNoPlatform': text('没有符合条件的平台', 'No platform matches'),
  'accounts.syncNoAccount': text('没有符合条件的账号', 'No account matches'),
} as const
