import * as z from 'zod'
import { drawFor } from './random.ts'

const Account = z.strictObject({
  channel_account: z.string().min(1).max(64),
  channel_name: z.string().max(64).default(''),
  chat_title: z.string().max(128).default(''),
  role_id: z.string().max(40).default(''),
})
type Account = z.infer<typeof Account>

export const BotSetting = z.strictObject({
  pitbossUrl: z.url({ protocol: /^https?$/ }),
  key_id: z.string().min(1).max(64),
  secret: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
  /** Usernames of the channel side the bot works for. */
  accounts: z.array(Account).min(1).max(100),
  /** Names of the platforms people ask about. */
  platforms: z.array(z.string().min(1).max(64)).min(1).max(100),
  /** Telegram users who speak for somebody of the staff. */
  admins: z
    .array(
      z.strictObject({
        username: z.string().min(1).max(64),
        list: z.array(z.strictObject({ user_name: z.string(), type_name: z.string() })),
      }),
    )
    .default([]),
})
export type BotSetting = z.infer<typeof BotSetting>

export const dayMs = 24 * 3_600_000
const perDay = 12

const operators = ['群助手小陈', '群助手小林', 'night_shift', 'ops_bot'] as const
const members = ['lin_sheng', 'wang_tt', 'channel_boss', 'maria_br', 'joao.agente'] as const
const deeds = [
  'queryFigures',
  'queryFigures',
  'queryOrder',
  'queryOrder',
  'queryPlayer',
  'querySettlement',
  'notify',
  'help',
  'addAdmin',
  'bindChat',
] as const

/** Ids of chats and people, the same for the same name. */
const numberOf = (seed: number, name: string, from: number) =>
  from + drawFor(seed, 'bot', name).int(0, 899_999_999)

/** One thing the bot did: the n-th of a day, days counted from 1970. */
function entryOf(seed: number, { accounts, platforms }: BotSetting, day: number, n: number) {
  const draw = drawFor(seed, 'bot', day, n)
  const account =
    accounts[draw.int(0, accounts.length - 1)] ??
    ({ channel_account: '', channel_name: '', role_id: '' } as Account)
  const action = draw.pick(deeds)
  const player = `8${draw.digits(8)}`
  const order = `W${draw.digits(12)}`
  const member = draw.pick(members)
  const about = action === 'addAdmin' ? draw.pick(members) : ''
  const [command, response] = words(action, { player, order, about, title: account.chat_title, draw })
  return {
    id: `bot-${day}-${n}`,
    update_time: new Date(timeOf(seed, day, n)).toISOString(),
    username: draw.pick(operators),
    platname: platforms[draw.int(0, platforms.length - 1)] ?? '',
    channel_name: account.channel_name,
    channel_account: account.channel_account,
    action,
    command,
    response,
    chat_id: String(-1_000_000_000_000 - numberOf(seed, account.channel_account, 100_000_000)),
    target_telegram_id: about ? String(numberOf(seed, about, 100_000_000)) : '',
    target_telegram_username: about,
    action_telegram_id: String(numberOf(seed, member, 100_000_000)),
    action_telegram_username: member,
    role_id: action === 'queryPlayer' || action === 'queryOrder' ? player : account.role_id,
  }
}

/** Spread over the day: an even share each, and a place within it. */
function timeOf(seed: number, day: number, n: number): number {
  const share = dayMs / perDay
  return Math.floor(day * dayMs + n * share + drawFor(seed, 'bot time', day, n).unit() * share)
}

interface Told {
  player: string
  order: string
  about: string
  title: string
  draw: ReturnType<typeof drawFor>
}

function words(
  action: (typeof deeds)[number],
  { player, order, about, title, draw }: Told,
): [string, string] {
  const amount = () => (draw.int(1_000, 9_000_000) / 100).toFixed(2)
  switch (action) {
    case 'queryFigures':
      return ['/today', JSON.stringify({ deposit: amount(), withdraw: amount(), players: draw.int(10, 900) })]
    case 'queryOrder':
      return [
        `/order ${order}`,
        JSON.stringify({
          orderNo: order,
          status: draw.pick(['待审核', '已出款', '已拒绝']),
          amount: amount(),
        }),
      ]
    case 'queryPlayer':
      return [
        `/player ${player}`,
        JSON.stringify({ roleId: player, totalDeposit: amount(), vip: draw.int(0, 9) }),
      ]
    case 'querySettlement':
      return ['/settle', `可结算 ${amount()}，质押 ${draw.int(1, 40) * 500} U`]
    case 'notify':
      return ['/notify 今日 18:00 维护', '已发送到 1 个群组']
    case 'addAdmin':
      return [`/admin add @${about}`, `@${about} 已成为管理员`]
    case 'bindChat':
      return ['/bind', `群组「${title}」已绑定`]
    case 'help':
      return ['/help', '/today /order /player /settle /notify /admin']
    default:
      return ['', '']
  }
}

/** Entries of `[fromMs, toMs)`, oldest first. */
export function entriesBetween(seed: number, setting: BotSetting, fromMs: number, toMs: number) {
  const found = []
  for (let day = Math.floor(fromMs / dayMs); day * dayMs < toMs; day++)
    for (let n = 0; n < perDay; n++) {
      const at = timeOf(seed, day, n)
      if (at >= fromMs && at < toMs) found.push(entryOf(seed, setting, day, n))
    }
  return found
}
