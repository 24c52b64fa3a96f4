import { type ComponentType, lazy } from 'react'
import { accountPages, loadPledgeRecords } from './features/accounts/index.ts'
import { homePages } from './features/home/index.ts'
import { pages as linkPages, loadConnectDialog } from './features/link/index.ts'
import { pages as logPages } from './features/logs/index.ts'
import { homeNotices, loadNoticesTab } from './features/notices/index.ts'
import { pages as paywayPages } from './features/payways/index.ts'
import { livePlatformPages, platformPages } from './features/platforms/index.ts'
import { homeChannel, reportPages } from './features/reports/index.ts'
import { pages as rolePages } from './features/roles/index.ts'
import { loadSettleLog, loadSettleSlot, settlementPages } from './features/settlement/index.ts'
import { groupConfigPages, TodayRate } from './features/settlement-rates/index.ts'
import { loadSessionsDialog, loadSignInPage, pages as signInPages } from './features/sign-in/index.ts'
import { homePlatforms, statisticsPages } from './features/statistics/index.ts'
import { MessageBox, pages as taskPages } from './features/tasks/index.ts'
import { loadReviewWorkbench } from './features/withdrawals/index.ts'
import type { Page } from './kit/page.tsx'

/** Every page of the console, feature by feature. The menu shows what is named here. */
export const pages: readonly Page[] = [
  ...homePages([homeChannel, homePlatforms, homeNotices]),
  ...livePlatformPages(loadReviewWorkbench),
  ...platformPages(loadConnectDialog),
  ...statisticsPages,
  ...paywayPages,
  ...linkPages,
  ...logPages,
  ...accountPages(loadSettleLog),
  ...rolePages,
  ...reportPages(loadSettleSlot),
  ...settlementPages(loadPledgeRecords),
  ...groupConfigPages([loadNoticesTab]),
  ...taskPages,
  ...signInPages,
]

interface TopBarItem {
  /** Goes to a page. */
  go: (to: string) => void
}

/** What features put into the top bar, left of the clock. */
export const topBarItems: readonly ComponentType<TopBarItem>[] = [TodayRate, MessageBox]

export const SignInPage = lazy(async () => ({ default: await loadSignInPage() }))
export const SessionsDialog = lazy(async () => ({ default: await loadSessionsDialog() }))
