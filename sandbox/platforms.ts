import * as z from 'zod'
import { PlatformConfig, Secret, Story } from './config.ts'
import { openDeposits } from './deposits.ts'
import { makePlatform } from './history.ts'
import { platformOf, type World } from './world.ts'

const dayMs = 86_400_000

/** A platform as told by the configuration or the control API. What is missing stays as it is. */
export const NewPlatform = z.strictObject({
  platform_id: z.coerce.number().pipe(PlatformConfig.shape.platform_id),
  name: z.string().min(1).max(100).optional(),
  secret: Secret.optional(),
  story: Story.optional(),
  perMinute: z.number().min(0).max(6000).optional(),
  depositsPerMinute: z.number().min(0).max(6000).optional(),
  pitbossUrl: z.url({ protocol: /^https?$/ }).optional(),
  historyOrders: z.int().min(0).max(100_000).optional(),
})

export interface Defaults {
  pitbossUrl: string
  historyOrders: number
}

/**
 * Makes a platform that is new with its story; one that exists gets what is given, its story and past stay.
 * After a new secret the one before it is believed for a day more; what is sent is signed with the new one.
 */
export function takeUp(
  world: World,
  given: z.infer<typeof NewPlatform>,
  defaults: Defaults,
): { platform_id: number; name: string } {
  const { platform_id: id } = given
  const present = platformOf(world, id)
  const name = given.name ?? present?.name ?? `Sandbox ${id}`
  if (present) {
    const secret = given.secret || present.secret
    const rotated = secret !== present.secret
    world.store.run(
      `update platforms set name = ?, secret = ?, old_secret = ?, old_until = ?, pitboss_url = ?, per_minute = ?
        where platform_id = ?`,
      name,
      secret,
      rotated ? present.secret : present.old_secret,
      rotated ? world.now() + dayMs : present.old_until,
      given.pitbossUrl ?? present.pitboss_url,
      given.perMinute ?? present.per_minute,
      id,
    )
    openDeposits(world, present, given.depositsPerMinute)
  } else {
    const { secret, story, perMinute, depositsPerMinute } = given
    const config = PlatformConfig.parse({
      platform_id: id,
      name,
      secret,
      story,
      perMinute,
      depositsPerMinute,
    })
    const { pitbossUrl = defaults.pitbossUrl, historyOrders = defaults.historyOrders } = given
    makePlatform(world, config, pitbossUrl, historyOrders)
  }
  world.ring(id, true)
  return { platform_id: id, name }
}
