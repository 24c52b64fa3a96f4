import type pg from 'pg'
import { features } from '../contract/index.ts'
import type { Endpoint } from '../contract/kit/endpoint.ts'
import { storedFigures, summedFigures, totalledFigures } from '../contract/statistics-figures.ts'
import { clockOf } from '../server/kit/clock.ts'
import { callText, type Lines, openLines } from './lines.ts'
import { runCase } from './measure.ts'
import type { Options } from './options.ts'
import { cannedFor, type Question, readCase } from './reads.ts'
import { floorHead, floorRow, machine } from './report.ts'
import { openStage, type Stage, startDatabaseServer } from './stage.ts'

const { dailyStatistics, monthlyStatistics, todaySummary } = features.statistics
const clock = clockOf('America/Sao_Paulo')
const dayBefore = (days: number) => clock.dayOf(new Date(Date.now() - days * 86_400_000))
/** The larger group has so many times the platforms of the smaller. */
const groupGrows = 50

/** So many platforms come with orders; statistics ask for none of those. */
const withOrders = 10

/** Every day of every platform, in figures that differ; indexes are made again from their own definitions. */
async function fillDays(client: pg.Client, platforms: number, days: number): Promise<number> {
  await client.query(
    `insert into platforms (name, remark, cate_id, status)
     select 'Platform ' || g, 'remark ' || g, 1 + g % 8, 1 from generate_series($1::int, $2::int) g`,
    [withOrders + 1, platforms],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'platform_days' and indexname <> 'platform_days_pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const names = storedFigures.join(', ')
  const figures = storedFigures.map((name, index) =>
    name === 'average_online_time'
      ? '1500 + (h % 4000)'
      : `(h % ${100_003 + index * 7})::bigint * ${index + 1}`,
  )
  const { rowCount } = await client.query(
    `insert into platform_days (platform_id, day, version, ${names})
     select p.id, d::date, 1, ${figures.join(', ')}
     from generate_series($1::date, $2::date, interval '1 day') d, platforms p,
       lateral (select abs(hashtext(p.id || ' ' || d)::bigint) as h) x`,
    [dayBefore(days - 1), dayBefore(0)],
  )
  for (const { definition } of indexes) await client.query(definition)
  const sums = summedFigures.map((name) => `sum(${name})`)
  await client.query(
    `insert into platform_months (platform_id, month, days, last_day, online_seconds, ${summedFigures.join(', ')})
     select platform_id, date_trunc('month', day::timestamp)::date, count(*), max(day),
       sum(average_online_time * active_users), ${sums.join(', ')} from platform_days group by 1, 2`,
  )
  await client.query('vacuum analyze platform_days, platform_months')
  return rowCount ?? 0
}

/** The best SQL known for the same page and totals, PostgreSQL building the JSON. */
interface Floor {
  /** Rows `r` of the page, of `platform_days d` or of what it is grouped to. */
  rows: string
  count: string
  from: string
}
const sumsOf = (list: readonly string[]) => list.map((name) => `sum(d.${name}) as ${name}`).join(', ')
const selectors = `'cateList', (select json_agg(json_build_object('id', id, 'name', name) order by id)
    from platform_categories where deleted = 0 and status <> 0),
  'platformList', (select json_agg(json_build_object('id', id, 'name', name, 'remark', remark, 'cate_id', cate_id,
    'status', status) order by id) from platforms where deleted = 0)`
const answer = ({ rows, count, from }: Floor) =>
  `select json_build_object('list', (select json_agg(row_to_json(r)) from (${rows}) r),
     'total', (select row_to_json(t) from (select ${count} as count, ${sumsOf(totalledFigures)} from ${from}) t),
     'configs', json_build_object(${selectors}))::text`

function questions(stage: Stage, days: number): Question[] {
  const ask = (
    name: string,
    endpoint: Endpoint,
    params: Readonly<Record<string, string | number>>,
    floor: string,
    values: unknown[] = [],
  ): Question => ({
    name,
    request: callText(stage, endpoint.method, endpoint.path, params),
    statement: { name: `statistics ${name}`, text: floor },
    values,
  })
  const ranged = (back: number) => ({ start: dayBefore(back - 1), end: dayBefore(0) })
  const range = `platform_days d where d.day between $1 and $2`
  const page = (order: string, where = '') => `select d.* from ${range} ${where} order by ${order} limit 20`
  const list = (name: string, back: number, params: object, floor: Partial<Floor>) => {
    const { start, end } = ranged(back)
    const whole = { rows: page('d.day desc, d.platform_id'), count: 'count(*)', from: range, ...floor }
    return ask(name, dailyStatistics, { start, end, ...params }, answer(whole), [start, end])
  }
  const merged = (by: string) =>
    `select ${by}, ${sumsOf(summedFigures)} from ${range} group by ${by} order by ${by} desc limit 20`
  const category = `and d.platform_id in (select id from platforms where cate_id = 3)`
  const years = days < 700 ? `${days} days` : `${Math.round(days / 365)} years`
  const months = { start: dayBefore(days - 32).slice(0, 7), end: dayBefore(0).slice(0, 7) }
  const since = [`${months.start}-01`, dayBefore(0)]
  const month = `date_trunc('month', d.day)`
  const yesterday = [dayBefore(1), dayBefore(0)]
  return [
    list('daily, 21 days', 21, {}, {}),
    list(
      'daily, 21 days, by withdrawals',
      21,
      { orderBy: 'total_withdrawal', orderType: 'desc' },
      { rows: page('d.total_withdrawal desc') },
    ),
    list(
      'daily, 21 days, merged by platform',
      21,
      { mergeDailyFlag: 1 },
      {
        rows: merged('d.platform_id'),
        count: 'count(distinct d.platform_id)',
      },
    ),
    list(`daily, ${years}`, days, {}, {}),
    list(
      `daily, ${years}, one category`,
      days,
      { platform_cate_id: 3 },
      {
        rows: page('d.day desc, d.platform_id', category),
        from: `${range} ${category}`,
      },
    ),
    list(
      `daily, ${years}, one platform`,
      days,
      { platform_id: 7 },
      { rows: page('d.day desc', 'and d.platform_id = 7'), from: `${range} and d.platform_id = 7` },
    ),
    list(
      `daily, ${years}, by withdrawals`,
      days,
      { orderBy: 'total_withdrawal', orderType: 'desc' },
      { rows: page('d.total_withdrawal desc') },
    ),
    list(
      `daily, ${years}, merged by platform`,
      days,
      { mergeDailyFlag: 1 },
      {
        rows: merged('d.platform_id'),
        count: 'count(distinct d.platform_id)',
      },
    ),
    list(
      `daily, ${years}, merged by date`,
      days,
      { mergeByDayFlag: 1 },
      {
        rows: merged('d.day'),
        count: 'count(distinct d.day)',
      },
    ),
    ask(
      `monthly, ${years}`,
      monthlyStatistics,
      months,
      answer({
        rows: `select d.platform_id, ${month} as month, ${sumsOf(summedFigures)} from ${range}
          group by 1, 2 order by 2 desc, 1 limit 20`,
        count: `count(distinct (d.platform_id, ${month}))`,
        from: range,
      }),
      since,
    ),
    ask(
      'today beside yesterday',
      todaySummary,
      {},
      `select json_agg(row_to_json(t))::text from (select d.day, ${sumsOf(totalledFigures)} from ${range} group by d.day) t`,
      yesterday,
    ),
  ]
}

async function besideFloors(stage: Stage, lines: Lines, options: Options, days: number): Promise<void> {
  for (const asked of questions(stage, days)) {
    if (!asked.name.includes(options.only)) continue
    const canned = await cannedFor(stage, lines, asked)
    const urls = await openLines(stage, [canned.url], 1)
    const both: Lines = {
      ...lines,
      http: (url, worker) => (url === canned.url ? urls : lines).http(url, worker),
    }
    process.stdout.write(floorRow(await runCase(await readCase(stage, both, canned, 1, asked), options)))
    await urls.close()
    await canned.stop()
  }
}

/** Measures the statistics of a group and of one fifty times as large, over years, and prints a table of each. */
export async function measureStatistics(options: Options): Promise<void> {
  // Three years by default, a good half of one in a quick run.
  const days = options.days * 12
  const server = await startDatabaseServer()
  try {
    const sizes = [options.platforms, ...(options.growth ? [options.platforms * groupGrows] : [])]
    for (const platforms of sizes) {
      const stage = await openStage(server, { orders: 1000, platforms: withOrders, days: 2 })
      try {
        const started = performance.now()
        const rows = await fillDays(stage.client, platforms, days)
        const seconds = ((performance.now() - started) / 1000).toFixed(0)
        const lines = await openLines(stage, [stage.product.url], 1)
        process.stdout.write(
          `${await machine(stage.client)}\n\n${platforms.toLocaleString('en-US')} platforms, ${days} days, ` +
            `${rows.toLocaleString('en-US')} rows filled in ${seconds} s\n\n${floorHead()}`,
        )
        try {
          await besideFloors(stage, lines, options, days)
        } finally {
          await lines.close()
        }
      } finally {
        await stage.close()
      }
    }
  } finally {
    await server.stop()
  }
}
