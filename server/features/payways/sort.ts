import { sql } from 'kysely'
import { features } from '../../../contract/index.ts'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { enqueueCommands } from '../link/index.ts'
import { startTask } from '../tasks/index.ts'
import { deliveryKey } from './delivery.ts'
import { oneDecisionAtATime, type Target, targetsOf } from './targets.ts'

const { paywaySort, paywayRsyncSort } = features.payways
type Staff = Pick<Ctx<'rule'>, 'db' | 'caller' | 'info'>

export const sortKind = paywayRsyncSort.id
/** Under this number stands the order of the whole group. */
const group = 0

interface Place {
  platform_id: number
  code: string
  sort: number
}

/** Saves places in the group's order, or in one platform's own. Refuses channels and platforms that do not exist. */
export async function saveOrder(
  { db, caller }: Staff,
  { updatedPaywayList }: ParamsOf<typeof paywaySort>,
): Promise<null> {
  // Of a place named twice the last one counts.
  const places = new Map(
    updatedPaywayList.map(({ platform_id = group, ChannelCode: code, SortID: sort }) => [
      `${platform_id} ${code}`,
      { platform_id, code, sort },
    ]),
  )
  const changed = [...places.values()]
  await db.transaction().execute(async (tx) => {
    await oneDecisionAtATime(tx)
    await known(tx, changed)
    const before = await orderOf(tx, changed)
    await sql`
      insert into deposit_channel_order (platform_id, channel_code, sort, changed_by)
      select platform_id, code, sort, ${caller.username}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (platform_id int, code text, sort int)
      on conflict (platform_id, channel_code) do update
        set sort = excluded.sort, changed_by = excluded.changed_by, changed_at = now()`.execute(tx)
    await audit(tx, {
      actor: caller,
      action: paywaySort.id,
      entity: 'payways',
      entityId: 'order',
      before,
      after: changed,
    })
  })
  return null
}

async function known(tx: Db, places: readonly Place[]): Promise<void> {
  const { rows } = await sql<{ platform_id: number; code: string; there: boolean }>`
    select c.platform_id, c.code,
      c.platform_id = ${group} or exists (select from platforms p where p.id = c.platform_id and p.deleted = 0) as there
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as c (platform_id int, code text)
    where not exists (
        select from deposit_channels d
        where d.channel_code = c.code and (c.platform_id = ${group} or d.platform_id = c.platform_id))
    limit 1`.execute(tx)
  const [missing] = rows
  if (!missing) return
  if (!missing.there) refuse('payways.unknownPlatform', { id: missing.platform_id }, 'updatedPaywayList')
  refuse('payways.unknownChannel', { code: missing.code }, 'updatedPaywayList')
}

async function orderOf(tx: Db, places: readonly Place[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select o.platform_id, o.channel_code as code, o.sort from deposit_channel_order o
    join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as c (platform_id int, code text)
      on c.platform_id = o.platform_id and c.code = o.channel_code`.execute(tx)
  return rows
}

/** Queues the wanted order for each chosen platform and starts the task that reports, in one transaction. */
export async function pushOrder(
  { db, caller, info }: Staff,
  { ChannelCode: codes, ...wanted }: ParamsOf<typeof paywayRsyncSort>,
): Promise<{ taskId: string }> {
  const taskId = await db.transaction().execute(async (tx) => {
    await oneDecisionAtATime(tx)
    const targets = await targetsOf(tx, wanted, codes)
    if (!targets.some(({ linked }) => linked)) return refuse('payways.noPlatform', {}, 'platform_id')
    const orders = await wantedOrders(tx)
    const plans = targets.map((target) => ({ target, channels: placesAt(target, orders) }))
    const told = plans.filter(({ target, channels }) => target.linked && channels.length > 0)
    if (told.length === 0) return refuse('payways.noOrder', {}, 'ChannelCode')
    const id = await startTask(tx, {
      accountId: caller.accountId,
      kind: sortKind,
      title: paywayRsyncSort.title[info.lang],
      language: info.lang,
      params: {
        platforms: told.map(({ target }) => ({ id: target.id, name: target.name })),
        skipped: plans
          .filter((plan) => !told.includes(plan))
          .map(({ target }) => ({
            id: target.id,
            name: target.name,
            why: target.linked ? 'noChannel' : 'notLinked',
          })),
      },
      tipType: 'showMsgBox',
    })
    await enqueueCommands(
      tx,
      told.map(({ target, channels }) => ({
        platformId: target.id,
        key: deliveryKey(sortKind, id),
        name: 'depositChannels.sort' as const,
        data: { channels },
      })),
    )
    await audit(tx, {
      actor: caller,
      action: sortKind,
      entity: 'payways',
      entityId: 'order',
      after: { ...wanted, ChannelCode: codes, platforms: told.map(({ target }) => target.id) },
    })
    return id
  })
  return { taskId }
}

/** Wanted places by platform and code; the group's under 0. */
async function wantedOrders(tx: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.selectFrom('deposit_channel_order').selectAll().execute()
  return new Map(rows.map(({ platform_id: id, channel_code: code, sort }) => [`${id} ${code}`, sort]))
}

/** A platform's own place of a channel before the group's. */
const placesAt = ({ id, channels }: Target, orders: ReadonlyMap<string, number>) =>
  channels.flatMap(({ code }) => {
    const sort = orders.get(`${id} ${code}`) ?? orders.get(`${group} ${code}`)
    return sort === undefined ? [] : [{ code, sort }]
  })
