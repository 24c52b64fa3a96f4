/*
 * The door of the platform link. Other features queue commands in their own transactions, settle them on evidence and
 * ask; what they do with events and outcomes they hand in as `LinkUsers`.
 */
export { askOf } from './ask.ts'
export { type LinkFigures, linkFigures } from './figures.ts'
export { groupLoginToken } from './group-login.ts'
export { registerLinkIntake } from './intake-route.ts'
export { newestOf } from './newest.ts'
export { enqueueCommands, settleCommand } from './outbox.ts'
export { retryingCollisions } from './retry.ts'
export { linkHandlers } from './routes.ts'
export { linkTrouble } from './rules.ts'
export { type Link, startLink } from './start.ts'
export {
  type Absorber,
  type Ask,
  type Command,
  type CommandName,
  type CommandOutcome,
  type LinkedEvent,
  LinkFailure,
  type LinkUsers,
} from './types.ts'
