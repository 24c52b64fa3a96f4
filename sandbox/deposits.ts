import { midnightBefore } from './days.ts'
import { emit } from './events.ts'
import { drawFor } from './random.ts'
import { iso, type Platform, type World } from './world.ts'

export interface DepositChannel {
  code: string
  name: string
  is_on: number
  sort: number
  /** Share of its deposits that succeed, 0..1. */
  success_rate: number
}

const channel = (
  sort: number,
  code: string,
  name: string,
  success_rate: number,
  is_on: 0 | 1 = 1,
): DepositChannel => ({ code, name, is_on, sort, success_rate })
/** What most platforms have in common. */
const common = [
  channel(1, 'PIX_RAPIDO', 'PIX Rápido', 0.92),
  channel(2, 'PIX_QR', 'PIX QR', 0.88),
  channel(3, 'SUFU', '速付 SuFu', 0.81),
  channel(4, 'BOLETO', 'Boleto Bancário', 0.66),
  channel(5, 'LUSO_CARD', 'Luso Card', 0.54),
  channel(6, 'TED_DIRETO', 'TED Direto', 0.72),
]
const usdt = channel(7, 'USDT_TRC20', 'USDT TRC20', 0.95)
const picPay = channel(8, 'PICPAY', 'PicPay', 0.84, 0)

/** The channels a platform starts with: its story decides which of them fail, and what it has for itself alone. */
function firstChannels(story: string): DepositChannel[] {
  if (story === 'dispute')
    return [...common.map((each) => (each.code === 'SUFU' ? { ...each, success_rate: 0.08 } : each)), picPay]
  if (story === 'fraud') return [...common, usdt, channel(9, 'DRAGON_PAY', '金龙支付', 0.12)]
  return [...common, usdt, picPay]
}

export interface DepositBook {
  platform_id: number
  version: number
  told_version: number
  told_at: number
  told_since: number
  per_minute: number
  next_at: number
  made: number
}

/** Gives a platform its deposit channels and the counts of today, once; later it only sets the rate, if one is given. */
export function openDeposits(
  world: World,
  { platform_id: id, story }: Pick<Platform, 'platform_id' | 'story'>,
  perMinute?: number,
): void {
  const { store } = world
  if (store.run('insert or ignore into deposit_books (platform_id) values (?)', id) > 0) {
    const since = midnightBefore(world.now(), world.zone)
    const hours = (world.now() - since) / 3_600_000
    for (const each of firstChannels(story)) {
      store.run(
        'insert into deposit_channels values (?,?,?,?,?,?)',
        id,
        each.code,
        each.name,
        each.is_on,
        each.sort,
        each.success_rate,
      )
      if (story === 'empty' || each.is_on === 0) continue
      const draw = drawFor(world.seed, id, 'deposits', each.code)
      const orders = draw.int(12, 30) + Math.round(hours * draw.int(2, 9))
      addToDay(world, id, each.code, since, orders, Math.floor(orders * each.success_rate))
    }
    tellDeposits(world, id)
  }
  if (perMinute !== undefined) setDepositRate(world, id, perMinute)
}

export function setDepositRate(world: World, platformId: number, perMinute: number): void {
  world.store.run(
    'update deposit_books set per_minute = ?, next_at = ? where platform_id = ?',
    perMinute,
    world.now(),
    platformId,
  )
}

/** Adds to what began on a day. */
export function addToDay(
  world: World,
  platformId: number,
  code: string,
  since: number,
  orders: number,
  succeeded: number,
): void {
  world.store.run(
    `insert into deposit_days values (?,?,?,?,?) on conflict do update set
       orders = orders + excluded.orders, succeeded = succeeded + excluded.succeeded`,
    platformId,
    code,
    since,
    orders,
    succeeded,
  )
  world.store.run('update deposit_books set version = version + 1 where platform_id = ?', platformId)
}

interface Counted {
  code: string
  name: string
  on: boolean
  sort: number
  orderAll: number
  orderSucc: number
  orderOpen: number
}

/** The channels as they stand, with today's counts. */
export function depositChannelsOf(world: World, platformId: number): Counted[] {
  return world.store
    .all<Omit<Counted, 'on'> & { is_on: number }>(
      `select c.code, c.name, c.is_on, c.sort, coalesce(d.orders, 0) as orderAll,
         coalesce(d.succeeded, 0) as orderSucc,
         (select count(*) from deposits o where o.platform_id = c.platform_id and o.code = c.code) as orderOpen
       from deposit_channels c
       left join deposit_days d on d.platform_id = c.platform_id and d.code = c.code and d.since = ?
       where c.platform_id = ? order by c.sort, c.code`,
      midnightBefore(world.now(), world.zone),
      platformId,
    )
    .map(({ is_on, ...rest }) => ({ ...rest, on: is_on === 1 }))
}

const bookOf = (world: World, platformId: number) =>
  world.store.one<DepositBook>('select * from deposit_books where platform_id = ?', platformId)

/** Data of the `depositChannels` event. */
export function depositChannelsData(world: World, platformId: number): object {
  return {
    version: bookOf(world, platformId)?.version ?? 1,
    since: iso(midnightBefore(world.now(), world.zone)),
    channels: depositChannelsOf(world, platformId),
  }
}

/** Tells the whole list. One not sent yet is replaced: only the newest matters. */
export function tellDeposits(world: World, platformId: number): void {
  world.store.transaction(() => {
    world.store.run("delete from events where platform_id = ? and type = 'depositChannels'", platformId)
    world.store.run(
      'update deposit_books set told_version = version, told_at = ?, told_since = ? where platform_id = ?',
      world.now(),
      midnightBefore(world.now(), world.zone),
      platformId,
    )
    emit(world, platformId, 'depositChannels', depositChannelsData(world, platformId))
  })
}

export const depositBooks = (world: World) =>
  world.store.all<DepositBook>('select * from deposit_books order by platform_id')

/** Tells the lists of platforms whose turn it is, if anything in them changed or a new day began. */
export function tellDepositsDue(world: World): void {
  if (world.statusEveryMs === 0) return
  const now = world.now()
  const since = midnightBefore(now, world.zone)
  for (const book of depositBooks(world)) {
    if (book.told_at + world.statusEveryMs > now) continue
    if (book.told_version === book.version && book.told_since === since) continue
    if (book.told_since !== since) touch(world, book.platform_id)
    tellDeposits(world, book.platform_id)
  }
}

/** A change of the list, whatever it was. */
function touch(world: World, platformId: number): void {
  world.store.run('update deposit_books set version = version + 1 where platform_id = ?', platformId)
}

/** Changes one channel and tells the list. False where the platform has no such channel. */
export function changeDepositChannel(
  world: World,
  platformId: number,
  code: string,
  change: { on?: boolean | undefined; sort?: number | undefined; successRate?: number | undefined },
): boolean {
  const met = changeDepositChannels(world, platformId, [{ code, ...change }])
  return met > 0
}

/** Changes several and tells the list; codes that are not known are passed over. Answers how many were. */
export function changeDepositChannels(
  world: World,
  platformId: number,
  changes: readonly {
    code: string
    on?: boolean | undefined
    sort?: number | undefined
    successRate?: number | undefined
  }[],
): number {
  return world.store.transaction(() => {
    let met = 0
    for (const { code, on, sort, successRate } of changes)
      met += world.store.run(
        `update deposit_channels set is_on = coalesce(?, is_on), sort = coalesce(?, sort),
           success_rate = coalesce(?, success_rate) where platform_id = ? and code = ?`,
        on === undefined ? null : on ? 1 : 0,
        sort ?? null,
        successRate ?? null,
        platformId,
        code,
      )
    if (met === 0) return 0
    touch(world, platformId)
    tellDeposits(world, platformId)
    return met
  })
}
