import { resolve } from 'node:path'
import { copyProgram, prove, say, wordsOf } from './copy-program.ts'
import { restoreBackup } from './kit/copy/backup.ts'
import { CopyRefused } from './kit/copy/load.ts'

/* `npm run restore -- FOLDER [--replace]`: a backup back into this installation, proved by `verify` at the end. */
const args = process.argv.slice(2)
await copyProgram(async (here) => {
  const [folder] = wordsOf(args)
  if (!folder) throw new CopyRefused('Name the folder of the backup.')
  const { made_at } = await restoreBackup(here, resolve(folder), {
    replace: args.includes('--replace'),
    told: say,
  })
  await prove(here.connection)
  say(`restored as of ${made_at}`)
})
