import type * as z from 'zod'
import type { AgentRow, ChannelRow, ProxyRow, StaffRow } from '../../../contract/accounts-rows.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Clock } from '../../kit/clock.ts'
import type { AccountRow, Link } from './list.ts'

const onOff = (stored: number): 0 | 1 => (stored ? 1 : 0)

const personOf = (row: AccountRow, clock: Clock) => ({
  id: row.id,
  username: row.username,
  group_id: row.group_id,
  title: row.title,
  status: onOff(row.status),
  remark: row.remark,
  create_time: clock.format(row.created_at),
  last_login_time: clock.format(row.last_login_at),
})

/** Stored in tenths of a percent, sent as percent. */
const pointsOf = (row: AccountRow) => ({
  game_passage_point: row.game_passage_point / 10,
  game_withdraw_point: row.game_withdraw_point / 10,
  game_dividend_point: row.game_dividend_point / 10,
})

export const staffRow = (
  row: AccountRow,
  clock: Clock,
  telegramAdminList: z.output<typeof StaffRow>['telegramAdminList'],
): z.output<typeof StaffRow> => ({ ...personOf(row, clock), telegramAdminList })

export const channelRow = (row: AccountRow, clock: Clock): z.output<typeof ChannelRow> => ({
  ...personOf(row, clock),
  ...pointsOf(row),
  business: row.business,
  chat_title: row.chat_title,
  pledge_u: Number(row.pledge_u),
  withdraw_addr: row.withdraw_addr,
  role_id: row.role_id,
})

const none = { RoleId: '', Account: '', Remark: '' }

/** `chain` runs from the account itself upwards. */
export function proxyRow(row: AccountRow, clock: Clock, chain: readonly Link[]): z.output<typeof ProxyRow> {
  const parents = chain.filter(({ distance }) => distance > 0).toReversed()
  const part = (of: Kind) => {
    const nearest = chain.find((link) => link.kind === of)
    return nearest
      ? { RoleId: nearest.role_id, Account: nearest.username, Remark: nearest.remark }
      : { ...none }
  }
  return {
    ...personOf(row, clock),
    ...pointsOf(row),
    role_id: row.role_id,
    level: row.level,
    ParentIds: parents.map(({ id }) => id),
    ParentID: row.parent_id ?? 0,
    parentsData: parents.map(({ id, username, kind: type }) => ({ id, username, type })),
    proxyInfo: {
      channel: part(kind.channel),
      subChannel: part(kind.subChannel),
      salesman: part(kind.salesman),
    },
  }
}

export const agentRow = (
  row: AccountRow,
  clock: Clock,
  chain: readonly Link[],
): z.output<typeof AgentRow> => ({
  ...proxyRow(row, clock, chain),
  deleted: onOff(row.deleted),
  type: row.kind,
})
