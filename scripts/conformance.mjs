// `npm run conformance`: makes every documented call, and writes docs/conformance.md anew.
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled({ tools: true })
  const vitest = inRoot('node_modules/vitest/vitest.mjs')
  const env = { ...process.env, WRITE_CONFORMANCE: '1' }
  return run(pinnedNode(), [vitest, 'run', 'server/conformance'], { env })
})
