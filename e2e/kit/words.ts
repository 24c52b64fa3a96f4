import type { Language } from '../../contract/kit/language.ts'
import { en as alertsEn } from '../../web/app/alerts/text.en.ts'
import { zh as alertsZh } from '../../web/app/alerts/text.zh.ts'
import { en as paletteEn } from '../../web/app/palette/text.en.ts'
import { zh as paletteZh } from '../../web/app/palette/text.zh.ts'
import { en as shellEn } from '../../web/app/text.en.ts'
import { zh as shellZh } from '../../web/app/text.zh.ts'
import { en as accountsEn } from '../../web/features/accounts/text.en.ts'
import { zh as accountsZh } from '../../web/features/accounts/text.zh.ts'
import { en as homeEn } from '../../web/features/home/text.en.ts'
import { zh as homeZh } from '../../web/features/home/text.zh.ts'
import { en as linkEn } from '../../web/features/link/text.en.ts'
import { zh as linkZh } from '../../web/features/link/text.zh.ts'
import { en as paywayEn } from '../../web/features/payways/text.en.ts'
import { zh as paywayZh } from '../../web/features/payways/text.zh.ts'
import { en as liveEn } from '../../web/features/platforms/text.en.ts'
import { zh as liveZh } from '../../web/features/platforms/text.zh.ts'
import { en as reportsEn } from '../../web/features/reports/text.en.ts'
import { zh as reportsZh } from '../../web/features/reports/text.zh.ts'
import { en as rolesEn } from '../../web/features/roles/text.en.ts'
import { zh as rolesZh } from '../../web/features/roles/text.zh.ts'
import { en as settlementEn } from '../../web/features/settlement/text.en.ts'
import { zh as settlementZh } from '../../web/features/settlement/text.zh.ts'
import { en as signInEn } from '../../web/features/sign-in/text.en.ts'
import { zh as signInZh } from '../../web/features/sign-in/text.zh.ts'
import { en as statisticsEn } from '../../web/features/statistics/text.en.ts'
import { zh as statisticsZh } from '../../web/features/statistics/text.zh.ts'
import { en as reviewEn } from '../../web/features/withdrawals/text.en.ts'
import { zh as reviewZh } from '../../web/features/withdrawals/text.zh.ts'
import { en as historyEn } from '../../web/kit/history/text.en.ts'
import { zh as historyZh } from '../../web/kit/history/text.zh.ts'
import { en as kitEn } from '../../web/kit/text.en.ts'
import { zh as kitZh } from '../../web/kit/text.zh.ts'

const zh = {
  shell: shellZh,
  alerts: alertsZh,
  accounts: accountsZh,
  history: historyZh,
  home: homeZh,
  link: linkZh,
  live: liveZh,
  palette: paletteZh,
  payways: paywayZh,
  reports: reportsZh,
  roles: rolesZh,
  settlement: settlementZh,
  signIn: signInZh,
  statistics: statisticsZh,
  review: reviewZh,
  kit: kitZh,
}
const en = {
  shell: shellEn,
  alerts: alertsEn,
  accounts: accountsEn,
  history: historyEn,
  home: homeEn,
  link: linkEn,
  live: liveEn,
  palette: paletteEn,
  payways: paywayEn,
  reports: reportsEn,
  roles: rolesEn,
  settlement: settlementEn,
  signIn: signInEn,
  statistics: statisticsEn,
  review: reviewEn,
  kit: kitEn,
}

/** The product's words room by room, so that one journey is walked in either language. */
export const wordsOf = (language: Language) => (language === 'zh-cn' ? zh : en)
export type Words = ReturnType<typeof wordsOf>
