// Runs under the pinned Node, from `npm run dev`.
import { createServer } from 'vite'
import { root } from './root.mjs'

const target = `http://127.0.0.1:${process.env['API_PORT']}`

/**
 * Pages and API calls share their addresses: a browser that navigates wants the page, everything else is a call.
 * @param {import('node:http').IncomingMessage} request
 */
function pageOf({ method, headers }) {
  const navigates = headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html')
  return method === 'GET' && navigates && !headers.authorization ? '/index.html' : undefined
}

/** @type {import('vite').ProxyOptions} */
const toServer = { target, bypass: pageOf }
// Downloads are plain navigations and still the server's.
const always = { target }

const vite = await createServer({
  configFile: `${root}/vite.config.ts`,
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] || 3000),
    strictPort: true,
    proxy: {
      '^/adminapi/(download|docs|openapi)': always,
      '^/adminapi(/|$)': toServer,
      '^/(healthz|readyz|metrics)$': always,
    },
  },
})
await vite.listen()
vite.printUrls()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => void vite.close().then(() => process.exit(0)))
