import type { Config } from '../../config.ts'
import type { Db } from '../../kit/db/connect.ts'
import { networks } from './addresses.ts'

/** On what terms accounts are settled; each is a setting of the same name in the table of settings. */
export interface Terms {
  /** Share of cumulative profit a channel may ask for itself, in percent. */
  percent: number
  /** Least amount of such a request, in whole currency. */
  minimum: number
  /** Hours that requests wait after a change of address or key. */
  holdHours: number
  /** Networks an address may be of. */
  networks: readonly string[]
  /** Whether staff may look at a channel's quick settle. */
  staffSearch: boolean
  /** How far the rate of an order may be from the recent one before a second person is asked, in percent. */
  rateBand: number
}

const keys = {
  percent: 'settle-percent',
  minimum: 'quick-settle-min',
  holdHours: 'settle-hold-hours',
  networks: 'settle-networks',
  staffSearch: 'quick-settle-staff',
  rateBand: 'settle-order-rate-band',
} as const

const whole = (value: unknown, fallback: number, least: number, most: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : fallback

/** The terms in force. A setting that is missing or makes no sense counts as its default. */
export async function termsOf({ db, config }: { db: Db; config: Config }): Promise<Terms> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(keys))
    .execute()
  const set = new Map(rows.map(({ key, value }) => [key, value]))
  const wanted = set.get(keys.networks)
  const known = networks.map(({ name }) => name)
  const chosen = Array.isArray(wanted) ? known.filter((name) => wanted.includes(name)) : known
  return {
    percent: whole(set.get(keys.percent), 90, 0, 100),
    minimum: whole(set.get(keys.minimum), 1, 1, 1_000_000_000),
    holdHours: whole(set.get(keys.holdHours), config.mode === 'demo' ? 0 : 24, 0, 10_000),
    networks: chosen.length > 0 ? chosen : known,
    staffSearch: set.get(keys.staffSearch) !== false,
    rateBand: whole(set.get(keys.rateBand), 20, 0, 1000),
  }
}
