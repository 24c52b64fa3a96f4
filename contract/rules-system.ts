import { text } from './kit/language.ts'
import { call, menu, page, type RuleSeed, readers } from './rules-kit.ts'
import { groupConfigPath, settlementRates as s } from './settlement-rates.ts'

/* Rules of what the group sets for everybody: settlement rates, which finance keeps, and notices. */
const money = ['finance'] as const

export const systemRules: readonly RuleSeed[] = [
  menu(280, text('系统设置', 'System'), 'setting', 80, readers),
  page(281, 280, groupConfigPath, text('集团配置', 'Group configuration'), readers),
  call(282, 281, s.list, readers),
  call(283, 281, s.add, money),
  call(284, 281, s.edit, money),
  call(285, 281, s.del, money),
  call(286, 281, s.confirm, money),
]
