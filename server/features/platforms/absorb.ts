import { sql } from 'kysely'
import * as z from 'zod'
import { announce } from '../../kit/live.ts'
import { type Absorber, newestOf } from '../link/index.ts'

const smallInt = z.int().min(0).max(2_147_483_647)
const plain = z
  .number()
  .min(-9e12)
  .max(9e12)
  .transform((value) => Math.round(value * 1000))
const label = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u)

const ChannelsEvent = z.object({
  version: z.int().min(1),
  payout: z
    .array(
      z.object({
        id: smallInt,
        name: label,
        on: z.boolean(),
        sort: smallInt,
        payWays: z.array(smallInt).max(100),
      }),
    )
    .max(1000),
  payWays: z.array(z.object({ id: smallInt, code: label })).max(1000),
  defaultPayout: smallInt.nullable(),
})

const StatusEvent = z.object({
  version: z.int().min(1),
  online: smallInt,
  registered: smallInt,
  apiRemain: plain,
  apiCurrent: plain,
})

/** Payout channels and pay ways: the whole list each time, the newest one counts. */
export const absorbChannels: Absorber = async (tx, platformId, events) => {
  const { newest, rejected } = newestOf(ChannelsEvent, events)
  if (!newest) return rejected
  const { version, payout, payWays, defaultPayout } = newest
  const { rows } = await sql`
    insert into platform_status as s (platform_id, channels_version) values (${platformId}, ${version})
    on conflict (platform_id) do update set channels_version = excluded.channels_version
      where s.channels_version < excluded.channels_version
    returning platform_id`.execute(tx)
  if (rows.length === 0) return rejected
  await tx.deleteFrom('payout_channels').where('platform_id', '=', platformId).execute()
  await tx.deleteFrom('pay_ways').where('platform_id', '=', platformId).execute()
  await sql`
    insert into payout_channels (platform_id, channel_id, name, is_on, sort, pay_ways)
    select ${platformId}, id, name, case when "on" then 1 else 0 end, sort, "payWays"
    from jsonb_to_recordset(${JSON.stringify(payout)}::jsonb)
      as c(id int, name text, "on" boolean, sort int, "payWays" int[])
    on conflict do nothing`.execute(tx)
  await sql`
    insert into pay_ways (platform_id, way_id, code)
    select ${platformId}, id, code from jsonb_to_recordset(${JSON.stringify(payWays)}::jsonb) as w(id int, code text)
    on conflict do nothing`.execute(tx)
  await tx
    .updateTable('platforms')
    .set({ default_payout_channel: defaultPayout })
    .where('id', '=', platformId)
    .execute()
  return rejected
}

/** Counters of a platform. */
export const absorbStatus: Absorber = async (tx, platformId, events) => {
  const { newest, rejected } = newestOf(StatusEvent, events)
  if (!newest) return rejected
  const { version, online, registered, apiRemain, apiCurrent } = newest
  const { rows } = await sql`
    insert into platform_status as s (platform_id, version, online_users, registered_users, api_remain, api_current)
    values (${platformId}, ${version}, ${online}, ${registered}, ${apiRemain}, ${apiCurrent})
    on conflict (platform_id) do update set
      version = excluded.version, online_users = excluded.online_users,
      registered_users = excluded.registered_users, api_remain = excluded.api_remain,
      api_current = excluded.api_current
    where s.version < excluded.version
    returning platform_id`.execute(tx)
  if (rows.length > 0) await announce(tx, { type: 'platform', platformId })
  return rejected
}

export const platformAbsorbers: Readonly<Record<string, Absorber>> = {
  channels: absorbChannels,
  status: absorbStatus,
}
