import type pg from 'pg'
import { features } from '../contract/index.ts'
import { linkUsers } from './app.ts'
import { allChecks } from './checks.ts'
import { accountTaskRunners } from './features/accounts/index.ts'
import { startLink } from './features/link/index.ts'
import { paywayTaskRunners } from './features/payways/index.ts'
import { reportTaskRunners, startClosing } from './features/reports/index.ts'
import { startBookkeeping } from './features/settlement/index.ts'
import { callerOfAccount } from './features/sign-in/index.ts'
import { exportSheet, startTaskWorker, type TaskRunner } from './features/tasks/index.ts'
import {
  exportColumns,
  exportKind,
  exportWithdrawals,
  startEvidenceChase,
} from './features/withdrawals/index.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { Services } from './kit/services.ts'

const withdrawalExport: TaskRunner = {
  kind: exportKind,
  endpoint: features.withdrawals.list,
  run: (context) => {
    const { services, task } = context
    return exportSheet(context, {
      columns: exportColumns.map(({ name, header, unit }) => ({
        key: name,
        title: header[task.language],
        ...(unit ? { unit } : {}),
      })),
      rows: exportWithdrawals(services.reportDb, services.clock, task.language, task.params),
    })
  },
}

/** A loop that has not turned for this long hangs. */
const silenceMs = 60_000

/** Everything that goes on without anybody asking: commands out, outcomes chased, tasks. Any number of processes may. */
export async function startWork(services: Services, connection: pg.PoolConfig): Promise<() => Promise<void>> {
  const { vitals } = services
  const link = await startLink(services, linkUsers(services), connection, {
    beats: {
      dispatch: vitals.watch('link.dispatch', silenceMs),
      pull: vitals.watch('link.pull', silenceMs),
    },
  })
  const chase = startEvidenceChase(services, link.ask)
  const tasks = startTaskWorker(
    services,
    [withdrawalExport, ...accountTaskRunners, ...paywayTaskRunners, ...reportTaskRunners],
    (accountId) => callerOfAccount(services.db, accountId),
    { onLook: vitals.watch('tasks', silenceMs) },
  )
  const closing = startClosing(services, link.ask, {
    everyMs: 60_000,
    beat: vitals.watch('reports.closing', 5 * silenceMs),
  })
  const stopBookkeeping = startBookkeeping(services, allChecks)
  const stopHousekeeping = startHousekeeping(services)
  return async () => {
    stopBookkeeping()
    stopHousekeeping()
    await Promise.all([tasks.stop(), chase.stop(), closing()])
    await link.stop()
  }
}
