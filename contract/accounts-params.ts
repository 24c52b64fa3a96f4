import * as z from 'zod'
import { kind } from './kit/kinds.ts'
import * as p from './kit/params.ts'

/** An account's or role's id; anything that cannot be one is no request at all. */
export const id = () =>
  p
    .text({ missing: 'kit.invalidRequest', pattern: /^[1-9]\d{0,8}$/, invalid: 'kit.invalidRequest' })
    .transform(Number)

/** Kind of an agent: 3 channel, 4 salesman, 9 sub-channel. */
export const agentType = () =>
  p
    .text({ missing: 'kit.invalidRequest', pattern: /^[349]$/, invalid: 'kit.invalidRequest' })
    .transform((sent) => Number(sent) as typeof kind.channel | typeof kind.salesman | typeof kind.subChannel)

const group = () => p.int({ min: 1, missing: 'accounts.incomplete' })
const remark = () => p.clearable({ max: 500 })

/** What every form for a new account asks. Passwords arrive encrypted. */
export const newPerson = () => ({
  group_id: group(),
  username: p.text({
    max: 32,
    missing: 'accounts.incomplete',
    pattern: /^[A-Za-z0-9_.-]{3,32}$/,
    invalid: 'accounts.usernameShape',
  }),
  pwd: p.secret({ missing: 'accounts.incomplete' }),
  conf_pwd: p.secret({ missing: 'accounts.incomplete' }),
  remark: remark(),
})

/** What every edit form asks; a blank password stays as it is. */
export const editedPerson = () => ({
  id: id(),
  group_id: group(),
  pwd: p.secret().optional(),
  conf_pwd: p.secret().optional(),
  remark: remark(),
})

export const playerId = () =>
  p.text({ max: 19, pattern: /^\d+$/, invalid: 'accounts.playerIdShape' }).optional()
export const business = () => p.clearable({ max: 100 })

/** A percentage with one decimal, kept as tenths of a percent. */
const point = () => p.decimal({ max: 100, decimals: 1 }).transform((sent) => Math.round(Number(sent) * 10))
export const threePoints = () => ({
  game_passage_point: point(),
  game_withdraw_point: point(),
  game_dividend_point: point(),
})

const words = () => p.text({ max: 100 }).optional()
const statuses = () => p.list(p.int({ max: 1 })).optional()

export const staffFilter = () => ({ ...p.paging(), username: words(), status: statuses(), remark: words() })

export const channelFilter = () => ({
  ...staffFilter(),
  business: words(),
  chat_title: words(),
  /** `with`, `without`, or the least pledge in whole U. */
  pledge_u: p.text({ max: 16, pattern: /^(all|with|without|\d{1,15})$/ }).optional(),
})

export const proxyFilter = () => ({
  ...staffFilter(),
  /** Part of the name of any superior. */
  parentAccount: words(),
  /** 0 or nothing means every level. */
  accountLevel: p.int({ max: 1000 }).optional(),
})

export const agentFilter = () => ({
  ...proxyFilter(),
  type: p.list(p.oneOf([kind.channel, kind.salesman, kind.subChannel])).optional(),
  deleted: p.oneOf([0, 1]).optional(),
})

/** Which accounts are told to which platforms; no platform named means all that run. */
export const syncTarget = () => ({
  cate_id: p.list(p.int()).optional(),
  platform_id: p.list(p.int()).optional(),
  usernames: p.list(p.text({ max: 64 }), { max: 1000, missing: 'accounts.noneChosen' }),
  event: p.text({ max: 20 }).optional(),
})

/** The whole table of points, in tenths of a percent. */
export const apiData = () =>
  p.json(
    z
      .array(
        z.object({
          ApiID: z.coerce.number().int().min(1).max(2_147_483_647),
          ApiPoint: z.coerce.number().int().min(0).max(1000),
        }),
      )
      .max(1000),
  )

/** Player id of an account, or -1 for the template. */
export const apiPointOwner = () =>
  p.text({
    max: 19,
    missing: 'kit.invalidRequest',
    pattern: /^(-1|\d{1,19})$/,
    invalid: 'kit.invalidRequest',
  })
