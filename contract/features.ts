import { accounts } from './accounts.ts'
import { link } from './link.ts'
import { logs } from './logs.ts'
import { notices } from './notices.ts'
import { payways } from './payways.ts'
import { platforms } from './platforms.ts'
import { reports } from './reports.ts'
import { roles } from './roles.ts'
import { search } from './search.ts'
import { settlement } from './settlement.ts'
import { settlementRates } from './settlement-rates.ts'
import { signIn } from './sign-in.ts'
import { statistics } from './statistics.ts'
import { tasks } from './tasks.ts'
import { views } from './views.ts'
import { withdrawals } from './withdrawals.ts'

/** Every feature's calls, by feature. */
export const features = {
  signIn,
  platforms,
  payways,
  withdrawals,
  link,
  logs,
  notices,
  tasks,
  accounts,
  reports,
  roles,
  search,
  settlement,
  settlementRates,
  statistics,
  views,
} as const
export type FeatureName = keyof typeof features
