import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import type pg from 'pg'
import type { CaseResult, Result } from './measure.ts'

const rate = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1))
const ms = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
const ratio = (one: number, other: number) => (one / other).toFixed(2)

export const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
export const head = (cells: readonly string[]) =>
  row(cells) + row(cells.map((_, index) => (index === 0 ? '---' : '---:')))
const figures = ({ perSecond, p50, p99 }: Result) => `${rate(perSecond)}/s · ${ms(p50)} · ${ms(p99)}`

const named = (results: readonly Result[], name: string): Result => {
  const found = results.find(({ contestant }) => contestant === name)
  if (!found) throw new Error(`no figures of ${name}`)
  return found
}

/**
 * The product beside its floors: operations a second, median and 99th percentile of latency in ms; ratios to SQL alone;
 * processor milliseconds per operation, database included.
 */
export const floorHead = () =>
  head(['work', 'connections', 'product', 'SQL alone', 'HTTP alone', 'latency', 'rate', 'CPU', 'SQL CPU'])

export function floorRow({ name, connections, results }: CaseResult): string {
  const [product, sql, http] = ['product', 'SQL', 'HTTP'].map((who) => named(results, who)) as [
    Result,
    Result,
    Result,
  ]
  const ratios = [
    ratio(product.p50, sql.p50),
    ratio(product.perSecond, sql.perSecond),
    product.cpu.toFixed(2),
    sql.cpu.toFixed(2),
  ]
  return row([name, String(connections), figures(product), figures(sql), figures(http), ...ratios])
}

/** The product on a tenth of the history and on all of it. */
export const growthHead = (small: string, large: string) =>
  head(['work', 'connections', small, large, 'latency', 'rate', 'CPU', 'CPU before'])

export function growthRow({ name, connections, results }: CaseResult): string {
  const [small, large] = [named(results, 'small'), named(results, 'large')]
  const ratios = [
    ratio(large.p50, small.p50),
    ratio(large.perSecond, small.perSecond),
    large.cpu.toFixed(2),
    small.cpu.toFixed(2),
  ]
  return row([name, String(connections), figures(small), figures(large), ...ratios])
}

/** On what it was measured. */
export async function machine(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string; size: string }>(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const distribution = /^PRETTY_NAME="(.*)"$/m.exec(readOrNothing('/etc/os-release'))?.[1] ?? process.platform
  return (
    `${model}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${distribution}; ` +
    `Node ${process.versions.node}, PostgreSQL ${rows[0]?.version}, database ${rows[0]?.size}; ` +
    `load before: ${loadavg()[0]?.toFixed(2)}`
  )
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
