import { accountChecks } from './features/accounts/index.ts'
import { logChecks } from './features/logs/index.ts'
import { reportChecks } from './features/reports/index.ts'
import { settlementChecks } from './features/settlement/index.ts'
import { withdrawalChecks } from './features/withdrawals/index.ts'
import type { Db } from './kit/db/connect.ts'
import { asOneMoment, type Check } from './kit/verify.ts'

/** Everything that is kept beside its source, feature by feature. */
export const allChecks: readonly Check[] = [
  ...accountChecks,
  ...withdrawalChecks,
  ...logChecks,
  ...reportChecks,
  ...settlementChecks,
]

/** Works all of it out anew, tells each difference, and answers how many there are. Only reads. */
export async function runChecks(db: Db, tell: (line: string) => void): Promise<number> {
  let differences = 0
  for (const check of allChecks) {
    const found = await asOneMoment(db, (tx) => check.differences(tx))
    differences += found.length
    tell(`${found.length === 0 ? 'ok  ' : 'DIFF'} ${check.name}`)
    for (const line of found) tell(`     ${line}`)
  }
  tell(differences === 0 ? 'no difference' : `${differences} differences`)
  return differences
}
