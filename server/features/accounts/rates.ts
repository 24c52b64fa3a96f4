import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Kind } from '../../../contract/kit/kinds.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { auditAccount } from './actions.ts'
import type { FiguresOfToday } from './figures-of-today.ts'
import { targetOf } from './scope.ts'

type Accounts = typeof features.accounts
const names = ['game_passage_point', 'game_withdraw_point', 'game_dividend_point'] as const
type Points = Record<(typeof names)[number], number>

/**
 * Sets the three rates of an account, in tenths of a percent. They count from today's business day on; days before keep
 * theirs. A share above the parent's is allowed and answered with a warning.
 */
export async function setPoints(
  ctx: Ctx<'rule'>,
  figures: FiguresOfToday,
  action: `accounts.${string}`,
  of: Kind,
  { id, ...points }: ParamsOf<Accounts['channelOtherPointConfig']>,
): Promise<ResultOf<Accounts['channelOtherPointConfig']>> {
  const { caller, clock } = ctx
  return ctx.db.transaction().execute(async (tx) => {
    await figures.hold(tx)
    const target = await targetOf(caller.scope, tx, id, { kind: of })
    const { rows } = await sql<Points & { parent_id: number | null }>`
      update accounts a set
        game_passage_point = ${points.game_passage_point},
        game_withdraw_point = ${points.game_withdraw_point},
        game_dividend_point = ${points.game_dividend_point}
      where a.id = ${target.id} and a.deleted = 0
      returning old.game_passage_point, old.game_withdraw_point, old.game_dividend_point, new.parent_id`.execute(
      tx,
    )
    const [row] = rows
    if (!row) return refuse('kit.notFound', {}, 'id')
    const { parent_id: parentId, ...before } = row
    const warning = await warningOf(ctx, tx, parentId, points.game_dividend_point)
    // What is saved as it was is no change: no new terms, no line in the history.
    if (names.every((name) => before[name] === points[name])) return { warning }
    const fromDay = clock.dayOf(clock.now())
    const changed = { ...points, changed_by: caller.username, changed_at: clock.now() }
    await tx
      .insertInto('account_rates')
      .values({ account_id: target.id, from_day: fromDay, ...changed })
      .onConflict((conflict) => conflict.columns(['account_id', 'from_day']).doUpdateSet(changed))
      .execute()
    await figures.redo(tx, fromDay, [target.id])
    await auditAccount(tx, caller, action, target.id, { before, after: { ...points, from_day: fromDay } })
    return { warning }
  })
}

/** Reads the parent's share, which the caller sees anyway: a parent is the caller or somebody below. */
async function warningOf(ctx: Ctx<'rule'>, tx: Db, parentId: number | null, share: number): Promise<string> {
  if (parentId === null) return ''
  const parent = await tx
    .selectFrom('accounts')
    .select(['username', 'game_dividend_point'])
    .where('id', '=', parentId)
    .executeTakeFirst()
  if (!parent || share <= parent.game_dividend_point) return ''
  return ctx.say('accounts.shareAboveParent', {
    parent: parent.username,
    share: parent.game_dividend_point / 10,
  })
}

/** Rates of accounts as of a business day, in tenths of a percent; an account without any has 0. */
export async function ratesOn(
  db: Db,
  accountIds: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, Points>> {
  const { rows } = await sql<Points & { id: number }>`
    select wanted.id, coalesce(r.game_passage_point, 0) as game_passage_point,
      coalesce(r.game_withdraw_point, 0) as game_withdraw_point,
      coalesce(r.game_dividend_point, 0) as game_dividend_point
    from unnest(${accountIds}::int[]) as wanted (id)
    left join lateral (
      select * from account_rates where account_id = wanted.id and from_day <= ${day}
      order by from_day desc limit 1
    ) r on true`.execute(db)
  return new Map(rows.map(({ id, ...points }) => [id, points]))
}

/** Rates of an account on a day, in tenths of a percent, with the points of the games' APIs that it follows. */
export interface RatesOfDay extends Points {
  id: number
  day: string
  api_points: Record<string, number>
}

/** Rates of accounts each on its day: `accountIds` and `days` side by side. An account without any has 0. */
export async function ratesOfDays(
  db: Db,
  accountIds: readonly number[],
  days: readonly string[],
): Promise<RatesOfDay[]> {
  // The template's points are looked up once a day, an account's own laid over them: most accounts have none.
  const { rows } = await sql<RatesOfDay>`
    ${keptPlan} with wanted as materialized (select * from unnest(${accountIds}::int[], ${days}::date[]) as w (id, day)),
    common as materialized (
      select d.day, jsonb_object_agg(g.api_id, coalesce(t.point, 0)) as points
      from (select distinct day from wanted) d cross join game_apis g
      left join lateral (
        select point from api_points p
        where p.owner_id = -1 and p.api_id = g.api_id and p.from_day <= d.day
        order by p.from_day desc limit 1
      ) t on true
      group by d.day
    )
    select wanted.id, wanted.day, coalesce(r.game_passage_point, 0) as game_passage_point,
      coalesce(r.game_withdraw_point, 0) as game_withdraw_point,
      coalesce(r.game_dividend_point, 0) as game_dividend_point,
      coalesce(common.points, '{}') || coalesce(own.points, '{}') as api_points
    from wanted
    left join lateral (
      select * from account_rates where account_id = wanted.id and from_day <= wanted.day
      order by from_day desc limit 1
    ) r on true
    left join common on common.day = wanted.day
    left join lateral (
      select jsonb_object_agg(p.api_id, p.point) as points from (
        select distinct on (api_id) api_id, point from api_points
        where owner_id = wanted.id and from_day <= wanted.day order by api_id, from_day desc
      ) p
    ) own on true`.execute(db)
  return rows
}
