import { emit } from './events.ts'
import { drawFor } from './random.ts'
import { type Platform, platformOf, platformsOf, type World } from './world.ts'

const hourMs = 3_600_000

/** Data of the `status` event: how many play now follows the hour of the day, API credit shrinks until topped up. */
export function statusData(world: World, platformId: number): object {
  const platform = platformOf(world, platformId)
  const registered = platform?.player_count ?? 0
  const now = world.now()
  const draw = drawFor(world.seed, platformId, 'status', Math.floor(now / 60_000))
  const hourInBrazil = ((now / hourMs - 3) % 24) + (now < 3 * hourMs ? 24 : 0)
  const crowd = 0.25 + 0.2 * Math.cos(((hourInBrazil - 21) / 24) * 2 * Math.PI)
  const used = Math.floor((now / hourMs) % 24) * 1500
  return {
    version: platform?.status_version ?? 0,
    online: Math.round(registered * (crowd + draw.unit() * 0.05)),
    registered,
    apiRemain: 50_000 - used,
    apiCurrent: used,
  }
}

/** Tells the counters of each platform whose turn it is. One not sent yet is replaced: only the newest matters. */
export function tellStatus(world: World): void {
  if (world.statusEveryMs === 0) return
  const now = world.now()
  for (const platform of platformsOf(world)) {
    if (platform.status_at + world.statusEveryMs <= now) tellOne(world, platform)
  }
}

function tellOne(world: World, { platform_id: platformId }: Platform): void {
  const { store } = world
  store.transaction(() => {
    store.run("delete from events where platform_id = ? and type = 'status'", platformId)
    store.run(
      'update platforms set status_version = status_version + 1, status_at = ? where platform_id = ?',
      world.now(),
      platformId,
    )
    emit(world, platformId, 'status', statusData(world, platformId))
  })
}
