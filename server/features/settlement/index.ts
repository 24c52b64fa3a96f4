/* The door of settlement: what channels ask for, what finance pays, and the books of both. */
export { startBookkeeping } from './bookkeeping.ts'
export { settlementChecks } from './checks.ts'
export { type PastOrder, playOneClick, playOrders } from './past.ts'
export type { RateForDay } from './rates.ts'
export { settlementHandlers } from './routes.ts'
