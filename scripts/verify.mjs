// `npm run verify`: works out anew what is kept beside its source, and names each difference.
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(pinnedNode(), [inRoot('server/verify.ts'), ...process.argv.slice(2)])
})
