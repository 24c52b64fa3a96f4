// `npm run bench [-- --quick | --screens | --help]`: the product beside its floors; see docs/benchmarks.md.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled({ tools: true })
  if (process.argv.includes('--screens')) await ensureBuilt()
  return run(pinnedNode(), [inRoot('bench/main.ts'), ...process.argv.slice(2)])
})
