import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot, main, say } from './root.mjs'

const rooms = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts']
const [warnAbove, failAbove] = [250, 400]

await main(async () => {
  let tooLong = 0
  for (const room of rooms) {
    const files = await readdir(inRoot(room), { recursive: true }).catch(() => [])
    for (const file of files.filter((name) => /\.(tsx?|mjs)$/.test(name))) {
      const { length } = (await readFile(inRoot(room, file), 'utf8')).trimEnd().split('\n')
      if (length > warnAbove)
        say(`${length} lines: ${join(room, file)}${length > failAbove ? ' (too long)' : ''}`)
      if (length > failAbove) tooLong += 1
    }
  }
  if (tooLong > 0)
    throw new Error(`${tooLong} files are longer than ${failAbove} lines: cut them along their jobs.`)
})
