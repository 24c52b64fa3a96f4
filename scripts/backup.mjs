// `npm run backup`: writes a backup of everything but the master key into a new folder.
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(pinnedNode(), [inRoot('server/backup.ts'), ...process.argv.slice(2)])
})
