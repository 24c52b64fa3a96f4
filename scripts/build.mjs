// `npm run build`: the pages, ahead of a start.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/root.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
