import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { audit } from '../../kit/audit.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { type Command, enqueueCommands } from '../link/index.ts'
import type { FiguresOfToday } from './figures-of-today.ts'
import { isBelowViewer } from './scope.ts'
import { accountsAt, platformsToTell, waitForPlatforms } from './tell-platforms.ts'

type Accounts = typeof features.accounts

/** Owner of the points that count where an account has none of its own. */
const template = -1
/** How long saving waits to learn whether a platform refuses; delivery goes on without it. */
const patienceMs = 5000

export interface ApiPoint {
  api_id: number
  name: string
  point: number
}

/** Points of an owner on a business day, in tenths of a percent: its own, else the template's, else 0. */
export async function apiPointsOn(db: Db, ownerId: number, day: string): Promise<ApiPoint[]> {
  const { rows } = await sql<ApiPoint>`
    select g.api_id, g.name, coalesce(own.point, common.point, 0) as point
    from game_apis g
    left join lateral (
      select point from api_points p
      where p.owner_id = ${ownerId} and p.api_id = g.api_id and p.from_day <= ${day}
      order by p.from_day desc limit 1
    ) own on true
    left join lateral (
      select point from api_points p
      where p.owner_id = ${template} and p.api_id = g.api_id and p.from_day <= ${day}
      order by p.from_day desc limit 1
    ) common on true
    order by g.sort, g.api_id`.execute(db)
  return rows
}

/** The account of a player id; of several kinds with one number, the one highest in the hierarchy. */
async function ownerOf(scope: Scope, db: Db, RoleID: string): Promise<number> {
  if (scope.everything && RoleID === String(template)) return template
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a
    where a.role_id = ${RoleID} and a.deleted = 0 and ${isBelowViewer(scope)}
    order by case a.kind when 3 then 0 when 9 then 1 else 2 end limit 1`.execute(db)
  return rows[0]?.id ?? refuse('kit.notFound', {}, 'RoleID')
}

const onWire = (points: readonly ApiPoint[]) => points.map(({ api_id, point }) => ({ apiId: api_id, point }))

/** The points of an account, or of the template. */
export async function getApiPoints(
  { db, clock, caller }: Ctx<'rule'>,
  { RoleID }: ParamsOf<Accounts['getGameApiPoints']>,
): Promise<ResultOf<Accounts['getGameApiPoints']>> {
  const points = await apiPointsOn(db, await ownerOf(caller.scope, db, RoleID), clock.dayOf(clock.now()))
  return {
    list: points.map(({ api_id, name, point }) => ({ ApiID: api_id, ApiName: name, ApiPoint: point })),
  }
}

/**
 * Saves the points an owner has from today's business day on and tells every running platform. `fail` is true when one
 * of them refused within a few seconds; the points are saved all the same.
 */
export async function editApiPoints(
  ctx: Ctx<'rule'>,
  figures: FiguresOfToday,
  { RoleID, apiData }: ParamsOf<Accounts['editGameApiPoint']>,
): Promise<ResultOf<Accounts['editGameApiPoint']>> {
  const { db, clock, caller } = ctx
  const ownerId = await ownerOf(caller.scope, db, RoleID)
  const day = clock.dayOf(clock.now())
  const commands = await db.transaction().execute(async (tx) => {
    await figures.hold(tx)
    const before = await apiPointsOn(tx, ownerId, day)
    const wanted = new Map(apiData.map(({ ApiID, ApiPoint: point }) => [ApiID, point]))
    const known = new Set(before.map(({ api_id }) => api_id))
    for (const id of wanted.keys()) if (!known.has(id)) refuse('accounts.unknownApi', { id }, 'apiData')
    await savePoints(tx, ownerId, day, wanted, caller.username, clock.now())
    await figures.redo(tx, day, ownerId === template ? null : [ownerId])
    const after = await apiPointsOn(tx, ownerId, day)
    await audit(tx, {
      actor: caller,
      action: 'accounts.editGameApiPoint',
      entity: ownerId === template ? 'api-points' : 'account',
      entityId: String(ownerId),
      before: { points: onWire(before) },
      after: { points: onWire(after), from_day: day },
    })
    const told = await commandsFor(tx, ctx, ownerId, after)
    await enqueueCommands(tx, told)
    return told
  })
  const counts = await waitForPlatforms(db, commands, { patienceMs })
  return { fail: [...counts.values()].some(({ failed }) => failed > 0) }
}

/** In one order whoever saves, so that two who save at once follow one another and the later table stands whole. */
async function savePoints(
  tx: Db,
  ownerId: number,
  day: string,
  wanted: ReadonlyMap<number, number>,
  username: string,
  at: Date,
): Promise<void> {
  const entries = [...wanted].toSorted(([a], [b]) => a - b)
  await sql`
    insert into api_points (owner_id, api_id, from_day, point, changed_by, changed_at)
    select ${ownerId}::int, api_id, ${day}::date, point, ${username}::text, ${at}::timestamptz
    from unnest(${entries.map(([id]) => id)}::int[], ${entries.map(([, point]) => point)}::int[]) as t (api_id, point)
    on conflict (owner_id, api_id, from_day) do update
    set point = excluded.point, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    tx,
  )
}

async function commandsFor(
  tx: Db,
  { caller }: Ctx<'rule'>,
  ownerId: number,
  points: readonly ApiPoint[],
): Promise<Command[]> {
  const key = `apiPoints:${randomUUID()}`
  const commands: Command[] = []
  for (const platform of await platformsToTell(caller.scope, tx, {})) {
    const [account] = ownerId === template ? [] : await accountsAt(tx, platform.id, [ownerId])
    commands.push({
      platformId: platform.id,
      key,
      name: 'account.apiPoints',
      data: {
        username: account?.username ?? '',
        roleId: account?.proxy_id ?? String(template),
        points: onWire(points),
      },
    })
  }
  return commands
}
