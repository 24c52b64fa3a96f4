/** One series of a metric: its labels and its value. */
export interface Sample {
  labels?: Readonly<Record<string, string | number>>
  value: number
  /** `_bucket`, `_sum` and `_count` of a histogram. */
  suffix?: string
}

export interface Metric {
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  samples: readonly Sample[]
}

const escaped = (text: string) => text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))

function lineOf(name: string, { labels = {}, value, suffix = '' }: Sample): string {
  const inner = Object.entries(labels)
    .map(([label, of]) => `${label}="${escaped(String(of))}"`)
    .join(',')
  return `${name}${suffix}${inner ? `{${inner}}` : ''} ${value}`
}

/** Metrics in the text format that Prometheus reads. */
export const exposition = (metrics: readonly Metric[]): string =>
  `${metrics
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map((sample) => lineOf(name, sample)),
    ])
    .join('\n')}\n`
