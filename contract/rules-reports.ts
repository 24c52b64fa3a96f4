import { text } from './kit/language.ts'
import { type Level, reports as r } from './reports.ts'
import { call, menu, page, type RuleSeed, readers, type SeedRole } from './rules-kit.ts'

/*
 * Rules of the channel side's reports, in both trees. Staff who read see every level; on the channel side each level
 * sees the levels below it, and a salesman his own.
 */
const work = ['finance', 'operator'] as const
const channelSide = {
  channel: ['channel'],
  subChannel: ['channel', 'subChannel'],
  salesman: ['channel', 'subChannel', 'salesman'],
} as const
const titles = {
  channel: text('渠道报表', 'Channel reports'),
  subChannel: text('子渠道报表', 'Sub-channel reports'),
  salesman: text('业务员报表', 'Salesman reports'),
}
/** Pages are addressed by the screens' own paths, which for sub-channels differ from the calls' in one capital. */
const pages = ['Daily', 'Monthly', 'Summary', 'Settle', 'Live'] as const

function ofLevel(tree: 1 | 3, level: Level, from: number, sort: number): RuleSeed[] {
  const readersHere: readonly SeedRole[] = tree === 1 ? readers : channelSide[level]
  const workersHere: readonly SeedRole[] = tree === 1 ? work : channelSide[level]
  const endpoints: Readonly<Record<string, { rule: string; title: RuleSeed['title'] }>> = r
  const rules = [menu(from, titles[level], 'report', sort, readersHere, tree)]
  for (const [index, name] of pages.entries()) {
    const endpoint = endpoints[`${level}${name}`]
    if (endpoint)
      rules.push(page(from + 1 + index, from, endpoint.rule, endpoint.title, readersHere, { tree }))
  }
  rules.push(
    call(from + 6, from + 4, r[`${level}Repair`], workersHere, { tree }),
    call(from + 7, from + 5, r[`${level}Login`], workersHere, { tree }),
  )
  return rules
}

export const reportRules: readonly RuleSeed[] = [
  ...ofLevel(1, 'channel', 360, 40),
  ...ofLevel(1, 'subChannel', 370, 41),
  ...ofLevel(1, 'salesman', 380, 42),
  call(390, 361, r.explain, readers),
  call(391, 361, r.apiFees, readers),
  call(392, 361, r.apiFeeSet, ['finance']),
  ...ofLevel(3, 'channel', 750, 10),
  ...ofLevel(3, 'subChannel', 760, 11),
  ...ofLevel(3, 'salesman', 770, 12),
  call(780, 771, r.explain, ['channel', 'subChannel', 'salesman'], { tree: 3 }),
  call(781, 751, r.today, ['channel'], { tree: 3 }),
]
