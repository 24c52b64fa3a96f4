// `npm run -s contract:json`: every endpoint as JSON on stdout.
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(pinnedNode(), [inRoot('contract/print-json.ts')])
})
