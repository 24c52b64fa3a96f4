import { text } from './kit/language.ts'
import { notices as n } from './notices.ts'
import { call, menu, page, type RuleSeed, readers } from './rules-kit.ts'
import { groupConfigPath, settlementRates as s } from './settlement-rates.ts'

/* Rules of what the group sets for everybody: settlement rates, which finance keeps, and notices, which operators write. */
const words = ['operator'] as const
const money = ['finance'] as const

export const systemRules: readonly RuleSeed[] = [
  menu(280, text('系统设置', 'System'), 'setting', 80, readers),
  page(281, 280, groupConfigPath, text('集团配置', 'Group configuration'), readers),
  call(282, 281, s.list, readers),
  call(283, 281, s.add, money),
  call(284, 281, s.edit, money),
  call(285, 281, s.del, money),
  call(286, 281, s.confirm, money),

  call(287, 281, n.list, readers),
  call(288, 281, n.add, words),
  call(289, 281, n.edit, words),
  call(290, 281, n.del, words),
  call(291, 281, n.status, words),
]
