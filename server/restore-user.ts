import { readConfig } from './config.ts'
import { recoverStaff } from './features/accounts/index.ts'
import { connect } from './kit/db/connect.ts'
import { startDatabase } from './start-database.ts'

/* Brings a deleted back-office account back. Safe beside a running product. Ends with 1 where there is none to bring back. */
const [username] = process.argv.slice(2)
if (!username) throw new Error('Which account? npm run restore-user -- NAME')
const database = await startDatabase(readConfig(process.env))
const { db, close } = connect(database.connection, { max: 2 })
try {
  const restored = await recoverStaff(db, username)
  process.stdout.write(
    restored
      ? `${restored} is back, disabled: a super admin switches it on in the list of users.\n`
      : `No deleted back-office account is called ${username}.\n`,
  )
  process.exitCode = restored ? 0 : 1
} finally {
  await close()
  await database.stop()
}
