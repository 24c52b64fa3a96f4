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

/** Text within text, in any case; % and _ are plain characters. Written as the indexes of names and remarks are. */
const within = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`lower(${column}) like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`

/** Where rows are found, and under which names what the tree knows of them stands. */
interface Source {
  from: RawBuilder<unknown>
  own: RawBuilder<unknown>
  id: RawBuilder<number>
  kind: RawBuilder<unknown>
  deleted: RawBuilder<unknown>
  level: RawBuilder<number>
}

/**
 * Staff see every account with its distance from the owning channel; the channel side its own subtree, itself not
 * included, with the distance from itself. The tree alone answers what asks for no more than it knows.
 */
function source(scope: Scope, knownToTree: boolean): Source {
  if (scope.everything)
    return {
      from: sql`accounts a`,
      own: sql`true`,
      id: sql`a.id`,
      kind: sql`a.kind`,
      deleted: sql`a.deleted`,
      level: sql`a.level`,
    }
  return {
    from: knownToTree
      ? sql`account_tree mine`
      : sql`account_tree mine join accounts a on a.id = mine.account_id`,
    own: sql`mine.ancestor_id = ${scope.accountId} and mine.distance > 0`,
    id: sql`mine.account_id`,
    kind: sql`mine.kind`,
    deleted: sql`mine.deleted`,
    level: sql`mine.distance`,
  }
}

/** What an account itself has to be asked for. */
function ownConditions(scope: Scope, filter: Filter): RawBuilder<unknown>[] {
  const { status, pledge_u: pledge, parentAccount } = filter
  const all: RawBuilder<unknown>[] = []
  // Both states are no condition; one of them is written so that the planner knows how many there are.
  const [one, ...another] = new Set(status)
  if (one !== undefined && another.length === 0) all.push(one === 0 ? sql`a.status = 0` : sql`a.status <> 0`)
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
    all.push(sql`a.id in (
      select t.account_id from account_tree t where t.distance > 0
        and t.ancestor_id = any(array(select p.id from accounts p ${visible}
          where ${within(sql`p.username`, parentAccount)})))`)
  }
  return all
}

function treeConditions({ kinds, deleted, accountLevel }: Filter, of: Source): RawBuilder<unknown>[] {
  const [only, ...more] = kinds
  return [
    of.own,
    // One kind, one level, not deleted: written so, the newest come straight out of an index.
    more.length === 0 ? sql`${of.kind} = ${sql.lit(only)}` : sql`${of.kind} = any(${kinds}::smallint[])`,
    ...(deleted === undefined ? [] : [sql`${of.deleted} = ${sql.lit(deleted)}`]),
    ...(accountLevel ? [sql`${of.level} = ${accountLevel}`] : []),
  ]
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
  const asked = ownConditions(scope, filter)
  const of = source(scope, asked.length === 0)
  const where = sql.join([...treeConditions(filter, of), ...asked], sql` and `)
  const page = sql`order by id desc limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`
  const found = sql`select ${of.id} as id, ${of.level} as level from ${of.from} where ${where}`
  const count = sql`select count(*)::int as n from ${of.from} where ${where}`
  const searches =
    filter.username ?? filter.remark ?? filter.business ?? filter.chat_title ?? filter.parentAccount
  const { rows } = await (searches === undefined
    ? // Indexes answer both; neither has to look at what the other finds.
      sql<AccountRow & { total: number }>`
        select ${columns}, hit.level, (${count}) as total from (${found} ${page}) hit
        join accounts a on a.id = hit.id join roles r on r.id = a.group_id order by a.id desc`
    : // What text is within has to be read to be known, so once has to do.
      sql<AccountRow & { total: number }>`
        with hits as materialized (${found})
        select ${columns}, hit.level, (select count(*)::int from hits) as total from (select id, level from hits ${page}) hit
        join accounts a on a.id = hit.id join roles r on r.id = a.group_id order by a.id desc`
  ).execute(db)
  const [first] = rows
  if (first) return { rows, count: first.total }
  return {
    rows,
    count: filter.page === 1 ? 0 : ((await sql<{ n: number }>`${count}`.execute(db)).rows[0]?.n ?? 0),
  }
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
async function chainsOf(scope: Scope, db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Link[]>> {
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

/** A page of accounts with everybody above each of them. */
export async function listWithChains(scope: Scope, db: Db, filter: Filter) {
  const { rows, count } = await listAccounts(scope, db, filter)
  const ids = rows.map(({ id }) => id)
  return { rows, count, chains: await chainsOf(scope, db, ids) }
}
