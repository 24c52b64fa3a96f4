import { join, resolve } from 'node:path'
import { copyProgram, ensureSchema, say, wordsOf } from './copy-program.ts'
import { writeBackup } from './kit/copy/backup.ts'

/*
 * `npm run backup [-- FOLDER]`: everything of this installation but its master key, in a new folder. Runs beside the
 * product, embedded database or not.
 */
await copyProgram(async ({ home, connection, key }) => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const [given] = wordsOf(process.argv.slice(2))
  const folder = given ? resolve(given) : join(home, 'backups', stamp)
  await ensureSchema(connection)
  const { tables, uploads } = await writeBackup({ connection, home, key }, folder)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = [...tables, ...uploads].reduce((sum, file) => sum + file.bytes, 0)
  say(`${rows} rows of ${tables.length} tables and ${uploads.length} images, ${Math.ceil(bytes / 1024)} KB`)
  say(`backup ${folder}`)
  say(
    'Keep master.key (or PITBOSS_SECRET) in another place: without it the sealed keys in a backup are lost.',
  )
})
