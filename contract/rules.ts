import { features } from './features.ts'
import { text } from './kit/language.ts'
import { logRules } from './rules-logs.ts'
import { switchRule } from './payways.ts'
import { call, menu, page, type RuleSeed, readers, word } from './rules-kit.ts'
import { reportRules } from './rules-reports.ts'
import { peopleRules } from './rules-people.ts'
import { settlementRules } from './rules-settlement.ts'
import { statisticsRules } from './rules-statistics.ts'
import { systemRules } from './rules-system.ts'

export { type RuleSeed, type SeedRole, seedRoles } from './rules-kit.ts'

const { withdrawals: w, payways, platforms, link } = features
const review = ['finance'] as const

/** Rule of a button that lets somebody assign orders to other checkers. */
export const assignRule = 'withdrawals.assignOther'
/** Rule of a button that lets somebody unlock orders of other checkers. */
export const superviseRule = 'withdrawals.unlockOther'
/** Fixed ids with a meaning of their own. */
export const fixedRules = { platformAddUrls: 28, platformEditUrls: 29, channelSwitch: 110 } as const

export const ruleSeeds: readonly RuleSeed[] = [
  menu(2, text('平台管理', 'Platforms'), 'platform', 10, readers),
  page(10, 2, '/adminapi/platform/liveList', text('平台实时列表', 'Live platforms'), readers),
  page(11, 2, '/adminapi/platform/platformList', text('平台列表', 'Platforms'), readers),
  page(12, 2, payways.paywaySummary.rule, payways.paywaySummary.title, readers),
  word(28, 11, 'platforms.urlsOnAdd', text('新增平台可填地址', 'URL fields when adding'), ['operator']),
  word(29, 11, 'platforms.urlsOnEdit', text('编辑平台可填地址', 'URL fields when editing'), ['operator']),
  word(110, 12, switchRule, text('渠道开关', 'Switch payment channels'), ['operator']),
  call(20, 10, w.list, readers),
  call(21, 10, w.counts, readers),
  call(22, 10, w.payoutChannels, readers),
  call(23, 10, w.checkers, readers),
  call(24, 10, w.payWays, readers),
  call(25, 10, w.lock, review),
  call(26, 10, w.hold, review),
  call(27, 10, w.check, review),
  call(30, 10, w.submit, review),
  call(31, 10, w.refuse, review),
  call(32, 10, w.confiscate, review),
  call(33, 10, w.unlock, review),
  call(34, 10, w.turnoverDuty, review),
  call(35, 10, w.remark, review),
  call(36, 10, w.mail, review),
  call(37, 10, w.autoPayoutAdd, review),
  call(38, 10, w.autoPayoutDel, review),
  call(39, 10, w.autoPayoutList, readers),
  call(40, 10, w.payNotifyLog, readers),
  word(41, 10, assignRule, text('指派其他审核人', 'Assign another checker'), []),
  word(42, 10, superviseRule, text('解锁他人订单', "Unlock others' orders"), []),
  call(43, 10, platforms.accountGroupLogin, ['operator', 'finance']),
  page(44, 2, link.deadLetters.rule, text('对接异常', 'Dead letters'), readers),
  call(45, 44, link.resend, ['operator', 'finance']),
  page(200, 2, platforms.cateList.rule, platforms.cateList.title, readers, { sort: 11 }),
  call(201, 200, platforms.cateAdd, ['operator']),
  call(202, 200, platforms.cateEdit, ['operator']),
  call(203, 200, platforms.cateDel, ['operator']),
  call(204, 200, platforms.cateStatus, ['operator']),
  call(210, 11, platforms.platformAdd, ['operator']),
  call(211, 11, platforms.platformEdit, ['operator']),
  call(212, 11, platforms.platformDel, ['operator']),
  call(213, 11, platforms.platformChannelLiveShow, ['operator']),
  call(220, 11, link.secret, ['operator']),
  call(221, 11, link.test, ['operator']),
  page(222, 2, link.health.rule, link.health.title, readers, { sort: 43 }),
  ...logRules,
  call(250, 12, payways.paywayRsync, ['operator', 'finance']),
  call(251, 12, payways.paywaySort, ['operator']),
  call(252, 12, payways.paywayRsyncSort, ['operator']),
  call(253, 12, payways.paywayAll, readers),
  ...peopleRules,
  ...settlementRules,
  ...statisticsRules,
  ...systemRules,
  ...reportRules,
]
