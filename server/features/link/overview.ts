import { sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { LinkFinding, link } from '../../../contract/link.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { findingOf, isFailing, isLate, type LinkRecord, refusalFindings } from './rules.ts'

type Row = ResultOf<typeof link.health>['list'][number]
type Direction = Row['commands']
type Reader = Pick<Ctx, 'db' | 'clock' | 'say'>

interface Found extends LinkRecord {
  id: number
  name: string
  status: number
  icon: string
  api_url: string
  linked: boolean
  old_secret_until: Date | null
  last_refused_at: Date | null
  last_refusal: string
  events: number
  newest: string | null
  newest_at: Date | null
  waiting: number
  oldest: Date | null
  dead: number
}

/** Minutes over which events are averaged. */
const averagedMinutes = 5

/** The link of every platform that is not terminated at a glance, troubled ones first. */
export async function listHealth(
  ctx: Reader,
  { page, limit, platform_id }: ParamsOf<typeof link.health>,
): Promise<ResultOf<typeof link.health>> {
  const found = await records(ctx, platform_id)
  const rows = found.map((record) => toRow(ctx, record))
  const trouble = ({ commands, events }: Row) => Number(!commands.ok) * 2 + Number(!events.ok)
  const ordered = rows.toSorted(
    (a, b) => trouble(b) - trouble(a) || b.dead - a.dead || a.platform_id - b.platform_id,
  )
  return { list: ordered.slice((page - 1) * limit, page * limit), count: rows.length }
}

export async function records({ db }: Pick<Reader, 'db'>, ids?: readonly number[]): Promise<Found[]> {
  // Open commands and rejected events are few, and have indexes of their own; so have the events of five minutes.
  const { rows } = await sql<Found>`
    select p.id, p.name, p.status, p.icon, p.api_url, p.secret is not null as linked, p.old_secret_until,
      s.last_event_at, s.last_answer_at, s.last_failure_at, coalesce(s.last_failure, '') as last_failure,
      s.last_refused_at, coalesce(s.last_refusal, '') as last_refusal,
      i.n as events, newest.raw as newest, newest.received_at as newest_at, o.n as waiting, o.oldest,
      (dead.n + rejected.n)::int as dead
    from platforms p
    left join platform_status s on s.platform_id = p.id
    cross join lateral (
      select count(*)::int as n from link_inbox
      where platform_id = p.id and raw <> '' and received_at > now() - ${averagedMinutes} * interval '1 minute') i
    left join lateral (
      select raw, received_at from link_inbox
      where platform_id = p.id and raw <> '' order by received_at desc limit 1) newest on true
    cross join lateral (
      select count(*)::int as n, min(created_at) as oldest from link_outbox
      where platform_id = p.id and state in ('due', 'sending', 'unknown', 'accepted')) o
    cross join lateral (select count(*) as n from link_outbox where platform_id = p.id and state = 'dead') dead
    cross join lateral (select count(*) as n from link_inbox where platform_id = p.id and state = 'rejected') rejected
    where p.deleted = 0 and ${ids ? sql`p.id = any(${ids}::int[])` : sql`p.status <> 2`}`.execute(db)
  return rows
}

/** What is known of the events a platform sends. */
export async function eventsDirection(ctx: Reader, platformId: number): Promise<Direction> {
  const [found] = await records(ctx, [platformId])
  return found ? toRow(ctx, found).events : directionOf(ctx, 'silent', null)
}

/** A finding as people read it. */
export const directionOf = (
  { say, clock }: Pick<Reader, 'say' | 'clock'>,
  finding: LinkFinding,
  at: Date | null,
  values: Readonly<Record<string, unknown>> = {},
): Direction => ({
  ok: finding === 'well',
  finding,
  message: say(`link.is.${finding}`, values),
  at: clock.format(at),
})

function toRow(ctx: Reader, record: Found): Row {
  const { clock } = ctx
  const now = clock.now()
  const overlap = record.old_secret_until !== null && record.old_secret_until > now
  return {
    platform_id: record.id,
    platform_name: record.name,
    status: record.status,
    icon: record.icon,
    commands: commandsOf(ctx, record),
    events: eventsOf(ctx, record, now),
    last_event: clock.format(record.last_event_at),
    last_answer: clock.format(record.last_answer_at),
    eventsPerMinute: Math.ceil(record.events / averagedMinutes),
    eventDelay: delayOf(record.newest, record.newest_at),
    waiting: record.waiting,
    waitingFor: record.oldest ? Math.max(0, Math.round((now.getTime() - record.oldest.getTime()) / 1000)) : 0,
    dead: record.dead,
    oldSecretUntil: overlap ? clock.format(record.old_secret_until) : '',
  }
}

function commandsOf(ctx: Reader, record: Found): Direction {
  if (!record.linked) return directionOf(ctx, 'noSecret', null)
  if (record.api_url === '') return directionOf(ctx, 'noAddress', null)
  if (!isFailing(record))
    return directionOf(ctx, record.last_answer_at ? 'well' : 'untried', record.last_answer_at)
  // As `health.ts` writes it: the kind, and what the call said.
  const [, kind = '', message = ''] = /^([\w-]+): (.*)$/s.exec(record.last_failure) ?? []
  const [, status = '', code = ''] = /^HTTP (\d+)(?:.*"error"\s*:\s*"(\w+)")?/s.exec(message) ?? []
  const finding = findingOf({ kind: kind as 'http', code, message, status: Number(status) })
  const values = { status, platform: record.id, seconds: ctx.say('link.overLimit') }
  return directionOf(ctx, finding, record.last_failure_at, values)
}

function eventsOf(ctx: Reader, record: Found, now: Date): Direction {
  const { linked, last_event_at: heard, last_refused_at: refused, last_refusal: refusal } = record
  if (!linked) return directionOf(ctx, 'noSecret', null)
  if (refused && (!heard || refused > heard)) {
    const values = { platform: record.id, seconds: ctx.say('link.overLimit') }
    return directionOf(ctx, refusalFindings[refusal] ?? 'signature', refused, values)
  }
  if (!heard) return directionOf(ctx, 'silent', null)
  return directionOf(ctx, isLate(record, now) ? 'late' : 'well', heard)
}

/** Seconds from what an event tells to its arrival. */
export function delayOf(raw: string | null, receivedAt: Date | null): number | null {
  if (!raw || !receivedAt) return null
  try {
    const at = Date.parse(String((JSON.parse(raw) as { at?: unknown }).at))
    return Number.isNaN(at) ? null : Math.max(0, Math.round((receivedAt.getTime() - at) / 1000))
  } catch {
    return null
  }
}
