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
const parent = () => p.int({ min: 1 }).optional()
const proxyMore = { role_id: a.playerId(), ParentID: parent() }
/** Addition: another parent, as long as neither the account nor anybody below it has figures. */
const proxyEdited = { ParentID: parent() }

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
      /** Addition: a fresh code of the caller, asked for a release where the setting says so. */
      identify_code: p.text({ max: 6 }).optional(),
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
  subChannelEdit: edit(asSubChannel('subChannelEdit', '编辑子渠道', 'Edit sub-channel'), proxyEdited),
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
  salesmanEdit: edit(asSalesman('salesmanEdit', '编辑业务员', 'Edit salesman'), proxyEdited),
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
