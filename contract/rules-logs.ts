import { text } from './kit/language.ts'
import { logs as l } from './logs.ts'
import { menu, page, type RuleSeed, readers } from './rules-kit.ts'

/** Rules of the logs: read by staff, never changed by anybody. */
export const logRules: readonly RuleSeed[] = [
  menu(320, text('日志管理', 'Logs'), 'log', 95, readers),
  page(321, 320, l.serviceLogs.rule, l.serviceLogs.title, readers),
]
