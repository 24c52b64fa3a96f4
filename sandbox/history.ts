import type { PlatformConfig } from './config.ts'
import { openDeposits } from './deposits.ts'
import { type Money, requestWithdrawal } from './orders.ts'
import { changeChannel, channelFor, channelsOf } from './payways.ts'
import { type Kind, type PlayerRow, type Profile, playerChanged, register, sentinels } from './players.ts'
import { drawFor } from './random.ts'
import { stored } from './store.ts'
import { bookTransfer, tellOutcome } from './thirdparty.ts'
import { type Platform, platformOf, type World } from './world.ts'

const pasts = ['paid', 'failed', 'refunded', 'confiscated'] as const satisfies Money[]
type Past = (typeof pasts)[number]
const dayMs = 86_400_000

/** How past orders ended, as shares of 1, by the platform's story. */
const endings: Record<string, Record<Past, number>> = {
  calm: { paid: 0.88, failed: 0.04, refunded: 0.06, confiscated: 0.02 },
  dispute: { paid: 0.58, failed: 0.14, refunded: 0.24, confiscated: 0.04 },
  fraud: { paid: 0.74, failed: 0.05, refunded: 0.11, confiscated: 0.1 },
}

/** How many players of each kind a platform starts with. */
function castOf(story: string): [Kind, number][] {
  if (story === 'empty') return [['ordinary', 20]]
  return [
    ['ordinary', 110],
    ['blogger', 6],
    ['auto', 5],
    ...(story === 'fraud' ? [['ring', 7] satisfies [Kind, number]] : []),
    ...sentinels.map((sentinel): [Kind, number] => [sentinel, 1]),
  ]
}

/** Makes a platform that is new to the store: its players, its last 20 days, and what is open at the moment. */
export function makePlatform(
  world: World,
  config: PlatformConfig,
  pitbossUrl: string,
  pastOrders: number,
): void {
  const { store } = world
  store.transaction(() => {
    store.run(
      'insert into platforms (platform_id, name, story, secret, pitboss_url, per_minute) values (?,?,?,?,?,?)',
      config.platform_id,
      config.name,
      config.story,
      config.secret,
      pitbossUrl,
      config.perMinute,
    )
    const platform = platformOf(world, config.platform_id)
    if (!platform) return
    changeChannel(world, config.platform_id)
    openDeposits(world, platform, config.depositsPerMinute)
    const begin = world.now() - 20 * dayMs
    const players = castOf(config.story).flatMap(([kind, many]) =>
      Array.from({ length: many }, () => register(world, platform, kind, begin)),
    )
    if (config.story === 'empty') return
    playThePast(world, platform, players, begin, pastOrders)
    // Their totals have grown meanwhile; once told at the end is enough.
    for (const { role_id: roleId } of players) playerChanged(world, config.platform_id, roleId)
    leaveOpen(world, platform, players)
  })
}

function playThePast(
  world: World,
  platform: Platform,
  players: PlayerRow[],
  begin: number,
  pastOrders: number,
): void {
  const draw = drawFor(world.seed, platform.platform_id, 'past')
  const active = players.filter(({ kind }) => !sentinels.some((sentinel) => sentinel === kind))
  const ring = active.filter(({ kind }) => kind === 'ring')
  // Up to three hours ago: what is younger is open.
  const moments = Array.from(
    { length: pastOrders },
    () => begin + Math.floor(draw.unit() * (20 * dayMs - dayMs / 8)),
  )
  for (const at of moments.toSorted((a, b) => a - b)) {
    const [first, ...others] = draw.chance(0.08) && ring.length > 0 ? ring : active
    if (!first) return
    const player = draw.pick([first, ...others])
    pastOrder(world, platform, player, endingFor(draw.unit(), platform.story, player.kind), at)
  }
}

function endingFor(lot: number, story: string, kind: Kind): Past {
  if (kind === 'ring') return lot < 0.35 ? 'paid' : lot < 0.5 ? 'refunded' : 'confiscated'
  let rest = lot
  for (const ending of pasts) {
    rest -= endings[story]?.[ending] ?? 0
    if (rest < 0) return ending
  }
  return 'paid'
}

/** An order that was over before Pitboss was linked: told once in its final state, its payout under the key ''. */
function pastOrder(world: World, platform: Platform, player: PlayerRow, money: Past, at: number): void {
  const { platform_id: platformId } = platform
  const order = requestWithdrawal(world, platform, player.role_id, { origin: 'history', money, at })
  if (money !== 'paid' && money !== 'failed') return
  const draw = drawFor(world.seed, platformId, 'past payout', order.order_no.slice(-6))
  const way = stored<Profile>(player.profile).payWay
  const paidAt = Math.min(at + draw.int(2, 90) * 60_000, world.now())
  const reference = money === 'paid' ? `TP${draw.digits(16)}` : ''
  const payment = {
    platform_id: platformId,
    key: '',
    order_no: order.order_no,
    amount: order.real_pay,
    channel_id: channelFor(channelsOf(world, platformId), way) ?? 1,
    plan: money,
    due_at: null,
    outcome: money,
    reference,
    reason:
      money === 'paid' ? '' : draw.pick(['RECEIVER_ACCOUNT_INVALID', 'BANK_REJECTED', '收款账户状态异常']),
    at: paidAt,
  }
  if (money === 'paid') bookTransfer(world, platformId, order.order_no, order.real_pay, reference, paidAt)
  tellOutcome(world, payment, 1)
}

/** What waits for a reviewer when the curtain rises: some orders, all of the ring's, one of each sentinel. */
function leaveOpen(world: World, platform: Platform, players: PlayerRow[]): void {
  const draw = drawFor(world.seed, platform.platform_id, 'open')
  const ordinary = players.filter(({ kind }) => kind === 'ordinary' || kind === 'blogger')
  const asking = [
    ...ordinary.slice(0, platform.story === 'dispute' ? 24 : 12),
    ...players.filter(({ kind }) => kind === 'ring' || sentinels.some((sentinel) => sentinel === kind)),
  ]
  const moments = asking.map(() => world.now() - Math.floor(draw.unit() * (dayMs / 8)))
  const inTime = moments.toSorted((a, b) => a - b)
  asking.forEach(({ role_id: roleId }, index) => {
    requestWithdrawal(world, platform, roleId, { origin: 'history', at: inTime[index] ?? world.now() })
  })
}
