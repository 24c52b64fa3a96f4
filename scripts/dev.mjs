// `npm run dev`: pages that follow every save on PORT, and a server that restarts on every save behind them.
import { freePort } from './lib/free-port.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled({ tools: true })
  const node = pinnedNode()
  const port = String(await freePort())
  const server = ['--watch', '--watch-preserve-output', inRoot('server/main.ts'), '--demo']
  const codes = await Promise.all([
    run(node, server, { env: { ...process.env, PORT: port } }),
    run(node, [inRoot('scripts/lib/vite-dev.mjs')], { env: { ...process.env, API_PORT: port } }),
  ])
  return Math.max(...codes)
})
