import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../contract/kit/kinds.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'

export interface Filter {
  kinds: readonly Kind[]
  page: number
  limit: number
  /** 0 live, 1 deleted; both if left out. */
  deleted?: 0 | 1 | undefined
  status?: readonly number[] | undefined
  username?: string | undefined
  remark?: string | undefined
  business?: string | undefined
  chat_title?: string | undefined
  pledge_u?: string | undefined
  parentAccount?: string | undefined
  accountLevel?: number | undefined
}

export interface AccountRow {
  id: number
  kind: Kind
  username: string
  group_id: number
  title: string
  status: number
  deleted: number
  remark: string
  business: string
  chat_title: string
  role_id: string
  parent_id: number | null
  level: number
  game_passage_point: number
  game_withdraw_point: number
  game_dividend_point: number
  pledge_u: bigint
  withdraw_addr: string
  created_at: Date
  last_login_at: Date | null
}

/** Text within text, in any case; % and _ are plain characters. */
const within = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`position(lower(${text}) in lower(${column})) > 0`

/**
 * Where the rows come from, and their level: staff see every account with its distance from the owning channel, the
 * channel side its own subtree, itself not included, with the distance from itself.
 */
function source(scope: Scope): { from: RawBuilder<unknown>; level: RawBuilder<number> } {
  if (scope.everything) return { from: sql`accounts a`, level: sql<number>`a.level` }
  return {
    from: sql`(select account_id, distance from account_tree
      where ancestor_id = ${scope.accountId} and distance > 0) mine
      join accounts a on a.id = mine.account_id`,
    level: sql<number>`mine.distance`,
  }
}

function conditions(scope: Scope, filter: Filter, level: RawBuilder<number>): RawBuilder<unknown> {
  const { kinds, deleted, status, pledge_u: pledge, parentAccount, accountLevel } = filter
  const [only, ...more] = kinds
  // One kind, one level, not deleted: written so, the newest come straight out of an index.
  const all: RawBuilder<unknown>[] = [
    more.length === 0 ? sql`a.kind = ${sql.lit(only)}` : sql`a.kind = any(${kinds}::smallint[])`,
  ]
  if (deleted !== undefined) all.push(sql`a.deleted = ${sql.lit(deleted)}`)
  if (status) all.push(sql`(a.status <> 0)::int = any(${status}::int[])`)
  if (accountLevel) all.push(sql`${level} = ${accountLevel}`)
  for (const column of ['username', 'remark', 'business', 'chat_title'] as const) {
    const text = filter[column]
    if (text) all.push(within(sql`a.${sql.ref(column)}`, text))
  }
  if (pledge === 'with') all.push(sql`a.pledge_u > 0`)
  else if (pledge === 'without') all.push(sql`a.pledge_u = 0`)
  else if (pledge && pledge !== 'all') all.push(sql`a.pledge_u >= ${BigInt(pledge)}`)
  if (parentAccount) {
    const visible = scope.everything
      ? sql``
      : sql`join account_tree seen on seen.account_id = p.id and seen.ancestor_id = ${scope.accountId}`
    all.push(sql`exists (
      select 1 from account_tree t where t.account_id = a.id and t.distance > 0
        and t.ancestor_id = any(array(select p.id from accounts p ${visible}
          where ${within(sql`p.username`, parentAccount)})))`)
  }
  return sql.join(all, sql` and `)
}

const columns = sql`
  a.id, a.kind, a.username, a.group_id, r.title, a.status, a.deleted, a.remark, a.business, a.chat_title,
  a.role_id, a.parent_id, a.game_passage_point, a.game_withdraw_point, a.game_dividend_point, a.pledge_u,
  a.withdraw_addr, a.created_at, a.last_login_at`

/** A page of the accounts the scope reaches, newest first, and their exact number. */
export async function listAccounts(
  scope: Scope,
  db: Db,
  filter: Filter,
): Promise<{ rows: AccountRow[]; count: number }> {
  const { from, level } = source(scope)
  const where = conditions(scope, filter, level)
  const page = sql`order by id desc limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`
  const counted = sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`
  const searches =
    filter.username ?? filter.remark ?? filter.business ?? filter.chat_title ?? filter.parentAccount
  if (searches === undefined) {
    // Indexes answer both; neither has to look at what the other finds.
    const [rows, total] = await Promise.all([
      sql<AccountRow>`
        select ${columns}, hit.level
        from (select a.id, ${level} as level from ${from} where ${where} ${page}) hit
        join accounts a on a.id = hit.id join roles r on r.id = a.group_id order by a.id desc`.execute(db),
      counted.execute(db),
    ])
    return { rows: rows.rows, count: total.rows[0]?.n ?? 0 }
  }
  // Text within text is looked for row by row, so once has to do.
  const { rows } = await sql<AccountRow & { total: number }>`
    with hits as materialized (select a.id, ${level} as level from ${from} where ${where})
    select ${columns}, hit.level, (select count(*)::int from hits) as total
    from (select id, level from hits ${page}) hit
    join accounts a on a.id = hit.id join roles r on r.id = a.group_id order by a.id desc`.execute(db)
  const count = rows[0]?.total ?? (filter.page === 1 ? 0 : ((await counted.execute(db)).rows[0]?.n ?? 0))
  return { rows, count }
}

export interface Link {
  account_id: number
  id: number
  kind: Kind
  username: string
  role_id: string
  remark: string
  distance: number
}

/** Everybody on the way up from each account, itself first; nobody above the viewer. One read, whatever the depth. */
export async function chainsOf(
  scope: Scope,
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Link[]>> {
  if (ids.length === 0) return new Map()
  const visible = scope.everything
    ? sql``
    : sql`join account_tree seen on seen.account_id = t.ancestor_id and seen.ancestor_id = ${scope.accountId}`
  const { rows } = await sql<Link>`
    select t.account_id, p.id, p.kind, p.username, p.role_id, p.remark, t.distance
    from account_tree t join accounts p on p.id = t.ancestor_id ${visible}
    where t.account_id = any(${ids}::int[]) order by t.account_id, t.distance`.execute(db)
  return Map.groupBy(rows, (row) => row.account_id)
}
