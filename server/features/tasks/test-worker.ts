import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../../config.ts'
import { clockOf } from '../../kit/clock.ts'
import { connect } from '../../kit/db/connect.ts'
import { openLiveFeed } from '../../kit/live.ts'
import { vaultOf } from '../../kit/secrets.ts'
import { vitalsOf } from '../../kit/vitals.ts'
import { callerOfAccount } from '../sign-in/index.ts'
import { startTaskWorker } from './index.ts'

/*
 * A worker process for the test that kills one: begins tasks of the kind 'endless' and says so in a file.
 * Arguments: the connection as JSON, the file.
 */
const [connection = '{}', file = ''] = process.argv.slice(2)
const { db } = connect(JSON.parse(connection))
const config = readConfig({ MODE: 'production' })
const services = {
  config,
  db,
  reportDb: db,
  clock: clockOf(config.regional.zone),
  vault: vaultOf(Buffer.alloc(32)),
  live: await openLiveFeed(JSON.parse(connection), () => {}),
  log: pino({ level: 'silent' }),
  vitals: vitalsOf(),
  checkResults: true,
}
const endless = {
  kind: 'endless',
  run: async () => {
    appendFileSync(file, 'begun\n')
    await sleep(600_000)
    return { tips: '' }
  },
}
startTaskWorker(services, [endless], (accountId) => callerOfAccount(db, accountId), { beatMs: 100 })
