import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { LinkFinding, link } from '../../../contract/link.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { healthOf } from './health.ts'
import { directionOf, eventsDirection } from './overview.ts'
import { type Pinged, ping } from './ping.ts'
import { type LinkPlatform, linkPlatform } from './platform.ts'
import { findingOf } from './rules.ts'
import { LinkFailure } from './types.ts'

/** Clocks further apart than this are worth a word long before the protocol refuses them, in seconds. */
const clockSlackSeconds = 60

interface Verdict {
  finding: LinkFinding
  values?: Readonly<Record<string, unknown>>
  took: number | null
  clockAhead: number | null
}

/**
 * Tries a platform's link both ways and says what is wrong: towards the platform by a ping, from it by what arrived or
 * was turned away last. Writes the link's health. Refuses an unknown platform. Takes at most 20 s.
 */
export async function testLink(ctx: Ctx<'rule'>, platformId: number): Promise<ResultOf<typeof link.test>> {
  const platform = await linkPlatform(ctx, platformId)
  if (!platform) return refuse('platforms.notFound', {}, 'platformId')
  const { finding, values, took, clockAhead } = await tryCommands(ctx, platform)
  const events = await eventsDirection(ctx, platformId)
  return {
    commands: directionOf(ctx, finding, ctx.clock.now(), values),
    events,
    took,
    clockAhead,
  }
}

async function tryCommands(ctx: Ctx<'rule'>, platform: LinkPlatform): Promise<Verdict> {
  const [secret, older] = platform.secrets
  if (!secret) return { finding: 'noSecret', took: null, clockAhead: null }
  const pinged = await ping(ctx, platform, secret)
  const health = healthOf(ctx)
  if (!pinged.failure) {
    await health.answered(platform.id)
    return judgeAnswer(ctx, platform, pinged)
  }
  const { failure } = pinged
  if (failure.code === 'bad_signature' && older && !(await ping(ctx, platform, older)).failure) {
    await health.answered(platform.id)
    return {
      finding: 'oldSecret',
      values: { until: await overlapEnd(ctx, platform.id) },
      took: null,
      clockAhead: null,
    }
  }
  await health.failed(platform.id, failure)
  const finding = findingOf(failure)
  const clockAhead = secondsAhead(ctx, failure.platformTime?.getTime())
  const apart =
    Math.abs(clockAhead ?? 0) > 1
      ? ctx.say('link.seconds', { seconds: clockAhead })
      : ctx.say('link.overLimit')
  return {
    finding,
    values: { status: failure.status ?? '', platform: platform.id, seconds: apart },
    took: null,
    clockAhead,
  }
}

function judgeAnswer(
  ctx: Ctx<'rule'>,
  platform: LinkPlatform,
  { result, tookMs }: Exclude<Pinged, { failure: LinkFailure }>,
): Verdict {
  const { version, platform: named, time } = result
  const clockAhead = secondsAhead(ctx, typeof time === 'string' ? Date.parse(time) : undefined)
  const rest = { took: tookMs, clockAhead }
  if (version !== 1) return { finding: 'version', ...rest }
  if (Number(named) !== platform.id)
    return { finding: 'otherPlatform', values: { platform: String(named).slice(0, 20) }, ...rest }
  if (clockAhead === null) return { finding: 'garbled', ...rest }
  if (Math.abs(clockAhead) > clockSlackSeconds)
    return {
      finding: 'clock',
      values: { seconds: ctx.say('link.seconds', { seconds: clockAhead }) },
      ...rest,
    }
  return { finding: 'well', ...rest }
}

function secondsAhead({ clock }: Pick<Ctx, 'clock'>, told: number | undefined): number | null {
  if (told === undefined || Number.isNaN(told)) return null
  return Math.round((told - clock.now().getTime()) / 1000)
}

async function overlapEnd({ db, clock }: Ctx<'rule'>, platformId: number): Promise<string> {
  const { old_secret_until: until } = await db
    .selectFrom('platforms')
    .select('old_secret_until')
    .where('id', '=', platformId)
    .executeTakeFirstOrThrow()
  return clock.format(until)
}
