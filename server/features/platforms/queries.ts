import { sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Language } from '../../../contract/kit/language.ts'
import { toPlain } from '../../../contract/kit/units.ts'
import { platformStatus, platformStatusTexts, platforms } from '../../../contract/platforms.ts'
import { fixedRules } from '../../../contract/rules.ts'
import { pendingStatuses } from '../../../contract/withdrawals-states.ts'
import { type Caller, holds } from '../../kit/caller.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { linkTrouble } from '../link/index.ts'

type Params = ParamsOf<typeof platforms.liveList>
type ListParams = ParamsOf<typeof platforms.platformList>
type ListResult = ResultOf<typeof platforms.platformList>
type Result = ResultOf<typeof platforms.liveList>

interface Row {
  id: number
  name: string
  remark: string
  cate_id: number
  cate_name: string
  status: number
  icon: string
  publish_time: Date | null
  end_time: Date | null
  channel_live_show: number
  admin_url: string
  channel_url: string
  api_url: string
  pending: number
  warning: number
  online: number
  registered: number
  remain: bigint
  current: bigint
  linked: boolean
  last_event_at: Date | null
  last_answer_at: Date | null
  last_failure_at: Date | null
  last_failure: string
}

const sortable = {
  id: (row) => row.id,
  name: (row) => row.name,
  orderPendingTotal: (row) => row.pending,
  orderWarningTotal: (row) => row.warning,
  iUserCount: (row) => row.online,
  iTotalCount: (row) => row.registered,
  apiRemainQuota: (row) => row.remain,
  apiCurrentQuota: (row) => row.current,
} as const satisfies Record<string, (row: Row) => number | string | bigint>

type Reader = Pick<Ctx<'rule'>, 'db' | 'clock' | 'caller' | 'info'>
type RowFilter = Pick<Params, 'platform_status' | 'platform_remark' | 'platform_cate_id' | 'platform_id'>

/**
 * Platforms as people keep them, by id; without the API address for those who may not edit addresses. Of all that
 * match the filter only the page's are dressed up: a group has hundreds of platforms, not thousands.
 */
export async function listPlatforms(
  { db, clock, caller, info }: Reader,
  { page, limit, status, cate_id, platform_id }: ListParams,
): Promise<ListResult> {
  const [rows, configs] = await Promise.all([
    platformRows(db, { platform_status: status, platform_cate_id: cate_id, platform_id }),
    platformChoices(db, info.lang),
  ])
  const shown = rows.toSorted((a, b) => a.id - b.id).slice((page - 1) * limit, page * limit)
  return {
    list: shown.map((row) => {
      const { admin_url, api_url } = addressesFor(caller, row)
      const platform = {
        ...toPlatform(row, clock),
        admin_url,
        linked: row.linked ? (1 as const) : (0 as const),
      }
      return mayEditAddresses(caller) ? { ...platform, api_url } : platform
    }),
    count: rows.length,
    configs,
  }
}

/** Addresses of a platform are edited, and the API address seen, with the fixed rule for it. */
const mayEditAddresses = (caller: Caller) => caller.ruleIds.includes(fixedRules.platformEditUrls)

/** The back end's address is for those who may sign in there. */
function addressesFor(caller: Caller, { admin_url, api_url }: Row) {
  const edits = mayEditAddresses(caller)
  return {
    admin_url: edits || holds(caller, platforms.accountGroupLogin.rule) ? admin_url : '',
    api_url: edits ? api_url : '',
  }
}

/**
 * Platforms with what waits in each. All of the filter are read at once, orders from their totals, because the summary
 * is over all of them; only the page's are dressed up.
 */
export async function listLivePlatforms(
  { db, clock, caller, info }: Reader,
  params: Params,
): Promise<Result> {
  const [rows, waiting, configs] = await Promise.all([
    platformRows(db, params),
    waitingCommands(db),
    platformChoices(db, info.lang),
  ])
  const shown = rows
    .filter(({ pending, warning }) => !params.filterNoOrderPlatformFlag || pending > 0 || warning > 0)
    .toSorted(order(params))
  const page = shown.slice((params.page - 1) * params.limit, params.page * params.limit)
  return {
    list: page.map((row) => ({
      ...toPlatform(row, clock),
      ...addressesFor(caller, row),
      linkTrouble: linkTrouble(row, clock.now()),
      linkWaiting: waiting.get(row.id) ?? 0,
    })),
    count: shown.length,
    summary: summaryOf(shown),
    configs,
  }
}

const pendingSql = sql.raw(`'{${pendingStatuses.join(',')}}'::int[]`)
const openSql = sql.raw(`'{${[...pendingStatuses, 7].join(',')}}'::int[]`)

async function platformRows(db: Db, params: RowFilter): Promise<Row[]> {
  const statuses = params.platform_status ?? [platformStatus.running, platformStatus.agencyStopped]
  const { platform_remark: remark, platform_cate_id: category, platform_id: ids } = params
  const { rows } = await sql<Row>`
    ${keptPlan} select p.id, p.name, p.remark, p.cate_id, c.name as cate_name, p.status, p.icon, p.publish_time, p.end_time,
      p.channel_live_show, p.admin_url, p.channel_url, p.api_url,
      coalesce(t.pending, 0)::int as pending, coalesce(t.warning, 0)::int as warning,
      coalesce(s.online_users, 0) as online, coalesce(s.registered_users, 0) as registered,
      coalesce(s.api_remain, 0) as remain, coalesce(s.api_current, 0) as current,
      p.secret is not null as linked, s.last_event_at, s.last_answer_at, s.last_failure_at, coalesce(s.last_failure, '') as last_failure
    from platforms p
    join platform_categories c on c.id = p.cate_id
    left join platform_status s on s.platform_id = p.id
    left join (
      select platform_id, sum(n) filter (where status = any(${pendingSql})) as pending,
        sum(n) filter (where status = 7) as warning
      from withdrawal_totals where status = any(${openSql}) group by platform_id
    ) t on t.platform_id = p.id
    where p.deleted = 0 and p.status = any(${statuses}::int[])
      ${remark ? sql`and position(lower(${remark}) in lower(p.remark)) > 0` : sql``}
      ${category === undefined ? sql`` : sql`and p.cate_id = ${category}`}
      ${ids ? sql`and p.id = any(${ids}::int[])` : sql``}`.execute(db)
  return rows
}

const compare = <T extends number | string | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

const usual = (a: Row, b: Row) => b.pending - a.pending || b.warning - a.warning || a.id - b.id

function order({ orderBy, orderType }: Params): (a: Row, b: Row) => number {
  if (!orderBy || !Object.hasOwn(sortable, orderBy)) return usual
  const of = sortable[orderBy as keyof typeof sortable]
  const sign = orderType === 'asc' ? 1 : -1
  return (a, b) => sign * compare(of(a), of(b)) || a.id - b.id
}

/** Per platform status: how many platforms, and what waits in them. Running and agency stopped always stand there. */
function summaryOf(rows: readonly Row[]): Result['summary'] {
  const summary: Result['summary'] = {}
  const none = { count: 0, orderPendingTotal: 0, orderWarningTotal: 0 }
  for (const status of [platformStatus.running, platformStatus.agencyStopped]) summary[status] = { ...none }
  for (const { status, pending, warning } of rows) {
    const totals = (summary[status] ??= { ...none })
    totals.count += 1
    totals.orderPendingTotal += pending
    totals.orderWarningTotal += warning
  }
  return summary
}

/** Commands not yet confirmed by their platforms. */
async function waitingCommands(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ platform_id: number; n: number }>`
    ${keptPlan} select platform_id, count(*)::int as n from link_outbox
    where state in ('due', 'sending', 'unknown', 'accepted')
    group by platform_id`.execute(db)
  return new Map(rows.map(({ platform_id: id, n }) => [id, n]))
}

const toPlatform = (row: Row, clock: Clock) => ({
  id: row.id,
  name: row.name,
  remark: row.remark,
  cate_id: row.cate_id,
  cate_name: row.cate_name,
  status: row.status,
  icon: row.icon,
  publish_time: clock.format(row.publish_time),
  end_time: clock.format(row.end_time),
  channel_live_show: row.channel_live_show === 1 ? (1 as const) : (0 as const),
  channel_url: row.channel_url,
  platform_status: row.status,
  orderPendingTotal: row.pending,
  orderWarningTotal: row.warning,
  iUserCount: row.online,
  iTotalCount: row.registered,
  apiRemainQuota: toPlain(row.remain),
  apiCurrentQuota: toPlain(row.current),
})

/** What the pages of platforms offer to choose from: enabled categories, platforms, statuses in the language. */
export async function platformChoices(db: Db, language: Language): Promise<Result['configs']> {
  const { rows } = await sql<Omit<Result['configs'], 'platformStatusDics'>>`
    ${keptPlan} select
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by id)
        from platform_categories where deleted = 0 and status = 1), '[]') as "cateList",
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'remark', remark, 'cate_id', cate_id,
        'status', status) order by id) from platforms where deleted = 0), '[]') as "platformList"`.execute(db)
  const platformStatusDics = Object.fromEntries(
    Object.entries(platformStatusTexts).map(([status, label]) => [status, label[language]]),
  )
  const { cateList = [], platformList = [] } = rows[0] ?? {}
  return { cateList, platformList, platformStatusDics }
}
