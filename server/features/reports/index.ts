/* The door of reports: figures of platforms and of accounts, from the facts that arrive to what people read. */
export { reportAbsorbers } from './absorb.ts'
export { startClosing } from './close.ts'
export { whileRatesChange } from './figures-sql.ts'
export { redoToday } from './rate-change.ts'

import { exportRunners } from './export.ts'
import { repairRunners } from './repair.ts'

export { reportHandlers } from './routes.ts'
export { reportChecks } from './verify.ts'

/** Work of reports that goes on in the background. */
export const reportTaskRunners = [...exportRunners, ...repairRunners]
