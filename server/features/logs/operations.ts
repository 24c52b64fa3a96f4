import { type RawBuilder, sql } from 'kysely'
import { allEndpoints } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Language } from '../../../contract/kit/language.ts'
import { failedTaskPath, type logs } from '../../../contract/logs.ts'
import { say } from '../../../contract/messages.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { type DayCount, daysOf } from './days.ts'
import { type DayRange, dayRange } from './range.ts'

type Params = ParamsOf<typeof logs.serviceLogs>
type Result = ResultOf<typeof logs.serviceLogs>
type Reader = Pick<Ctx<'rule'>, 'reportDb' | 'clock' | 'info'>

interface Row {
  id: bigint
  username: string
  at: Date
  endpoint: string
  path: string
  request: string
  response: string
  code: number
  address: string
}

const usualDays = 7
const columns = sql`id, username, at, endpoint, path, request, response, code, address`
const nothing = { rows: [], count: 0 }

/**
 * The operation log, newest first. Counts come from the counts kept per day, and the page is looked for only in the
 * days they point at; text within requests is found by its index.
 */
export async function listOperations({ reportDb: db, clock, info }: Reader, params: Params): Promise<Result> {
  const range =
    params.id !== undefined && !params.start && !params.end
      ? { start: '', end: '9999-12-31' }
      : dayRange(clock, params, usualDays)
  const { rows, count } = await (params.id !== undefined || params.optRequest
    ? searched({ db }, range, params)
    : counted({ db }, range, params))
  return {
    list: rows.map((row) => toRow(row, clock, info.lang)),
    count,
    configs: { routerList: routerList(info.lang) },
  }
}

type Found = Promise<{ rows: readonly Row[]; count: number }>
type From = Pick<Ctx<'rule'>, 'db'>

/** What log and counts share: who and which path. */
function shared({ username, optRouter }: Params): RawBuilder<unknown>[] {
  return [
    ...(username ? [sql`position(lower(${username}) in lower(username)) > 0`] : []),
    ...(optRouter ? [sql`path = ${optRouter}`] : []),
  ]
}
const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

async function counted({ db }: From, { start, end }: DayRange, params: Params): Found {
  const same = shared(params)
  const kept = await sql<DayCount>`
    select day, sum(n)::int as n from operation_log_counts
    where ${and([sql`day between ${start} and ${end}`, ...same])} group by day order by day desc`.execute(db)
  const { days, offset, count } = daysOf(kept.rows, params)
  if (days.length === 0) return { ...nothing, count }
  const { rows } = await sql<Row>`
    select ${columns} from operation_log where ${and([sql`day = any(${days}::text[])`, ...same])}
    order by day desc, id desc limit ${params.limit} offset ${offset}`.execute(db)
  return { rows, count }
}

async function searched({ db }: From, { start, end }: DayRange, params: Params): Found {
  const { id, optRequest, page, limit } = params
  const where = and([
    sql`day between ${start} and ${end}`,
    ...shared(params),
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    // Written with like, because that is what the index knows.
    ...(optRequest ? [sql`lower(request) like lower(${`%${optRequest.replace(/[\\%_]/g, '\\$&')}%`})`] : []),
  ])
  const { rows } = await sql<Row & { total: number }>`
    with hits as materialized (select id from operation_log where ${where}),
      shown as (select id from hits order by id desc limit ${limit} offset ${(page - 1) * limit})
    select ${columns}, (select count(*)::int from hits) as total
    from operation_log where id = any(array(select id from shown)) order by id desc`.execute(db)
  if (rows[0] || page === 1) return { rows, count: rows[0]?.total ?? 0 }
  const beyond = await sql<{
    n: number
  }>`select count(*)::int as n from operation_log where ${where}`.execute(db)
  return { rows, count: beyond.rows[0]?.n ?? 0 }
}

/** Calls by their id, so that a row is titled whatever its path became. */
const titles = new Map(allEndpoints.map(({ id, title }) => [id as string, title]))

function toRow(row: Row, clock: Clock, language: Language): Result['list'][number] {
  const title = titles.get(row.endpoint)?.[language]
  return {
    id: Number(row.id),
    username: row.username,
    recordtime: clock.format(row.at),
    title: title ?? (row.endpoint === failedTaskPath ? say('logs.failedTask', language) : row.path),
    request: row.request,
    response: row.response,
    path: row.path,
    code: row.code,
    address: row.address,
  }
}

/** What the log can hold, by path: calls that write, sign in or export, and tasks that failed. */
function routerList(language: Language): Record<string, string> {
  const logged = allEndpoints.filter(
    ({ id, writes, params }) => writes || id === 'signIn.verify' || 'event' in params.shape,
  )
  return {
    ...Object.fromEntries(logged.map(({ path, title }) => [path, title[language]])),
    [failedTaskPath]: say('logs.failedTask', language),
  }
}
