/* The door of accounts: who is who, below whom, at what rates, with how much pledge. */
export { accountChecks } from './checks.ts'
export { createAccount, type NewAccount } from './create.ts'
export { findAccounts } from './find.ts'
export { levelNames, type PlacesOffered, placesOffered } from './queries.ts'
export { type RatesOfDay, ratesOfDays, ratesOn } from './rates.ts'
export { accountHandlers } from './routes.ts'
export { recoverStaff } from './state.ts'
export { accountTaskRunners } from './sync.ts'
