import * as z from 'zod'
import { labels, moment, onOff } from './kit/results.ts'
import { count, percent, tenthsOfPercent } from './kit/units.ts'
import { CategoryOption, PlatformOption } from './platforms.ts'

const person = {
  id: z.int(),
  username: z.string(),
  group_id: z.int(),
  /** Name of the role. */
  title: z.string(),
  status: onOff(),
  remark: z.string(),
  create_time: moment(),
  last_login_time: moment(),
}

const points = {
  game_passage_point: percent(),
  game_withdraw_point: percent(),
  game_dividend_point: percent(),
}

export const StaffRow = z.object({
  ...person,
  telegramAdminList: z.array(z.object({ user_name: z.string(), type_name: z.string() })),
})

export const ChannelRow = z.object({
  ...person,
  ...points,
  business: z.string(),
  chat_title: z.string(),
  /** Whole U held as pledge. */
  pledge_u: count(),
  withdraw_addr: z.string(),
  /** Id of the account's proxy player; text, since it can pass 2^53. */
  role_id: z.string(),
})

const ProxyPart = z.object({ RoleId: z.string(), Account: z.string(), Remark: z.string() })

/** A sub-channel, salesman or, in the agents list, any account of the channel side. */
export const ProxyRow = z.object({
  ...person,
  ...points,
  role_id: z.string(),
  /** Distance from the owning channel, or from the viewer if that is itself below a channel. */
  level: z.int(),
  /** From the channel down to the direct parent; what lies above the viewer is left out. */
  ParentIds: z.array(z.int()),
  ParentID: z.int(),
  parentsData: z.array(z.object({ id: z.int(), username: z.string(), type: z.int() })),
  /** The nearest account of each kind on the way up, itself included; empty texts where there is none. */
  proxyInfo: z.object({ channel: ProxyPart, subChannel: ProxyPart, salesman: ProxyPart }),
})

export const AgentRow = ProxyRow.extend({ deleted: onOff(), type: z.int() })

export const PledgeRow = z.object({
  /** Addition: tells two alike entries apart. */
  id: z.string(),
  username: z.string(),
  /** Whole U; whether it came or went says `type`. */
  pledge_u: count(),
  type: z.int(),
  create_username: z.string(),
  create_time: moment(),
})

export const ApiPointRow = z.object({ ApiID: z.int(), ApiName: z.string(), ApiPoint: tenthsOfPercent() })

export const listConfigs = {
  role_list: labels(),
  cateList: z.array(CategoryOption),
  platformList: z.array(PlatformOption),
}

export const AuditRow = z.object({
  id: z.string(),
  at: moment(),
  username: z.string(),
  action: z.string(),
  /** What the action is called, in the caller's language. */
  title: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
})

/** What an account can see and do, as the gate itself decides it. */
export const Xray = z.object({
  id: z.int(),
  username: z.string(),
  kind: z.int(),
  role: z.object({ id: z.int(), title: z.string() }),
  /** '' if it may act, else why not. */
  blocked: z.string(),
  pages: z.array(z.object({ id: z.int(), title: z.string(), name: z.string() })),
  calls: z.array(
    z.object({
      id: z.string(),
      method: z.string(),
      path: z.string(),
      title: z.string(),
      writes: z.boolean(),
      allowed: z.boolean(),
      /** '' if allowed; 'kind' if no account of its kind may; else the name of the missing rule. */
      missing: z.string(),
    }),
  ),
  scope: z.object({ everything: z.boolean(), accounts: count(), sessions: count() }),
})
