// `npm run serve`: production. No demo group, no sandbox.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return run(pinnedNode(), [inRoot('server/main.ts'), ...process.argv.slice(2)])
})
