import { parseArgs } from 'node:util'

export interface Options {
  orders: number
  platforms: number
  days: number
  /** Length of a slot. */
  seconds: number
  rounds: number
  /** Only cases whose name holds this text. */
  only: string
  /** The pages in a browser instead of the server. */
  screens: boolean
  /** The lists of people with 100,000 accounts instead. */
  people: boolean
  /** The statistics of platforms over three years, in a group and in one fifty times as large, instead. */
  statistics: boolean
  /** Fifty browsers, platforms that send, two processes of which one is killed, instead. */
  load: boolean
  minutes: number
  /** The reports over five million days of accounts instead. */
  reports: boolean
  /** Days of accounts and platforms into rollups instead. */
  facts: boolean
  /** Days of history that they have. */
  reportDays: number
  /** Also on a tenth of the history, side by side. */
  growth: boolean
}

const help = `npm run bench -- [options]
  --orders N     withdrawal orders (1000000)
  --platforms N  platforms (200)
  --days N       days of history (90)
  --seconds S    length of one slot (1)
  --rounds N     rounds, of which the median counts (5)
  --only TEXT    only cases whose name holds TEXT; "growth" for the comparison with a tenth of the history
  --no-growth    without that comparison
  --screens      the pages in a headless browser instead of the server
  --people       the lists of people with 100,000 accounts, eight levels deep, instead
  --statistics   the statistics of platforms over years, with as many platforms and with 50 times as many, instead
  --load         50 browsers at work on two processes, one of them killed half way, instead
  --minutes M    how long (10)
  --reports      the reports over five million days of accounts (--days 730), the memory of an export, and the same pages
                 on a quarter of the history, instead
  --facts        days of accounts and of platforms taken in and rolled up, with the proof of their totals, instead
  --quick        a smoke run of about half a minute: 20000 orders, one short round
`

/** Reads the command line. Null when only help was asked for. Throws a sentence when a value is wrong. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: 'string' },
      platforms: { type: 'string' },
      days: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string', default: '' },
      'no-growth': { type: 'boolean', default: false },
      screens: { type: 'boolean', default: false },
      people: { type: 'boolean', default: false },
      statistics: { type: 'boolean', default: false },
      load: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      reports: { type: 'boolean', default: false },
      facts: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    return null
  }
  const defaults = values.quick
    ? { orders: 20_000, platforms: 50, days: 20, seconds: 0.1, rounds: 1, minutes: 0.5 }
    : { orders: 1_000_000, platforms: 200, days: 90, seconds: 1, rounds: 5, minutes: 10 }
  const number = (name: keyof typeof defaults, least: number) => {
    const value = Number(values[name] ?? defaults[name])
    if (!(value >= least)) throw new Error(`--${name} must be a number of at least ${least}`)
    return value
  }
  return {
    orders: number('orders', 1000),
    platforms: number('platforms', 10),
    days: number('days', 2),
    seconds: number('seconds', 0.05),
    rounds: number('rounds', 1),
    only: values.only,
    screens: values.screens,
    people: values.people,
    statistics: values.statistics,
    load: values.load,
    minutes: number('minutes', 0.2),
    reports: values.reports,
    facts: values.facts,
    reportDays: Math.max(28, Number(values.days ?? (values.quick ? 60 : 730))),
    growth: !values['no-growth'],
  }
}
