import { midnightBefore } from './days.ts'
import { addToDay, type DepositChannel, depositBooks, tellDeposits } from './deposits.ts'
import { drawFor } from './random.ts'
import type { World } from './world.ts'

/** Ends deposits whose time has come; each counts for the day it began on. */
export function settleDeposits(world: World): void {
  const due = world.store.all<{
    id: number
    platform_id: number
    code: string
    since: number
    succeeds: number
  }>('select * from deposits where due_at <= ? order by due_at limit 500', world.now())
  if (due.length === 0) return
  world.store.transaction(() => {
    for (const { id, platform_id: platformId, code, since, succeeds } of due) {
      world.store.run('delete from deposits where id = ?', id)
      addToDay(world, platformId, code, since, 0, succeeds)
    }
  })
}

function begin(world: World, platformId: number, code: string, succeeds: boolean, dueAt: number): void {
  const since = midnightBefore(world.now(), world.zone)
  world.store.run(
    'insert into deposits (platform_id, code, since, due_at, succeeds) values (?,?,?,?,?)',
    platformId,
    code,
    since,
    dueAt,
    succeeds ? 1 : 0,
  )
  addToDay(world, platformId, code, since, 1, 0)
}

/** Lets deposits come by themselves over channels that are on; what was missed while the program was off is not made up for. */
export function streamDeposits(world: World): void {
  const now = world.now()
  for (const book of depositBooks(world)) {
    if (book.per_minute <= 0 || book.next_at > now) continue
    const { platform_id: platformId } = book
    world.store.transaction(() => {
      const [first, ...others] = world.store.all<DepositChannel>(
        'select * from deposit_channels where platform_id = ? and is_on = 1 order by sort, code',
        platformId,
      )
      const draw = drawFor(world.seed, platformId, 'deposit', book.made)
      if (first) {
        const chosen = draw.pick([first, ...others])
        begin(world, platformId, chosen.code, draw.chance(chosen.success_rate), now + draw.int(2000, 20_000))
      }
      const next = now + Math.ceil((-Math.log(1 - draw.unit()) * 60_000) / book.per_minute)
      world.store.run(
        'update deposit_books set made = made + 1, next_at = ? where platform_id = ?',
        next,
        platformId,
      )
    })
  }
}

/** Deposits made by hand: so many ended today, of them so many well, and so many that never end. */
export function makeDeposits(
  world: World,
  platformId: number,
  { code, count, succeeded, open }: { code: string; count: number; succeeded: number; open: number },
): void {
  world.store.transaction(() => {
    if (!hasChannel(world, platformId, code)) throw new Error('there is no such channel')
    const since = midnightBefore(world.now(), world.zone)
    addToDay(world, platformId, code, since, count, Math.min(succeeded, count))
    for (let each = 0; each < open; each++) begin(world, platformId, code, false, Number.MAX_SAFE_INTEGER)
    tellDeposits(world, platformId)
  })
}

const hasChannel = (world: World, platformId: number, code: string) =>
  world.store.one(
    'select code from deposit_channels where platform_id = ? and code = ?',
    platformId,
    code,
  ) !== undefined
