import { readConfig } from './config.ts'
import { accountChecks } from './features/accounts/index.ts'
import { logChecks } from './features/logs/index.ts'
import { reportChecks } from './features/reports/index.ts'
import { withdrawalChecks } from './features/withdrawals/index.ts'
import { connect } from './kit/db/connect.ts'
import { startDatabase } from './start-database.ts'

/*
 * Works out anew everything that is kept beside its source, and names each difference. Ends with 1 if there is any.
 * Safe beside a running product: it only reads, each check in one statement.
 */
const config = readConfig(process.env)
const database = await startDatabase(config)
const { db, close } = connect(database.connection, { max: 2 })
let differences = 0
try {
  for (const check of [...accountChecks, ...withdrawalChecks, ...logChecks, ...reportChecks]) {
    const found = await check.differences(db)
    differences += found.length
    process.stdout.write(`${found.length === 0 ? 'ok  ' : 'DIFF'} ${check.name}\n`)
    for (const line of found) process.stdout.write(`     ${line}\n`)
  }
  process.stdout.write(differences === 0 ? 'no difference\n' : `${differences} differences\n`)
} finally {
  await close()
  await database.stop()
}
process.exitCode = differences === 0 ? 0 : 1
