import { sql } from 'kysely'
import * as z from 'zod'
import type { Clock } from '../../kit/clock.ts'
import { announce } from '../../kit/live.ts'
import { type Absorber, newestOf } from '../link/index.ts'

const counter = z.int().min(0).max(2_147_483_647)

const event = (clock: Clock) =>
  z.object({
    version: z.int().min(1),
    since: z.iso
      .datetime()
      .transform((text) => new Date(text))
      // Counters of another zone's day would be compared with ours.
      .refine((at) => clock.startOf(clock.dayOf(at)).getTime() === at.getTime(), {
        message: `must be a midnight in ${clock.timeZone}`,
      }),
    channels: z
      .array(
        z.object({
          code: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
          name: z
            .string()
            .max(200)
            .regex(/^\P{Cc}*$/u),
          on: z.boolean(),
          sort: counter,
          orderAll: counter,
          orderSucc: counter,
          orderOpen: counter,
        }),
      )
      .max(1000)
      .refine((list) => new Set(list.map(({ code }) => code)).size === list.length, {
        message: 'a code stands twice',
      }),
  })

/** Channels players deposit by: the whole list each time, the newest one counts. */
export const absorbDepositChannels = (clock: Clock): Absorber => {
  const schema = event(clock)
  return async (tx, platformId, events) => {
    const { newest, rejected } = newestOf(schema, events)
    if (!newest) return rejected
    const { version, since, channels } = newest
    const { rows } = await sql`
      insert into platform_status as s (platform_id, deposits_version, deposits_since, deposits_at)
      values (${platformId}, ${version}, ${since}, now())
      on conflict (platform_id) do update set deposits_version = excluded.deposits_version,
        deposits_since = excluded.deposits_since, deposits_at = excluded.deposits_at
        where s.deposits_version < excluded.deposits_version
      returning platform_id`.execute(tx)
    if (rows.length === 0) return rejected
    await sql`
      delete from deposit_channels where platform_id = ${platformId}
        and not channel_code = any(${channels.map(({ code }) => code)}::text[])`.execute(tx)
    await sql`
      insert into deposit_channels
        (platform_id, channel_code, name, is_on, sort, order_all, order_succ, order_open)
      select ${platformId}, code, name, case when "on" then 1 else 0 end, sort, "orderAll", "orderSucc", "orderOpen"
      from jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as c (code text, name text, "on" boolean,
        sort int, "orderAll" int, "orderSucc" int, "orderOpen" int)
      on conflict (platform_id, channel_code) do update set name = excluded.name, is_on = excluded.is_on,
        sort = excluded.sort, order_all = excluded.order_all, order_succ = excluded.order_succ,
        order_open = excluded.order_open`.execute(tx)
    await announce(tx, { type: 'platform', platformId })
    return rejected
  }
}

/** What payment channels take in from the link. */
export const paywayAbsorbers = (clock: Clock): Readonly<Record<string, Absorber>> => ({
  depositChannels: absorbDepositChannels(clock),
})
