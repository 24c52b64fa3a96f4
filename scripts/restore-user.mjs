// `npm run restore-user -- NAME`: brings a deleted back-office account back, disabled.
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(pinnedNode(), [inRoot('server/restore-user.ts'), ...process.argv.slice(2)])
})
