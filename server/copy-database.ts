import { copyProgram, ensureSchema, prove, say, wordsOf } from './copy-program.ts'
import { copyAcross } from './kit/copy/across.ts'
import { CopyRefused } from './kit/copy/load.ts'

/*
 * `npm run copy-database -- postgresql://… [--replace]`: everything of this installation's database into another one,
 * proved by `verify` at the end. Stop the product first: what is written meanwhile is not copied.
 */
const args = process.argv.slice(2)
await copyProgram(async ({ connection }) => {
  const [url = ''] = wordsOf(args)
  if (!/^postgres(ql)?:\/\/\S+$/.test(url))
    throw new CopyRefused('Name the database to fill: postgresql://user:password@host:5432/database')
  await ensureSchema(connection)
  const to = { connectionString: url }
  const rows = await copyAcross(connection, to, { replace: args.includes('--replace'), told: say })
  await prove(to)
  say(`${rows} rows copied`)
  say('Start the product with DATABASE_URL set to it, and the same home (images) and master key.')
})
