// `npm run permissions`: asks the product who may do what, and writes docs/permissions.md anew.
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled({ tools: true })
  const vitest = inRoot('node_modules/vitest/vitest.mjs')
  const env = { ...process.env, WRITE_PERMISSIONS: '1' }
  return run(pinnedNode(), [vitest, 'run', 'server/permissions'], { env })
})
