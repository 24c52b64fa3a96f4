// `npm run restore`: puts a backup back, and proves it.
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(pinnedNode(), [inRoot('server/restore.ts'), ...process.argv.slice(2)])
})
