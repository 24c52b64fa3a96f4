import { type SelectQueryBuilder, sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { type audiences, type notices, usualWords, wordLimit } from '../../../contract/notices.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Database } from '../../kit/db/schema.ts'
import type { Ctx } from '../../kit/http/handler.ts'

type Audience = (typeof audiences)[number]
type Query<O> = SelectQueryBuilder<Database, 'notices', O>

/** Key of the setting that holds how many characters a notice may have; 0 for the most there can be. */
const wordsSetting = 'notice-words'

/** How many characters a notice's text may have. */
export async function wordsAllowed(db: Db): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', wordsSetting)
    .executeTakeFirst()
  const set = row?.value
  return wordLimit(typeof set === 'number' && Number.isInteger(set) && set >= 0 ? set : usualWords)
}

const holding = (column: 'title' | 'plain', words: string) =>
  sql<boolean>`position(lower(${words}) in lower(${sql.ref(column)})) > 0`

/** All notices, newest push first; words are searched for as written. */
export async function listNotices(
  { db, clock }: Ctx<'rule'>,
  { page, limit, title, content, status }: ParamsOf<typeof notices.list>,
): Promise<ResultOf<typeof notices.list>> {
  const now = clock.now()
  const matching = db
    .selectFrom('notices')
    .$if(title !== undefined, (query) => query.where(holding('title', title ?? '')))
    .$if(content !== undefined, (query) => query.where(holding('plain', content ?? '')))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1))
  const [rows, { n }, limitOfWords] = await Promise.all([
    placed(matching.selectAll(), page, limit).execute(),
    matching.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
    wordsAllowed(db),
  ])
  return {
    list: rows.map((row) => ({
      id: row.id,
      title: row.title,
      content: row.content,
      status: row.status === 1 ? (1 as const) : (0 as const),
      start_time: clock.format(row.start_time),
      end_time: clock.format(row.end_time),
      push_time: clock.format(row.push_time),
      create_time: clock.format(row.create_time),
      audience: row.audience,
      shown: stateAt(row, now),
    })),
    count: n,
    configs: { wordLimit: limitOfWords },
  }
}

/** Notices that may be read now by these audiences: visible, pushed, within their time; newest push first. */
export async function readableNotices(
  { db, clock }: Ctx<'session'>,
  audience: readonly Audience[],
  { page, limit, title }: ParamsOf<typeof notices.forUser>,
): Promise<ResultOf<typeof notices.forUser>> {
  const now = clock.now()
  const matching = db
    .selectFrom('notices')
    .where('status', '=', 1)
    .where('push_time', '<=', now)
    .where('start_time', '<=', now)
    .where('end_time', '>', now)
    .where('audience', 'in', [...audience])
    .$if(title !== undefined, (query) => query.where(holding('title', title ?? '')))
  const [rows, { n }] = await Promise.all([
    placed(matching.select(['id', 'push_time', 'title', 'content']), page, limit).execute(),
    matching.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ])
  return { list: rows.map((row) => ({ ...row, push_time: clock.format(row.push_time) })), count: n }
}

/** Who a caller is among the audiences. */
export const audienceOf = (caller: { kind: number }): readonly Audience[] =>
  caller.kind === kind.staff ? ['all', 'staff'] : ['all', 'channel']

const placed = <O>(query: Query<O>, page: number, limit: number): Query<O> =>
  query
    .orderBy('push_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)

function stateAt(
  row: { status: number; push_time: Date; start_time: Date; end_time: Date },
  now: Date,
): 'hidden' | 'waiting' | 'shown' | 'over' {
  if (row.status !== 1) return 'hidden'
  if (row.end_time <= now) return 'over'
  return row.push_time > now || row.start_time > now ? 'waiting' : 'shown'
}
