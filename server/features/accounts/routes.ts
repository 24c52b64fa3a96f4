import { features } from '../../../contract/index.ts'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx, Handlers } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import {
  addAccount,
  type EditedPerson,
  editAccount,
  type NewPerson,
  unbindKey,
  unbindSettleKey,
} from './actions.ts'
import { editApiPoints, getApiPoints } from './api-points.ts'
import type { FiguresOfToday } from './figures-of-today.ts'
import { accountXray, auditLog } from './insight.ts'
import { changePledge } from './pledge.ts'
import { agents, channels, pledgeLog, proxies, users } from './queries.ts'
import { setPoints } from './rates.ts'
import { type Target, targetOf } from './scope.ts'
import { deleteAccount, recoverAccount, switchAccount } from './state.ts'
import { apiPointKinds, startSync } from './sync.ts'

const { accounts: calls } = features
type Accounts = typeof calls
type Rule = Ctx<'rule'>
interface ById {
  id: number
}

const finding =
  (ctx: Rule, id: number, of: Kind) =>
  (tx: Db): Promise<Target> =>
    targetOf(ctx.caller.scope, tx, id, { kind: of })

/** An agent by id and type, which must belong together; deleted ones are found too. */
const findingAgent =
  (ctx: Rule, id: number, type: Kind) =>
  async (tx: Db): Promise<Target> => {
    const target = await targetOf(ctx.caller.scope, tx, id, { deleted: true })
    if (target.kind === kind.staff) return refuse('kit.notFound', {}, 'id')
    return target.kind === type ? target : refuse('kit.invalidRequest', {}, 'type')
  }

const liveAgent = (ctx: Rule, id: number, type: Kind) => async (tx: Db) => {
  const target = await findingAgent(ctx, id, type)(tx)
  return target.deleted ? refuse('accounts.deleted') : target
}

/** The calls that every kind has alike, under the names its screens use. */
const alike = (figures: FiguresOfToday, of: Kind, name: 'user' | 'channel' | 'subChannel' | 'salesman') => ({
  add: (ctx: Rule, params: NewPerson) => addAccount(ctx, `accounts.${name}Add`, of, params),
  edit: (ctx: Rule, params: EditedPerson) =>
    editAccount(ctx, `accounts.${name}Edit`, finding(ctx, params.id, of), params, figures),
  del: (ctx: Rule, { id }: ById) => deleteAccount(ctx, `accounts.${name}Del`, finding(ctx, id, of)),
  unbind: (ctx: Rule, { id }: ById) => unbindKey(ctx, `accounts.${name}Unbindgoogle`, finding(ctx, id, of)),
  status: (ctx: Rule, { id, newStatus }: ById & { newStatus?: 0 | 1 | undefined }) =>
    switchAccount(ctx, `accounts.${name}Status`, finding(ctx, id, of), newStatus),
  points: (ctx: Rule, params: ParamsOf<Accounts['channelOtherPointConfig']>) =>
    setPoints(ctx, figures, `accounts.${name}OtherPointConfig`, of, params),
})

/** The calls of accounts of every kind. */
export function accountHandlers(figures: FiguresOfToday): Handlers<Accounts> {
  const user = alike(figures, kind.staff, 'user')
  const channel = alike(figures, kind.channel, 'channel')
  const subChannel = alike(figures, kind.subChannel, 'subChannel')
  const salesman = alike(figures, kind.salesman, 'salesman')
  return {
    users,
    userAdd: user.add,
    userEdit: user.edit,
    userDel: user.del,
    userUnbindgoogle: user.unbind,
    userStatus: user.status,

    channels,
    channelAdd: channel.add,
    channelEdit: channel.edit,
    channelDel: channel.del,
    channelUnbindgoogle: channel.unbind,
    channelUnbindWdgoogle: (ctx, { id }) =>
      unbindSettleKey(ctx, 'accounts.channelUnbindWdgoogle', id, kind.channel),
    channelStatus: channel.status,
    channelPledgeUEdit: changePledge,
    channelOtherPointConfig: channel.points,
    channelRemarkRsync: (ctx, params) => startSync(ctx, calls.channelRemarkRsync, [kind.channel], params),
    pledgeUlog: pledgeLog,

    subChannels: (ctx, params) => proxies(ctx, kind.subChannel, params),
    subChannelAdd: subChannel.add,
    subChannelEdit: subChannel.edit,
    subChannelDel: subChannel.del,
    subChannelUnbindgoogle: subChannel.unbind,
    subChannelUnbindWdgoogle: (ctx, { id }) =>
      unbindSettleKey(ctx, 'accounts.subChannelUnbindWdgoogle', id, kind.subChannel),
    subChannelStatus: subChannel.status,
    subChannelOtherPointConfig: subChannel.points,
    subChannelRemarkRsync: (ctx, params) =>
      startSync(ctx, calls.subChannelRemarkRsync, [kind.subChannel], params),

    salesmans: (ctx, params) => proxies(ctx, kind.salesman, params),
    salesmanAdd: salesman.add,
    salesmanEdit: salesman.edit,
    salesmanDel: salesman.del,
    salesmanUnbindgoogle: salesman.unbind,
    salesmanStatus: salesman.status,
    salesmanOtherPointConfig: salesman.points,
    salesmanRemarkRsync: (ctx, params) => startSync(ctx, calls.salesmanRemarkRsync, [kind.salesman], params),

    agents,
    agentEdit: (ctx, params) =>
      editAccount(ctx, 'accounts.agentEdit', liveAgent(ctx, params.id, params.type), params, figures),
    agentUnbindgoogle: (ctx, { id, type }) =>
      unbindKey(ctx, 'accounts.agentUnbindgoogle', liveAgent(ctx, id, type)),
    agentStatus: (ctx, { id, type, newStatus }) =>
      switchAccount(ctx, 'accounts.agentStatus', liveAgent(ctx, id, type), newStatus),
    agentDel: (ctx, { id, type, recover }) =>
      (recover ? recoverAccount : deleteAccount)(ctx, 'accounts.agentDel', findingAgent(ctx, id, type)),

    getGameApiPoints: getApiPoints,
    editGameApiPoint: (ctx, params) => editApiPoints(ctx, figures, params),
    rsyncGameApiPoint: (ctx, params) => startSync(ctx, calls.rsyncGameApiPoint, apiPointKinds, params),

    accountXray,
    auditLog,
  }
}
