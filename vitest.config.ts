import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Many tests wait for a database or for time to pass: more of them side by side than a small machine has cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,sandbox,bench}/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
          globalSetup: ['server/kit/db/test-server.ts'],
          setupFiles: ['scripts/lib/fail-on-console-error.ts'],
          // Far above what any takes: a busy machine is no reason to fail.
          testTimeout: 60_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: ['e2e/faults/**/*.test.ts'],
          // Alone on the machine: it is a drill under load of its own making.
          sequence: { groupOrder: 1 },
          testTimeout: 420_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['scripts/lib/fail-on-console-error.ts', 'web/kit/test-setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
