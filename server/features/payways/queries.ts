import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { conspicuous } from '../../../contract/payways.ts'
import { platformStatus } from '../../../contract/platforms.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { linkTrouble } from '../link/index.ts'
import { platformChoices } from '../platforms/index.ts'

type Calls = typeof features.payways
type Params = ParamsOf<Calls['paywaySummary']>
type Summary = ResultOf<Calls['paywaySummary']>
type Row = Summary['list'][number]
type Reader = Pick<Ctx<'rule'>, 'db' | 'clock' | 'info'>

interface PlatformRow {
  id: number
  name: string
  remark: string
  cate_id: number
  cate_name: string
  status: number
  icon: string
  channel_live_show: 0 | 1
  deposits_at: Date | null
  last_event_at: Date | null
  last_answer_at: Date | null
  last_failure_at: Date | null
  last_failure: string
}

interface ChannelRow {
  platform_id: number
  code: string
  name: string
  is_on: 0 | 1
  sort: number
  all: number
  succ: number
  open: number
}

/** First moment of today in the region: what counters must count from to be today's. */
const today = (clock: Clock): Date => clock.startOf(clock.dayOf(clock.now()))

/** Counters of today; those of a day that is over are nothing any more. */
const counted = (column: 'order_all' | 'order_succ', since: Date) =>
  sql`case when s.deposits_since >= ${since} then d.${sql.ref(column)} else 0 end`

/** Platforms with their channels, a page of them, and their exact number. By id. */
export async function summarise({ db, clock, info }: Reader, params: Params): Promise<Summary> {
  const { page, limit, ChannelCode: codes } = params
  const where = matching(params, today(clock))
  const [rows, counts, configs, paywayList] = await Promise.all([
    sql<PlatformRow>`
      select p.id, p.name, p.remark, p.cate_id, c.name as cate_name, p.status, p.icon, p.channel_live_show,
        s.deposits_at, s.last_event_at, s.last_answer_at, s.last_failure_at,
        coalesce(s.last_failure, '') as last_failure
      from platforms p join platform_categories c on c.id = p.cate_id
      left join platform_status s on s.platform_id = p.id
      where ${where} order by p.id limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from platforms p
      left join platform_status s on s.platform_id = p.id where ${where}`.execute(db),
    platformChoices(db, info.lang),
    groupChannels(db),
  ])
  const ids = rows.rows.map(({ id }) => id)
  const [channels, waiting] = await Promise.all([
    channelsOf(db, ids, today(clock), codes),
    waitingSwitches(db, clock, ids),
  ])
  return {
    list: rows.rows.map((row) => ({
      id: row.id,
      name: row.name,
      remark: row.remark,
      cate_id: row.cate_id,
      cate_name: row.cate_name,
      status: row.status,
      platform_status: row.status,
      icon: row.icon,
      channel_live_show: row.channel_live_show,
      payway: Object.fromEntries(
        (channels.get(row.id) ?? []).map((channel) => [channel.code, toPayway(channel)]),
      ),
      told_at: clock.format(row.deposits_at),
      linkTrouble: linkTrouble(row, clock.now()),
      waiting: waiting.get(row.id) ?? [],
    })),
    count: counts.rows[0]?.n ?? 0,
    configs: { ...configs, paywayList },
  }
}

function matching({ status, cate_id, platform_id, ChannelCode, onlyExcept }: Params, since: Date) {
  const statuses = status ?? [platformStatus.running, platformStatus.agencyStopped]
  const ofChannel = sql`d.platform_id = p.id ${
    ChannelCode ? sql`and d.channel_code = any(${ChannelCode}::text[])` : sql``
  }`
  const stands = sql`${counted('order_all', since)} > ${conspicuous.above}
    and ${counted('order_succ', since)} * ${conspicuous.oneIn} < ${counted('order_all', since)}`
  return sql`p.deleted = 0 and p.status = any(${statuses}::int[])
    ${cate_id ? sql`and p.cate_id = any(${cate_id}::int[])` : sql``}
    ${platform_id ? sql`and p.id = any(${platform_id}::int[])` : sql``}
    ${
      ChannelCode || onlyExcept
        ? sql`and exists (select from deposit_channels d where ${ofChannel} ${onlyExcept ? sql`and ${stands}` : sql``})`
        : sql``
    }`
}

async function channelsOf(
  db: Db,
  platformIds: readonly number[],
  since: Date,
  codes?: readonly string[],
): Promise<Map<number, ChannelRow[]>> {
  const { rows } = await sql<ChannelRow>`
    select d.platform_id, d.channel_code as code, d.name, d.is_on, d.sort, d.order_open as open,
      ${counted('order_all', since)} as all, ${counted('order_succ', since)} as succ
    from deposit_channels d join platform_status s on s.platform_id = d.platform_id
    where d.platform_id = any(${platformIds}::int[])
      ${codes ? sql`and d.channel_code = any(${codes}::text[])` : sql``}
    order by d.platform_id, d.sort, d.channel_code`.execute(db)
  return Map.groupBy(rows, ({ platform_id }) => platform_id)
}

const toPayway = ({ name, is_on, sort, all, succ, open }: ChannelRow): Row['payway'][string] => ({
  ChannelName: name,
  Status: is_on,
  SortID: sort,
  orderAll: all,
  orderSucc: succ,
  orderOpen: open,
})

/** Commands about channels that platforms have not carried out yet, oldest first. */
async function waitingSwitches(
  db: Db,
  clock: Clock,
  platformIds: readonly number[],
): Promise<Map<number, Row['waiting']>> {
  const some = (states: string) => sql`
    select platform_id, id, name, data, created_at, state from link_outbox
    where platform_id = any(${platformIds}::int[]) and state in (${sql.raw(states)})
      and name in ('depositChannels.switch', 'depositChannels.sort')`
  const { rows } = await sql<{
    platform_id: number
    data: { codes?: string[]; channels?: { code: string }[]; on?: boolean }
    created_at: Date
    state: string
  }>`select * from (${some("'due', 'sending', 'unknown'")} union all ${some("'dead'")}) o order by id`.execute(
    db,
  )
  return new Map(
    [...Map.groupBy(rows, ({ platform_id }) => platform_id)].map(([id, own]) => [
      id,
      own.map(({ data, created_at, state }) => ({
        ChannelCode: data.codes ?? (data.channels ?? []).map(({ code }) => code),
        Status: data.on === undefined ? null : data.on ? 1 : 0,
        since: clock.format(created_at),
        dead: state === 'dead' ? 1 : 0,
      })),
    ]),
  )
}

/** The group's channels in its order: those without a place come after, as the platforms have them. */
async function groupChannels(db: Db): Promise<Summary['configs']['paywayList']> {
  const { rows } = await sql<Summary['configs']['paywayList'][number]>`
    select d.channel_code as "ChannelCode", min(d.name) as "ChannelName", o.sort as "SortID",
      count(*)::int as platforms, sum(d.is_on)::int as open
    from deposit_channels d join platforms p on p.id = d.platform_id and p.deleted = 0 and p.status in (1, 3)
    left join deposit_channel_order o on o.platform_id = 0 and o.channel_code = d.channel_code
    group by d.channel_code, o.sort order by o.sort nulls last, min(d.sort), d.channel_code`.execute(db)
  return rows
}

/** All channels of one platform, by their place there. */
export async function listChannels(
  { db, clock }: Pick<Reader, 'db' | 'clock'>,
  platformId: number,
): Promise<ResultOf<Calls['paywayAll']>> {
  const platform = await db
    .selectFrom('platforms')
    .select('id')
    .where('id', '=', platformId)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  if (!platform) refuse('platforms.notFound', {}, 'platformId')
  const channels = (await channelsOf(db, [platformId], today(clock))).get(platformId) ?? []
  const list = channels.map((channel) => ({ ChannelCode: channel.code, ...toPayway(channel) }))
  return { list, count: list.length }
}
