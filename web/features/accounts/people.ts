import type * as z from 'zod'
import { accounts } from '../../../contract/accounts.ts'
import type { AgentRow, ChannelRow, ProxyRow, StaffRow } from '../../../contract/accounts-rows.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'

export type Staff = z.output<typeof StaffRow>
export type Channel = z.output<typeof ChannelRow>
export type Proxy = z.output<typeof ProxyRow>
export type Agent = z.output<typeof AgentRow>

/** What all kinds of account show alike. */
export type Person = Omit<Staff, 'telegramAdminList'>
/** An account with rates of its own. */
export type Rated = Omit<Person, 'title'> &
  Pick<Channel, 'game_passage_point' | 'game_withdraw_point' | 'game_dividend_point' | 'role_id'>
export type Xray = ResultOf<typeof accounts.accountXray>

/** Sub-channels and salesmen have one page: these are its differences. */
export const proxyPages = {
  subChannel: {
    kind: kind.subChannel,
    /** Whom such an account may stand below. */
    above: [kind.channel, kind.subChannel],
    list: accounts.subChannels,
    add: accounts.subChannelAdd,
    edit: accounts.subChannelEdit,
    remove: accounts.subChannelDel,
    unbind: accounts.subChannelUnbindgoogle,
    unbindSettle: accounts.subChannelUnbindWdgoogle,
    status: accounts.subChannelStatus,
    points: accounts.subChannelOtherPointConfig,
    sync: accounts.subChannelRemarkRsync,
  },
  salesman: {
    kind: kind.salesman,
    above: [kind.channel, kind.subChannel, kind.salesman],
    list: accounts.salesmans,
    add: accounts.salesmanAdd,
    edit: accounts.salesmanEdit,
    remove: accounts.salesmanDel,
    unbind: accounts.salesmanUnbindgoogle,
    /** A salesman asks for no settlement, so there is no key to unbind. */
    unbindSettle: undefined,
    status: accounts.salesmanStatus,
    points: accounts.salesmanOtherPointConfig,
    sync: accounts.salesmanRemarkRsync,
  },
} as const
export type ProxyPageOf = (typeof proxyPages)[keyof typeof proxyPages]

/** Kinds of the channel side, in the order people name them. */
export const agentKinds = [kind.channel, kind.subChannel, kind.salesman] as const
export type AgentKind = (typeof agentKinds)[number]
export const isAgentKind = (of: number): of is AgentKind => (agentKinds as readonly number[]).includes(of)

/** Labels by stored value as options of a selector. */
export const optionsOf = (labels: Readonly<Record<string, string>> | undefined) =>
  Object.entries(labels ?? {}).map(([value, label]) => ({ value: Number(value), label }))

export type { Kind }

/** A dialog about one account, open while there is a name. */
export interface OfAccount {
  username: string | undefined
  close: () => void
}
