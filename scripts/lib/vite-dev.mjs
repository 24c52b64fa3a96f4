// Runs under the pinned Node, from `npm run dev`.
import { createServer } from 'vite'
import { isPage } from '../../server/kit/http/pages.ts'
import { root } from './root.mjs'

/**
 * The server's own rule tells a page from a call, for they share their addresses.
 * @type {import('vite').ProxyOptions}
 */
const toServer = {
  target: `http://127.0.0.1:${process.env['API_PORT']}`,
  bypass: ({ method = 'GET', headers, url = '/' }) =>
    isPage({ method, headers, url }) ? '/index.html' : undefined,
}

const vite = await createServer({
  configFile: `${root}/vite.config.ts`,
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] || 3000),
    strictPort: true,
    proxy: { '^/(adminapi|link|healthz|readyz|metrics)(/|\\?|$)': toServer },
  },
})
await vite.listen()
vite.printUrls()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => void vite.close().then(() => process.exit(0)))
