/* The door of settlement rates: their calls, and what a U costs on a day. */
export { rateForDay, todayRate } from './queries.ts'
export { settlementRateHandlers } from './routes.ts'
