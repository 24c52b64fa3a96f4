/*
 * The door of withdrawal review: its calls, what it takes in from platforms and hears of its commands, the loop that
 * asks for outcomes, and the rows of its export.
 */
export { withdrawalAbsorbers } from './absorb.ts'
export { commandMoved } from './evidence.ts'
export { exportColumns, exportKind, exportWithdrawals } from './export.ts'
export { findOrders, findPlayers } from './find.ts'
export { startEvidenceChase } from './jobs.ts'
export { withdrawalHandlers } from './routes.ts'
export { withdrawalChecks } from './verify.ts'
