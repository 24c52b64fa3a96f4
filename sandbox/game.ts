import { type OrderRow, requestWithdrawal } from './orders.ts'
import { type Kind, type PlayerRow, playerOf, register, type Sentinel } from './players.ts'
import { drawFor } from './random.ts'
import { type Platform, platformsOf, type World } from './world.ts'

export interface OrderRequest {
  count: number
  roleId?: string | undefined
  /** Thousandths. */
  amount?: number | undefined
  autoPayout?: boolean | undefined
  sentinel?: Sentinel | undefined
  unknown?: readonly string[] | undefined
}

/** Lets players ask for withdrawals, all in one transaction, and answers the orders. Throws a sentence if it cannot. */
export function makeOrders(world: World, platform: Platform, request: OrderRequest): OrderRow[] {
  return world.store.transaction(() => {
    const players = playersFor(world, platform, request)
    const first = platform.order_count
    return Array.from({ length: request.count }, (_, index) => {
      const draw = drawFor(world.seed, platform.platform_id, 'asks', first + index)
      return requestWithdrawal(world, platform, draw.pick(players), {
        origin: 'control',
        amount: request.amount,
        unknown: request.unknown,
      })
    })
  })
}

type Some = readonly [string, ...string[]]

/** Who may ask: someone named, a sentinel, flagged players, or anyone whose order waits for a person. */
function playersFor(world: World, platform: Platform, request: OrderRequest): Some {
  const { platform_id: platformId } = platform
  const having = (condition: string, ...values: string[]) =>
    world.store
      .all<{ role_id: string }>(
        `select role_id from players where platform_id = ? and ${condition} order by role_id`,
        platformId,
        ...values,
      )
      .map((row) => row.role_id)
  const orNew = ([first, ...rest]: string[], kind: Kind): Some => [
    first ?? register(world, platform, kind).role_id,
    ...rest,
  ]
  if (request.roleId !== undefined) {
    if (!playerOf(world, platformId, request.roleId)) throw new Error('there is no such player')
    return [request.roleId]
  }
  if (request.sentinel) return orNew(having('kind = ?', request.sentinel), request.sentinel)
  if (request.autoPayout) {
    const [flagged, ...more] = having('auto_payout = 1')
    return flagged ? [flagged, ...more] : orNew(having("kind = 'auto'"), 'auto')
  }
  return orNew(having("kind in ('ordinary', 'blogger') and auto_payout = 0"), 'ordinary')
}

/** Lets orders come by themselves on platforms with a rate; what was missed while the program was off is not made up for. */
export function stream(world: World): void {
  const now = world.now()
  for (const platform of platformsOf(world)) {
    if (platform.per_minute > 0 && platform.next_order_at <= now) streamOne(world, platform, now)
  }
}

function streamOne(world: World, platform: Platform, now: number): void {
  const { store } = world
  const { platform_id: platformId } = platform
  store.transaction(() => {
    let next = Math.max(platform.next_order_at, now - 1000)
    let made = platform.order_count
    while (next <= now) {
      const draw = drawFor(world.seed, platformId, 'stream', made++)
      requestWithdrawal(world, platform, anyone(world, platform, draw.unit()), { origin: 'stream' })
      next += Math.max(1, (-Math.log(1 - draw.unit()) * 60_000) / platform.per_minute)
    }
    store.run('update platforms set next_order_at = ? where platform_id = ?', Math.ceil(next), platformId)
  })
}

/** Mostly players that are known, now and then a new one. Sentinels ask only when told to. */
function anyone(world: World, platform: Platform, lot: number): string {
  const { platform_id: platformId } = platform
  if (lot < 0.03) return register(world, platform, 'ordinary').role_id
  const among = "platform_id = ? and kind in ('ordinary', 'blogger', 'ring', 'auto')"
  const total = world.store.one<{ n: number }>(`select count(*) as n from players where ${among}`, platformId)
  const player = world.store.one<PlayerRow>(
    `select * from players where ${among} order by role_id limit 1 offset ?`,
    platformId,
    Math.floor(lot * (total?.n ?? 0)),
  )
  return player?.role_id ?? register(world, platform, 'ordinary').role_id
}
