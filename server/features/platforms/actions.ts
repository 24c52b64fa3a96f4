import { sql } from 'kysely'
import { fieldName } from '../../../contract/fields.ts'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { platformAddresses, type platforms } from '../../../contract/platforms.ts'
import { fixedRules } from '../../../contract/rules.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { takeCategory } from './categories.ts'
import { withIcon } from './images.ts'
import { addressTrouble, endsAfter } from './rules.ts'
import { refusingTaken } from './taken.ts'

type Staff = Ctx<'rule'>
type Addition = ParamsOf<typeof platforms.platformAdd>
type Edition = ParamsOf<typeof platforms.platformEdit>
type Address = (typeof platformAddresses)[number]

const audited = [
  'name',
  'remark',
  'cate_id',
  'status',
  'icon',
  'publish_time',
  'end_time',
  'channel_live_show',
  'admin_url',
  'channel_url',
  'api_url',
] as const

/**
 * Adds a platform, not shown in the channel live view, and answers its id. Addresses without the rule for them are
 * ignored, and that is logged. Refuses what is wrong with a field, an unknown category, and a name that is taken.
 */
export async function addPlatform(ctx: Staff, params: Addition): Promise<number> {
  const { kept, ignored } = readAddresses(ctx, params, fixedRules.platformAddUrls)
  const times = readTimes(ctx, params)
  const { name, remark = '', cate_id, status = 0 } = params
  return withIcon(ctx, params.icon, (icon = '') =>
    refusingTaken('platforms.nameTaken', () =>
      ctx.db.transaction().execute(async (tx) => {
        if (!(await takeCategory(tx, cate_id))) refuse('platforms.cateNotFound', {}, 'cate_id')
        const { id, ...after } = await tx
          .insertInto('platforms')
          .values({ name, remark, cate_id, status, icon, ...times, ...kept })
          .returning(['id', ...audited])
          .executeTakeFirstOrThrow()
        await tx.insertInto('platform_status').values({ platform_id: id }).execute()
        await note(ctx, tx, 'platforms.platformAdd', id, { after }, ignored)
        return id
      }),
    ),
  )
}

/** Changes a platform; what the contract says of absent fields holds. Refuses like adding, and an unknown platform. */
export async function editPlatform(ctx: Staff, params: Edition): Promise<void> {
  const { id, clear = [], name, remark = '', cate_id, status } = params
  const { kept, ignored } = readAddresses(ctx, params, fixedRules.platformEditUrls, clear)
  const times = readTimes(ctx, params)
  await withIcon(ctx, params.icon, (icon) =>
    refusingTaken('platforms.nameTaken', () =>
      ctx.db.transaction().execute(async (tx) => {
        const before = await takePlatform(tx, id)
        if (!before) return refuse('platforms.notFound', {}, 'id')
        // One that was switched off stays a home for those that live in it.
        if (!(await takeCategory(tx, cate_id))) refuse('platforms.cateNotFound', {}, 'cate_id')
        const picture = icon ?? (clear.includes('icon') ? '' : undefined)
        const after = await tx
          .updateTable('platforms')
          .set({
            name,
            remark,
            cate_id,
            ...times,
            ...kept,
            ...(status === undefined ? {} : { status }),
            ...(picture === undefined ? {} : { icon: picture }),
          })
          .where('id', '=', id)
          .returning([...audited])
          .executeTakeFirstOrThrow()
        await note(ctx, tx, 'platforms.platformEdit', id, { before, after }, ignored)
      }),
    ),
  )
}

/** Deletes a platform nothing is known of. Refuses once it has told anything or was told anything. */
export async function deletePlatform(ctx: Staff, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await takePlatform(tx, id)
    if (!before) return refuse('platforms.notFound', {}, 'id')
    await tx.updateTable('platforms').set({ deleted: 1 }).where('id', '=', id).execute()
    if (await hasData(tx, id)) refuse('platforms.hasData', {}, 'id')
    await note(ctx, tx, 'platforms.platformDel', id, { before })
  })
}

/** Shows a platform in the channels' live view, or no longer. Refuses an unknown one. */
export async function flipChannelLiveShow(ctx: Staff, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const after = await tx
      .updateTable('platforms')
      .set({ channel_live_show: sql<number>`1 - channel_live_show` })
      .where('id', '=', id)
      .where('deleted', '=', 0)
      .returning('channel_live_show')
      .executeTakeFirst()
    if (!after) return refuse('platforms.notFound', {}, 'id')
    const before = { channel_live_show: 1 - after.channel_live_show }
    await note(ctx, tx, 'platforms.platformChannelLiveShow', id, { before, after })
  })
}

/** Everything a platform tells leaves an event or an order, everything it is told a command. */
async function hasData(tx: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from link_inbox where platform_id = ${id})
      or exists (select from link_outbox where platform_id = ${id})
      or exists (select from withdrawal_orders where platform_id = ${id})
      or exists (select from players where platform_id = ${id}) as has`.execute(tx)
  return rows[0]?.has ?? true
}

/** Takes hold of a platform until the transaction ends and answers it; undefined where there is none. */
const takePlatform = (tx: Db, id: number) =>
  tx
    .updateTable('platforms')
    .set({ deleted: 0 })
    .where('id', '=', id)
    .where('deleted', '=', 0)
    .returning([...audited])
    .executeTakeFirst()

function readTimes({ clock }: Staff, { publish_time, end_time }: Addition) {
  const publish = publish_time === undefined ? null : clock.parse(publish_time)
  const end = end_time === undefined ? null : clock.parse(end_time)
  if (!endsAfter(publish, end)) refuse('platforms.endBeforePublish', {}, 'end_time')
  return { publish_time: publish, end_time: end }
}

/** The addresses to be stored: those sent and those to be emptied, or none without the rule. */
function readAddresses(
  { caller, config, info }: Staff,
  params: Addition,
  rule: number,
  clear: readonly string[] = [],
): { kept: Partial<Record<Address, string>>; ignored: readonly Address[] } {
  const named = platformAddresses.filter((field) => params[field] !== undefined || clear.includes(field))
  if (!caller.ruleIds.includes(rule)) return { kept: {}, ignored: named }
  const kept: Partial<Record<Address, string>> = {}
  for (const field of named) {
    const address = params[field] ?? ''
    // People only are sent to the back end; what the channels open and what carries commands must be safe on the way.
    const httpsOnly = field !== 'admin_url' && !config.allowHttp
    const trouble = address && addressTrouble(address, { httpsOnly, hosts: config.platformHosts })
    const values = { field: fieldName(field, info.lang) }
    if (trouble === 'scheme') refuse('platforms.addressScheme', values, field)
    if (trouble === 'https') refuse('platforms.addressHttps', values, field)
    if (trouble) refuse('platforms.addressUnsupported', values, field)
    kept[field] = address.replace(/\/+$/, '')
  }
  return { kept, ignored: [] }
}

async function note(
  { caller, log }: Staff,
  tx: Db,
  action: string,
  id: number,
  change: { before?: unknown; after?: unknown },
  ignored: readonly Address[] = [],
): Promise<void> {
  const reason = ignored.length > 0 ? `ignored without the rule: ${ignored.join(', ')}` : ''
  if (reason)
    log.warn({ username: caller.username, platformId: id, ignored }, 'addresses of a platform ignored')
  await audit(tx, {
    actor: caller,
    action,
    entity: 'platform',
    entityId: String(id),
    platformId: id,
    ...change,
    reason,
  })
  await announce(tx, { type: 'platform', platformId: id })
}
