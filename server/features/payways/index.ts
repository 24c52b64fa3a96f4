import { features } from '../../../contract/index.ts'
import type { TaskRunner } from '../tasks/index.ts'
import { reportDelivery } from './delivery.ts'
import { sortKind } from './sort.ts'
import { switchKind } from './switch.ts'
import { syncChannels, syncKind } from './sync.ts'

/* The door of payment channels: their calls, their tasks, and what they take in from the link. */
export { paywayAbsorbers } from './absorb.ts'
export { paywayCommandMoved } from './moved.ts'
export { paywayHandlers } from './routes.ts'

const { paywayStatus, paywayRsync, paywayRsyncSort } = features.payways
/** The work behind the calls that become tasks. */
export const paywayTaskRunners: readonly TaskRunner[] = [
  { kind: switchKind, endpoint: paywayStatus, run: reportDelivery },
  { kind: sortKind, endpoint: paywayRsyncSort, run: reportDelivery },
  { kind: syncKind, endpoint: paywayRsync, run: syncChannels },
]
