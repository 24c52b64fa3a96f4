// `npm start`: the whole product with its demo group, nothing prepared beforehand.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return run(pinnedNode(), [inRoot('server/main.ts'), '--demo', ...process.argv.slice(2)])
})
