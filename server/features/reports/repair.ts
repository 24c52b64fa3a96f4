import { sql } from 'kysely'
import * as z from 'zod'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { say } from '../../../contract/messages.ts'
import { type Level, levels, reports } from '../../../contract/reports.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { askOf, LinkFailure } from '../link/index.ts'
import { startTask, type TaskContext, type TaskResult, type TaskRunner } from '../tasks/index.ts'
import { pullDay } from './pull-days.ts'
import { rangeOf } from './ranges.ts'

const mostDays = 62
const repairLock = 7_110

const Wanted = z.object({
  rows: z.array(z.object({ platformId: z.int(), accountId: z.int() })),
  from: z.string().nullable(),
  to: z.string().nullable(),
})

/**
 * Asks platforms again for the open days of accounts: a task. The three lists name a row each, side by side; a row that
 * is not the caller's looks like one that does not exist.
 */
export async function startRepair(
  ctx: Ctx<'rule'>,
  level: Level,
  { platform_id, ProxyId, channel_account, startTime, endTime }: ParamsOf<typeof reports.channelRepair>,
): Promise<ResultOf<typeof reports.channelRepair>> {
  const { db, caller, clock, info } = ctx
  if (platform_id.length !== ProxyId.length || ProxyId.length !== channel_account.length)
    refuse('reports.invalidData', {}, 'platform_id')
  const rows = await rowsOf(caller.scope, db, level, { platform_id, ProxyId, channel_account })
  if (
    rows.length !== new Set(platform_id.map((id, at) => `${id} ${channel_account[at]?.toLowerCase()}`)).size
  )
    refuse('reports.invalidData', {}, 'channel_account')
  const range =
    startTime || endTime
      ? rangeOf(clock, { start: startTime, end: endTime, usual: 1 }, ['startTime', 'endTime'])
      : null
  const taskId = await startTask(db, {
    accountId: caller.accountId,
    kind: `reports.${level}Repair`,
    title: ctx.say('reports.repairTitle'),
    language: info.lang,
    params: { rows, from: range?.from ?? null, to: range?.to ?? null },
    tipType: 'showMsgBox',
  })
  return { taskId, msg: ctx.say('reports.repairStarted') }
}

async function rowsOf(
  scope: Scope,
  db: Db,
  level: Level,
  sent: { platform_id: readonly number[]; ProxyId: readonly string[]; channel_account: readonly string[] },
): Promise<{ platformId: number; accountId: number }[]> {
  const mine = scope.everything
    ? sql`true`
    : sql`exists (select 1 from account_tree t where t.account_id = a.id and t.ancestor_id = ${scope.accountId})`
  const { rows } = await sql<{ platformId: number; accountId: number }>`
    select distinct p.id as "platformId", a.id as "accountId"
    from unnest(${sent.platform_id}::int[], ${sent.ProxyId}::text[], ${sent.channel_account}::text[])
      as s (platform_id, proxy_id, username)
    join platforms p on p.id = s.platform_id and p.deleted = 0
    join accounts a on lower(a.username) = lower(s.username) and a.kind = ${levels[level].kind}
    left join account_links l on l.platform_id = p.id and l.account_id = a.id
    where coalesce(l.proxy_id, a.role_id) = s.proxy_id and ${mine}
    order by 1, 2`.execute(db)
  return rows
}

/** The account and everybody below it, as a platform numbers them: the figures of a row are all of theirs. */
async function proxiesOf(db: Db, platformId: number, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ proxy_id: string }>`
    select coalesce(l.proxy_id, a.role_id) as proxy_id from account_tree t join accounts a on a.id = t.account_id
    left join account_links l on l.platform_id = ${platformId} and l.account_id = a.id
    where t.ancestor_id = ${accountId} and coalesce(l.proxy_id, a.role_id) <> '' order by 1`.execute(db)
  return rows.map((row) => row.proxy_id)
}

/** Open days of the platform up to today, the newest of them, within the range if one was asked for. */
async function openDays(
  db: Db,
  platformId: number,
  today: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with since as (
      select greatest(coalesce((select max(day) + 1 from closed_days where platform_id = ${platformId}),
        ${today}::date - ${mostDays - 1}::int), ${today}::date - ${mostDays - 1}::int) as day
    )
    select g.day::date as day from since, generate_series(since.day, ${today}::date, interval '1 day') as g (day)
    where (${from}::date is null or g.day >= ${from}::date) and (${to}::date is null or g.day <= ${to}::date)
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

async function repair({ services, task, progress, signal }: TaskContext): Promise<TaskResult> {
  const { db, clock } = services
  const { rows, from, to } = Wanted.parse(task.params)
  const ask = askOf(services)
  const troubles: string[] = []
  let done = 0
  for (const [index, { platformId, accountId }] of rows.entries()) {
    signal.throwIfAborted()
    await progress(say('reports.repairing', task.language, { done: index, all: rows.length }), index)
    try {
      const days = await openDays(db, platformId, clock.dayOf(clock.now()), { from, to })
      if (days.length === 0) throw new LinkFailure('broken', say('reports.noOpenDays', task.language))
      // Two repairs of one row at once would ask twice for the same.
      await db.connection().execute(async (one) => {
        await sql`select pg_advisory_lock(${repairLock}, hashtext(${`${platformId} ${accountId}`}))`.execute(
          one,
        )
        try {
          for (const proxy of await proxiesOf(db, platformId, accountId))
            for (const day of days) await pullDay(services, ask, platformId, day, proxy)
        } finally {
          await sql`select pg_advisory_unlock(${repairLock}, hashtext(${`${platformId} ${accountId}`}))`.execute(
            one,
          )
        }
      })
      done += 1
    } catch (error) {
      if (!(error instanceof LinkFailure)) throw error
      troubles.push(await troubleOf(db, platformId, accountId, error.message, task.language))
    }
  }
  const said = say('reports.repaired', task.language, { done, failed: troubles.length })
  return { tips: [said, ...troubles.slice(0, 20)].join('\n'), rows: done }
}

async function troubleOf(
  db: Db,
  platformId: number,
  accountId: number,
  reason: string,
  language: TaskContext['task']['language'],
): Promise<string> {
  const { rows } = await sql<{ platform: string; account: string }>`
    select p.name as platform, a.username as account from platforms p, accounts a
    where p.id = ${platformId} and a.id = ${accountId}`.execute(db)
  return say('reports.repairFailed', language, { platform: '', account: '', ...rows[0], reason })
}

/** The work behind the three repair calls. */
export const repairRunners: readonly TaskRunner[] = (Object.keys(levels) as Level[]).map((level) => ({
  kind: `reports.${level}Repair`,
  endpoint: reports[`${level}Repair`],
  run: repair,
}))
