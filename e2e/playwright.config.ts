import { defineConfig } from '@playwright/test'
import { chromium } from '../scripts/lib/chromium.mjs'
import { inRoot } from '../scripts/lib/root.mjs'
import type { Options } from './kit/test.ts'

// `npm test -- e2e` chooses a free port and a throw-away home; E2E_URL tests a product that is running already.
const port = process.env['E2E_PORT'] ?? '3999'
const running = process.env['E2E_URL']

// oxlint-disable-next-line import/no-default-export -- the form Playwright reads
export default defineConfig<Options>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './kit/before-all.ts',
  // Every journey is walked in Chinese and in English, unless it says that once is enough.
  projects: [
    { name: 'zh-cn', use: { language: 'zh-cn', locale: 'zh-CN' } },
    { name: 'en-us', use: { language: 'en-us', locale: 'en-US' }, grepInvert: /@once/ },
  ],
  outputDir: inRoot('test-results'),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    // A trace slows every step and is thrown away when the test passes: it is made when asked for.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: await chromium(),
  },
  ...(running
    ? {}
    : {
        webServer: {
          command: `exec node ${JSON.stringify(inRoot('scripts/start.mjs'))}`,
          url: `http://127.0.0.1:${port}/readyz`,
          timeout: 180_000,
          stdout: 'pipe' as const,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
          env: {
            PORT: port,
            PITBOSS_HOME: process.env['E2E_HOME'] ?? inRoot('test-results/home'),
            LOG_LEVEL: 'warn',
            DEMO_PER_MINUTE: '0',
          },
        },
      }),
})
