import { type RawBuilder, sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { botActions, type logs } from '../../../contract/logs.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { type DayCount, daysOf } from './days.ts'
import { dayRange } from './range.ts'

type Params = ParamsOf<typeof logs.channelBotLog>
type Result = ResultOf<typeof logs.channelBotLog>
type Reader = Pick<Ctx<'rule'>, 'reportDb' | 'clock' | 'info' | 'caller'>

/** Whose rows a page is about: everybody's of the channel side, or those below the channels. */
export type BotLevel = 'channel' | 'subChannel'

interface Row {
  id: bigint
  at: Date
  username: string
  platname: string
  channel_name: string
  channel_account: string
  action: string
  command: string
  response: string
  chat_id: string
  target_telegram_id: string
  target_telegram_username: string
  action_telegram_id: string
  action_telegram_username: string
  role_id: string
}

const usualDays = 30
const columns = sql`id, at, username, platname, channel_name, channel_account, action, command, response, chat_id,
  target_telegram_id, target_telegram_username, action_telegram_id, action_telegram_username, role_id`

/**
 * What the bot did for the accounts the caller reaches, newest first. Counts by day, account and action are kept, so
 * only a search for text reads rows to count them.
 */
export async function listBotLog(
  level: BotLevel,
  { reportDb: db, clock, info, caller }: Reader,
  params: Params,
): Promise<Result> {
  const { start, end } = dayRange(clock, params, usualDays)
  const kept = [
    sql`day between ${start} and ${end}`,
    ...reached(caller.scope, level),
    ...(params.action ? [sql`action = any(${params.action}::text[])`] : []),
  ]
  const texts = textFilters(params)
  const order = sql`order by day desc, at desc, id desc`
  const counts = await (texts.length > 0
    ? sql<DayCount>`select day, count(*)::int as n from bot_log where ${and([...kept, ...texts])}
        group by day order by day desc`
    : sql<DayCount>`select day, sum(n)::int as n from bot_log_counts where ${and(kept)}
        group by day order by day desc`
  ).execute(db)
  const { days, offset, count } = daysOf(counts.rows, params)
  const { rows } =
    days.length === 0
      ? { rows: [] }
      : await sql<Row>`
          select ${columns} from bot_log where ${and([sql`day = any(${days}::text[])`, ...kept, ...texts])}
          ${order} limit ${params.limit} offset ${offset}`.execute(db)
  return {
    list: rows.map((row) => toRow(row, clock)),
    count,
    configs: {
      telegram_bot_log_type: Object.fromEntries(
        Object.entries(botActions).map(([action, label]) => [action, label[info.lang]]),
      ),
    },
  }
}

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** The accounts whose rows are shown. Rows of accounts nobody knows are for staff alone. */
function reached(scope: Scope, level: BotLevel): RawBuilder<unknown>[] {
  const below = [kind.subChannel, kind.salesman]
  const ofLevel = sql`account_id in (select id from accounts where kind = any(${below}::smallint[]))`
  return [
    ...(scope.everything
      ? []
      : [sql`account_id in (select account_id from account_tree where ancestor_id = ${scope.accountId})`]),
    ...(level === 'subChannel' ? [ofLevel] : []),
  ]
}

function textFilters(params: Params): RawBuilder<unknown>[] {
  const exact = (['role_id', 'chat_id'] as const).flatMap((name) =>
    params[name] === undefined ? [] : [sql`${sql.ref(name)} = ${params[name]}`],
  )
  const within = (['username', 'platname', 'channel_account', 'channel_name'] as const).flatMap((name) =>
    params[name] === undefined ? [] : [sql`position(lower(${params[name]}) in lower(${sql.ref(name)})) > 0`],
  )
  return [...exact, ...within]
}

const toRow = ({ id, at, ...row }: Row, clock: Clock): Result['list'][number] => ({
  id: Number(id),
  update_time: clock.format(at),
  ...row,
})
