import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { fromPlain } from '../../../contract/kit/units.ts'
import type { withdrawals } from '../../../contract/withdrawals.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import { refuse } from '../../kit/refusal.ts'
import { type CommandName, enqueueCommands } from '../link/index.ts'
import type { Acting } from './actions.ts'

/** Each of these is a decision of its own, so each gets a key of its own. */
const keyFor = (name: CommandName) => `${name}:${randomUUID()}`

/** Sets the turnover that the given players owe. `dm` in plain currency; orders stay as they are. */
export async function setTurnoverDuty(
  { db, caller }: Acting,
  { roleids, dm, platformId }: ParamsOf<typeof withdrawals.turnoverDuty>,
): Promise<{ count: number }> {
  const duty = fromPlain(dm)
  await db.transaction().execute(async (tx) => {
    await playersExist(tx, platformId, roleids, 'roleids')
    await enqueueCommands(tx, [
      {
        platformId,
        name: 'player.turnoverDuty',
        key: keyFor('player.turnoverDuty'),
        data: { roleIds: roleids, duty: Number(duty) },
      },
    ])
    await audit(
      tx,
      roleids.map((roleId) => ({
        actor: caller,
        action: 'withdrawals.turnoverDuty',
        entity: 'player',
        entityId: roleId,
        platformId,
        after: { duty },
      })),
    )
  })
  return { count: roleids.length }
}

/** Replaces a player's remark, here and at the platform; the log keeps the one before. */
export async function setPlayerRemark(
  { db, caller }: Acting,
  { roleId, remark, platformId }: ParamsOf<typeof withdrawals.remark>,
): Promise<null> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ before: string }>`
      update players set remark = ${remark} where platform_id = ${platformId} and role_id = ${roleId}
      returning old.remark as before`.execute(tx)
    const [changed] = rows
    if (!changed) refuse('withdrawals.playerNotFound', { roleId }, 'roleId')
    await enqueueCommands(tx, [
      { platformId, name: 'player.remark', key: keyFor('player.remark'), data: { roleId, remark } },
    ])
    await audit(tx, {
      actor: caller,
      action: 'withdrawals.remark',
      entity: 'player',
      entityId: roleId,
      platformId,
      before: { remark: changed.before },
      after: { remark },
    })
  })
  return null
}

/** Sends a player an in-game mail. */
export async function mailPlayer(
  { db, caller }: Acting,
  { roleId, content, platformId }: ParamsOf<typeof withdrawals.mail>,
): Promise<null> {
  await db.transaction().execute(async (tx) => {
    await playersExist(tx, platformId, [roleId], 'roleId')
    await enqueueCommands(tx, [
      { platformId, name: 'player.mail', key: keyFor('player.mail'), data: { roleId, content } },
    ])
    await audit(tx, {
      actor: caller,
      action: 'withdrawals.mail',
      entity: 'player',
      entityId: roleId,
      platformId,
      after: { content },
    })
  })
  return null
}

/** Flags players for automatic payout. Answers how many were not flagged before; refuses an unknown one. */
export async function flagForAutoPayout(
  ctx: Acting,
  { RoleID: roleIds, platformId }: ParamsOf<typeof withdrawals.autoPayoutAdd>,
): Promise<{ count: number }> {
  return ctx.db.transaction().execute(async (tx) => {
    await playersExist(tx, platformId, roleIds, 'RoleID')
    return { count: await setFlag(tx, ctx, platformId, roleIds, true) }
  })
}

/** Takes the flag away. Players unknown or not flagged are passed over; answers how many lost it. */
export async function unflagForAutoPayout(
  ctx: Acting,
  { RoleID: roleIds, platformId }: ParamsOf<typeof withdrawals.autoPayoutDel>,
): Promise<{ count: number }> {
  return ctx.db
    .transaction()
    .execute(async (tx) => ({ count: await setFlag(tx, ctx, platformId, roleIds, false) }))
}

async function setFlag(
  tx: Db,
  { caller }: Acting,
  platformId: number,
  roleIds: readonly string[],
  on: boolean,
): Promise<number> {
  const flag = on ? 1 : 0
  const changed = await tx
    .updateTable('players')
    .set({ auto_payout: flag, auto_payout_by: caller.username, auto_payout_at: sql<Date>`now()` })
    .where('platform_id', '=', platformId)
    .where('role_id', '=', sql<string>`any(${roleIds}::text[])`)
    .where('auto_payout', '=', 1 - flag)
    .returning('role_id')
    .execute()
  if (changed.length === 0) return 0
  const ids = changed.map(({ role_id: roleId }) => roleId).toSorted()
  await enqueueCommands(tx, [
    { platformId, name: 'player.autoPayout', key: keyFor('player.autoPayout'), data: { roleIds: ids, on } },
  ])
  await audit(
    tx,
    ids.map((roleId) => ({
      actor: caller,
      action: on ? 'withdrawals.autoPayoutAdd' : 'withdrawals.autoPayoutDel',
      entity: 'player',
      entityId: roleId,
      platformId,
      before: { autoPayout: 1 - flag },
      after: { autoPayout: flag },
    })),
  )
  return ids.length
}

async function playersExist(
  tx: Db,
  platformId: number,
  roleIds: readonly string[],
  field: string,
): Promise<void> {
  const known = await tx
    .selectFrom('players')
    .select('role_id')
    .where('platform_id', '=', platformId)
    .where('role_id', '=', sql<string>`any(${roleIds}::text[])`)
    .execute()
  const ids = new Set(known.map(({ role_id: roleId }) => roleId))
  const missing = roleIds.find((roleId) => !ids.has(roleId))
  if (missing !== undefined) refuse('withdrawals.playerNotFound', { roleId: missing }, field)
}
