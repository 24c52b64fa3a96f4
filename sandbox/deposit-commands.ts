import * as z from 'zod'
import { changeDepositChannels } from './deposits.ts'
import { type Answer, done, refused, type Verb, verb } from './verb.ts'
import { faultsOf, type World } from './world.ts'

const Code = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/)

function change(
  world: World,
  platformId: number,
  changes: Parameters<typeof changeDepositChannels>[2],
): Answer {
  if (faultsOf(world, platformId).refuseChannels) return refused('channels are locked by the platform')
  return changeDepositChannels(world, platformId, changes) > 0 ? done : refused('unknown_channel')
}

/** Commands about the channels players deposit by. */
export const depositVerbs: Record<string, Verb> = {
  'depositChannels.switch': verb({
    data: z.object({ codes: z.array(Code).min(1).max(1000), on: z.boolean() }),
    carryOut: (world, platformId, { codes, on }) =>
      change(
        world,
        platformId,
        codes.map((code) => ({ code, on })),
      ),
  }),
  'depositChannels.sort': verb({
    data: z.object({
      channels: z
        .array(z.object({ code: Code, sort: z.int().min(0).max(2_147_483_647) }))
        .min(1)
        .max(1000),
    }),
    carryOut: (world, platformId, { channels }) => change(world, platformId, channels),
  }),
}
