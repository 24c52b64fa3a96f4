import { runChecks } from './checks.ts'
import { readConfig } from './config.ts'
import { connect } from './kit/db/connect.ts'
import { startDatabase } from './start-database.ts'

/*
 * Works out anew everything that is kept beside its source, and names each difference. Ends with 1 if there is any.
 * Safe beside a running product: it only reads, each check as of one moment.
 */
const config = readConfig(process.env)
const database = await startDatabase(config)
const { db, close } = connect(database.connection, { max: 2 })
try {
  const differences = await runChecks(db, (line) => void process.stdout.write(`${line}\n`))
  process.exitCode = differences === 0 ? 0 : 1
} finally {
  await close()
  await database.stop()
}
