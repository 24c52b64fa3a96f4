import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['PITBOSS_SERVER'] ?? 'http://127.0.0.1:3000'

/** Pages and calls share addresses; the server tells them apart the same way. */
const isPage = (headers: Record<string, string | string[] | undefined>) =>
  !headers['authorization'] &&
  (headers['sec-fetch-mode'] === 'navigate' || String(headers['accept'] ?? '').includes('text/html'))

const ownDocuments = /^\/adminapi\/(docs|serves\/(download|image)\/)/i

const vendors: [name: string, modules: RegExp][] = [
  ['react', /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//],
]

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: vendors.map(([name, test]) => ({ name, test })) },
      },
    },
  },
  server: {
    proxy: {
      '/adminapi': {
        target: server,
        bypass: ({ method, headers, url }) =>
          method === 'GET' && isPage(headers) && !ownDocuments.test(url ?? '') ? '/index.html' : undefined,
      },
    },
  },
})
