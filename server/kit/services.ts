import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/connect.ts'
import type { LiveFeed } from './live.ts'
import type { Vault } from './secrets.ts'
import type { Vitals } from './vitals.ts'

/** What every handler, action and job may use. Made once by main, or by a test. */
export interface Services {
  config: Config
  db: Db
  /** For reports: the same database until a replica exists; never read here what was just written. */
  reportDb: Db
  clock: Clock
  vault: Vault
  live: LiveFeed
  log: FastifyBaseLogger
  vitals: Vitals
  /** Whether every answer is held against its contract: in tests, where a wrong one must be seen. */
  checkResults: boolean
}
