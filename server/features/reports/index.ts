/* The door of reports: figures of platforms and of accounts, from the facts that arrive to what people read. */
export { reportAbsorbers } from './absorb.ts'
export { type Fact, platformFigureNames } from './facts.ts'
export { whileRatesChange } from './figures-sql.ts'
export { redoToday } from './rate-change.ts'
export { recordFacts } from './record.ts'
export { recordPlatformDays } from './platform-days.ts'
export { reportChecks } from './verify.ts'
