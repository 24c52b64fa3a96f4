export { createAccount, type NewAccount } from './actions.ts'
