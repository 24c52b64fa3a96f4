import * as z from 'zod'
import type { Store } from './store.ts'

const share = z.number().min(0).max(1)

/** What goes wrong on purpose, per platform. Shares are probabilities from 0 to 1. */
export const Faults = z.object({
  /** Commands carried out whose answer is lost: the connection breaks instead. */
  dropReplies: share.default(0),
  /** Events sent again although they were accepted, in the same batch or a later one. */
  duplicateEvents: share.default(0),
  /** Events that leave later than those made after them. */
  reorderEvents: share.default(0),
  /** Pause in ms before each answer and each batch of events. */
  delayMs: z.number().min(0).max(60_000).default(0),
  /** Payouts that the third party refuses. */
  payoutFailure: share.default(0),
  /** Payouts whose outcome is told only when asked for, or half an hour late. */
  neverAnswer: share.default(0),
  /** Commands about deposit channels are refused. */
  refuseChannels: z.boolean().default(false),
  /** Nothing comes in and nothing leaves. */
  down: z.boolean().default(false),
})
export type Faults = z.infer<typeof Faults>

export interface Platform {
  platform_id: number
  name: string
  story: string
  secret: string
  old_secret: string
  old_until: number
  pitboss_url: string
  faults: string
  per_minute: number
  next_order_at: number
  order_count: number
  player_count: number
  status_version: number
  status_at: number
}

/** What every part of the sandbox is handed: the store, the clock, the seed and a bell for the event sender. */
export interface World {
  store: Store
  seed: number
  /** Ms since 1970. */
  now: () => number
  /** Names this store for ever, so that ids made after a fresh start never equal ids made before it. */
  era: string
  payoutDelayMs: readonly [number, number]
  statusEveryMs: number
  figuresEveryMs: number
  /** Days before today that a platform tells when its figures are first told. */
  historyDays: number
  /** IANA zone whose midnight begins a day. */
  zone: string
  faults: Map<number, Faults>
  /** Tells the platform's sender that there is something to send; `atOnce` also ends its pause after failures. */
  ring: (platformId: number, atOnce?: boolean) => void
}

const noFaults = Faults.parse({})

export function faultsOf(world: World, platformId: number): Faults {
  return world.faults.get(platformId) ?? noFaults
}

export function platformOf(world: World, platformId: number): Platform | undefined {
  return world.store.one<Platform>('select * from platforms where platform_id = ?', platformId)
}

export function platformsOf(world: World): Platform[] {
  return world.store.all<Platform>('select * from platforms order by platform_id')
}

/** The secrets that are valid for what comes in: the present one, and for a day the one before it. */
export function secretsOf(world: World, platform: Platform): string[] {
  const secrets = platform.secret ? [platform.secret] : []
  if (platform.old_secret && platform.old_until > world.now()) secrets.push(platform.old_secret)
  return secrets
}

export const iso = (ms: number) => new Date(ms).toISOString()
