import { sql } from 'kysely'
import { linkFigures } from './features/link/index.ts'
import type { Db } from './kit/db/connect.ts'
import type { Metric } from './kit/exposition.ts'
import type { Services } from './kit/services.ts'
import { latencyEdges, type Vitals } from './kit/vitals.ts'

const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
  name: `pitboss_${name}`,
  help,
  type: 'gauge',
  samples,
})
const one = (value: number) => [{ value }]

/** What this process knows of itself. */
export function processMetrics(vitals: Vitals): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  const cpu = process.cpuUsage()
  const delay = vitals.loopDelay()
  const pool = vitals.pool()
  return [
    gauge('up_seconds', 'How long this process runs.', one(Math.round(process.uptime()))),
    gauge('draining', '1 while this process takes nothing new.', one(vitals.draining ? 1 : 0)),
    gauge('memory_bytes', 'Memory of this process.', [
      { labels: { part: 'resident' }, value: rss },
      { labels: { part: 'heap' }, value: heapUsed },
    ]),
    {
      name: 'pitboss_cpu_seconds_total',
      help: 'CPU time of this process.',
      type: 'counter',
      samples: one((cpu.user + cpu.system) / 1e6),
    },
    gauge('event_loop_delay_seconds', 'Delay of the event loop since it was read last.', [
      { labels: { of: 'mean' }, value: delay.mean },
      { labels: { of: 'p99' }, value: delay.p99 },
      { labels: { of: 'max' }, value: delay.max },
    ]),
    gauge('db_connections', 'Connections of this process to the database.', [
      { labels: { state: 'busy' }, value: pool.total - pool.idle },
      { labels: { state: 'idle' }, value: pool.idle },
      { labels: { state: 'most' }, value: pool.most },
    ]),
    gauge('db_waiting', 'Statements that wait for a connection.', one(pool.waiting)),
    gauge('live_streams', 'Open event streams.', one(vitals.streams)),
    latencyMetric(vitals),
  ]
}

function latencyMetric(vitals: Vitals): Metric {
  const samples = [...vitals.latencies()].flatMap(({ endpoint, outcome, counts, seconds }) => {
    const labels = { endpoint, outcome }
    let total = 0
    const buckets = counts.map((n, place) => {
      total += n
      return { suffix: '_bucket', labels: { ...labels, le: latencyEdges[place] ?? '+Inf' }, value: total }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels, value: seconds },
      { suffix: '_count', labels, value: total },
    ]
  })
  return {
    name: 'pitboss_call_seconds',
    help: 'Time from a call to its answer, by endpoint and outcome.',
    type: 'histogram',
    samples,
  }
}

/** What waits in the database: the same in every process. */
async function databaseMetrics(db: Db): Promise<Metric[]> {
  const [platforms, tasks] = await Promise.all([linkFigures(db), taskFigures(db)])
  const perPlatform = (value: (row: (typeof platforms)[number]) => number | null) =>
    platforms.flatMap((row) => {
      const known = value(row)
      return known === null ? [] : [{ labels: { platform: row.id }, value: known }]
    })
  return [
    gauge(
      'outbox_depth',
      'Commands not yet confirmed by their platform.',
      perPlatform((row) => row.waiting),
    ),
    gauge(
      'outbox_oldest_seconds',
      'Age of the oldest of them.',
      perPlatform((row) => row.waitingFor),
    ),
    gauge(
      'dead_letters',
      'Commands and events that need a person.',
      perPlatform((row) => row.dead),
    ),
    gauge(
      'inbox_delay_seconds',
      'From what the newest event tells to its arrival.',
      perPlatform((row) => row.delay),
    ),
    gauge(
      'inbox_silence_seconds',
      'Since a platform was last heard.',
      perPlatform((row) => row.silence),
    ),
    gauge(
      'tasks',
      'Background tasks that are not finished.',
      tasks.map(({ status, n }) => ({ labels: { status }, value: n })),
    ),
    gauge('task_oldest_seconds', 'Age of the oldest waiting task.', one(tasks[0]?.oldest ?? 0)),
  ]
}

async function taskFigures(db: Db): Promise<{ status: string; n: number; oldest: number }[]> {
  const { rows } = await sql<{ status: string; n: number; oldest: number }>`
    select s.status, count(t.id)::int as n,
      coalesce(extract(epoch from now() - min(t.created_at)), 0)::float8 as oldest
    from (values ('queued'), ('running')) s (status) left join tasks t on t.status = s.status
    group by s.status order by s.status`.execute(db)
  return rows
}

const freshForMs = 5_000

/** Everything, what is in the database read at most every few seconds however many ask. Without a database, the rest. */
export function metricsOf({
  db,
  vitals,
  log,
}: Pick<Services, 'db' | 'vitals' | 'log'>): () => Promise<Metric[]> {
  let readAt = -freshForMs
  let reading: Promise<Metric[]> = Promise.resolve([])
  return async () => {
    const now = performance.now()
    if (now - readAt >= freshForMs) {
      readAt = now
      reading = databaseMetrics(db).catch((error: unknown) => {
        log.warn({ err: error }, 'metrics of the database not read')
        readAt = -freshForMs
        return []
      })
    }
    const stored = await reading
    const reached = gauge('db_up', '1 while the database answers.', one(stored.length > 0 ? 1 : 0))
    return [...processMetrics(vitals), reached, ...stored]
  }
}
