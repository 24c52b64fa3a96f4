import type { Documented } from './documented.ts'
import { accountCalls } from './documented-accounts.ts'
import { permissionCalls } from './documented-permissions.ts'
import { besideCalls } from './documented-besides.ts'
import { paywayCalls } from './documented-payways.ts'
import { platformCalls } from './documented-platforms.ts'
import { rateCalls } from './documented-rates.ts'
import { reportCalls } from './documented-reports.ts'
import { settlementCalls } from './documented-settlement.ts'
import { signInCalls } from './documented-sign-in.ts'
import { statisticsCalls } from './documented-statistics.ts'
import { logCalls, noticeCalls } from './documented-words.ts'
import { withdrawalCalls } from './documented-withdrawals.ts'

/** Every call the documents describe, by area, and in the last area what they need besides. */
export const areas: Readonly<Record<string, readonly Documented[]>> = {
  'Sign-in, shell and tasks': signInCalls,
  'Withdrawal review': withdrawalCalls,
  'Platforms and their categories': platformCalls,
  'Payment channels': paywayCalls,
  Accounts: accountCalls,
  Permissions: permissionCalls,
  'Platform statistics': statisticsCalls,
  'Channel side reports': reportCalls,
  Settlement: settlementCalls,
  'Settlement rates': rateCalls,
  Notices: noticeCalls,
  Logs: logCalls,
  'Not named, but needed': besideCalls,
}
